/** A model that a provider can work with: what is fetched, and what must be there then. */
export interface ModelPackage {
  /** Unique among all: `whisper-tiny.en`. Letters, digits, `.`, `-`, `_`; also the name of its folder. */
  readonly name: string;
  /** What it is for, in a line. */
  readonly description: string;
  /** Of the archive or file; a mirror replaces its beginning. */
  readonly url: string;
  /** Of what is fetched; null where it is not known. */
  readonly bytes: number | null;
  /**
   * Of what is fetched, in lower-case hex; null where it is not known: then the one that was seen at the first download is kept
   * and compared.
   */
  readonly sha256: string | null;
  readonly archive: 'tar.bz2' | 'none';
  /** Names of the files that it consists of once it is unpacked, in its own folder. */
  readonly files: readonly string[];
  /** SPDX name, or words. */
  readonly licence: string;
}
