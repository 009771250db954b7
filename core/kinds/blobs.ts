import { defineKind } from '../api/kind.ts';

/** What was written. */
export interface BlobWritten {
  readonly bytes: number;
  /** SHA-256 of the content, in lower-case hex. */
  readonly sha256: string;
}

export interface BlobEntry {
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/**
 * Files by name. Names are made by the host, never by a client: segments of `[A-Za-z0-9._-]` that begin with a letter
 * or digit, joined by `/` (`uploads/<uuid>`, `runs/<uuid>/audio.wav`); any other name is refused with an `Error` that
 * quotes it as JSON.
 */
export interface Blobs {
  /**
   * Streams `source` into `name`. The blob appears whole and durable, or not at all: a source that fails, an aborted
   * signal and a killed process leave nothing that `list` shows, and a name that exists is replaced only at the end.
   */
  write(name: string, source: AsyncIterable<Uint8Array>, options?: { readonly signal?: AbortSignal }): Promise<BlobWritten>;
  /** The content in pieces. A name that does not exist is a `not-found` problem, at the first piece. */
  read(name: string): AsyncIterable<Uint8Array>;
  /**
   * Lends `use` a path on this machine with the blob's content. The path is valid until `use` settles and must not be
   * written to.
   */
  withFile<T>(name: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Deletes; a name that does not exist is no error. */
  delete(name: string): Promise<void>;
  /** All blobs whose name begins with `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<BlobEntry>;
}

export const Blobs = defineKind<Blobs>('blobs');

/** The rule that every implementation checks a name against. */
export const blobName = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;
