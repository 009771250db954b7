import { defineKind } from '../api/kind.ts';

/** A blob that was written. */
export interface BlobWritten {
  readonly bytes: number;
  /** SHA-256 of the content, in lower-case hex. */
  readonly sha256: string;
}

/** A part of a blob. */
export interface BlobRange {
  /** The first byte, from 0; it exists. */
  readonly from: number;
  /** The last byte, included; it exists. */
  readonly to: number;
}

/** A blob in a listing. */
export interface BlobEntry {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/**
 * A blob store: files by name. Names are chosen by the host and by plugins, never by a client. A name consists of
 * segments joined by `/`, each of `[A-Za-z0-9._-]` and starting with a letter or digit (`uploads/<uuid>`,
 * `runs/<uuid>/audio.wav`).
 *
 * @example
 * const name = `records/letters/${crypto.randomUUID()}.txt`;
 * const { bytes, sha256 } = await blobs.write(name, new Blob(['Dear Ann']).stream(), { signal });
 * for await (const chunk of blobs.read(name)) log.debug({ name, bytes, sha256, chunk: chunk.byteLength }, 'read');
 */
export interface Blobs {
  /**
   * Streams `source` into a blob. The blob appears complete and durable, or not at all: a source that fails, an aborted
   * signal and a crash leave nothing that `list` shows. An existing blob is replaced at the end.
   *
   * @throws Error if the name is invalid; the error of the source; the reason of the signal; the error of the storage
   */
  write(
    name: string,
    source: AsyncIterable<Uint8Array>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<BlobWritten>;
  /**
   * The content of a blob, or a part of it.
   *
   * @throws Problem `not-found` at the first chunk, if the blob does not exist
   */
  read(name: string, range?: BlobRange): AsyncIterable<Uint8Array>;
  /**
   * Calls `use` with the path of a local file that holds the blob's content. The path is valid until `use` settles. The
   * file must not be changed.
   *
   * @returns what `use` returns
   * @throws Problem `not-found` if the blob does not exist; what `use` throws
   */
  withFile<T>(name: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Deletes a blob. A blob that does not exist is no error. */
  delete(name: string): Promise<void>;
  /** All blobs whose name starts with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<BlobEntry>;
}

export const Blobs = defineKind<Blobs>('blobs', {
  ...({ write: 'function', read: 'function', withFile: 'function', delete: 'function', list: 'function' } as const),
});

/** The pattern of valid names. Every implementation refuses other names. */
export const blobName = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;
