import { defineKind } from '../api/kind.ts';

/** A file that arrives in pieces, over any number of requests. */
export interface Upload {
  /** A UUID. */
  readonly id: string;
  /** How many bytes have arrived and are on the disk. */
  readonly bytes: number;
  /** The bytes of the whole file; null while that is not known. It is complete when `bytes` equals it. */
  readonly length: number | null;
  /** What the client said of the file, as it said it; null if it said nothing. */
  readonly metadata: string | null;
  /** Milliseconds since 1970 of the last change. */
  readonly changedAt: number;
  /** Who deletes it; null: the host, once it is older than `keepMs`. */
  readonly holder: string | null;
}

/** How the content of one request is checked. */
export interface UploadChecksum {
  readonly algorithm: 'md5' | 'sha1' | 'sha256';
  readonly digest: Buffer;
}

export interface UploadLimits {
  /** The largest file in bytes. */
  readonly maxBytes: number;
  /** The bytes of all unfinished and unused uploads of one account together. */
  readonly bytesPerAccount: number;
  /** How long an upload is kept after its last change, in milliseconds. */
  readonly keepMs: number;
}

/**
 * Files that arrive in pieces. Provided by the host. Each piece is on the disk when `append` resolves, so a network that
 * is cut and a host that is killed lose nothing that was answered for. An upload belongs to an account; the ids of
 * another account are `not-found`.
 *
 * @example
 * const letter = await uploads.create({ account, length: 12, metadata: null, holder: null });
 * await uploads.append(account, letter.id, { offset: 0 }, new Blob(['Good ']).stream());
 * await uploads.append(account, letter.id, { offset: 5 }, new Blob(['morning']).stream());
 * for await (const chunk of uploads.read(account, letter.id)) log.debug({ chunk: chunk.byteLength }, 'read');
 */
export interface Uploads {
  readonly limits: UploadLimits;
  /**
   * Creates an empty upload.
   *
   * @param upload `holder` names who deletes it; the host deletes one without a holder. `id`: a UUID; a repeated id of
   *   the same account changes nothing, and gives the upload as it is
   * @throws Problem `too-large` over the limit of a file, `quota-exceeded` over the limit of the account
   */
  create(
    upload: Pick<Upload, 'length' | 'metadata' | 'holder'> & { readonly account: string; readonly id?: string },
  ): Promise<Upload>;
  /** @throws Problem `not-found` */
  get(account: string, id: string): Promise<Upload>;
  /** Sets the length of an upload that was created without one. @throws Problem `not-found`, `invalid-request` */
  setLength(account: string, id: string, length: number): Promise<void>;
  /**
   * Adds content at the end. What has arrived is kept if `source` fails, unless it has a checksum: then all of it is
   * added, or nothing.
   *
   * @param at `offset` is the number of bytes that are there already
   * @returns the new number of bytes
   * @throws Problem `upload-conflict` if another number of bytes is there, `too-large`, `quota-exceeded`,
   *   `checksum-mismatch`, `not-found`; what `source` throws, after what had arrived was added
   */
  append(
    account: string,
    id: string,
    at: { readonly offset: number; readonly checksum?: UploadChecksum | undefined },
    source: AsyncIterable<Uint8Array>,
  ): Promise<number>;
  /** The pieces from an offset on at which one begins, each as a list of chunks; none of them is in memory. */
  pieces(account: string, id: string, from: number): AsyncIterable<UploadPiece>;
  /** The content that is there. @throws Problem `not-found` at the first chunk */
  read(account: string, id: string): AsyncIterable<Uint8Array>;
  /** Deletes an upload with its content. An unknown id is no error. */
  delete(account: string, id: string): Promise<void>;
  /**
   * Calls `listener` with the id of an upload of a holder after each piece that is added on this host. An error in a
   * listener is logged.
   *
   * @returns the function that removes the listener
   */
  onAppended(holder: string, listener: (id: string) => void): () => void;
}

/** What one request, or a part of a long one, has added. */
export interface UploadPiece {
  readonly offset: number;
  readonly bytes: number;
  content(): AsyncIterable<Uint8Array>;
}

export const Uploads = defineKind<Uploads>('uploads');
