import { defineKind } from '../kind.ts';

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

export type ModelState =
  | { readonly status: 'ready'; readonly folder: string }
  | { readonly status: 'absent' }
  /** Files are missing or differ from what was fetched. */
  | { readonly status: 'damaged'; readonly detail: string };

/** The models on this machine, in the data folder. Provided by the host itself. */
export interface Models {
  /** What is there; reads names and sizes only. */
  state(model: ModelPackage): Promise<ModelState>;
  /**
   * The folder of a model, fetched first where it is absent and `download` allows it: resumed where it broke off, under a
   * temporary name, compared, unpacked, put in place whole. Two that ask at once fetch once.
   *
   * @throws `provider-unavailable` that names the exact command, where it is absent and must not or cannot be fetched (`transient` where trying again
   *   may help); `insufficient-storage` where the disk is full; the reason of the signal.
   */
  ensure(
    model: ModelPackage,
    options: { readonly download: boolean; readonly signal: AbortSignal; progress(fraction: number): void },
  ): Promise<string>;
}

export const Models = defineKind<Models>('models');
