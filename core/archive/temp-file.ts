import { createHash, randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** A piece of a spool. */
export interface Extent {
  readonly start: number;
  readonly bytes: number;
  /** In lower-case hex. */
  readonly sha256: string;
}

/**
 * A temporary file without a name, to which pieces are added and from which they are read. It is gone when this process ends, however it ends, since what passes through it is about
 * patients.
 */
export interface TempFile {
  /** Adds a piece. One that fails leaves nothing. */
  add(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Extent>;
  read(extent: Extent): AsyncIterable<Uint8Array>;
  /** Where the next piece begins. */
  end(): number;
  /** Takes away all that was added from there on. */
  cut(end: number): Promise<void>;
  close(): Promise<void>;
}

const pieceBytes = 256 * 1024;

/** @param folder one that is there, on a disk with room for all that is added */
export async function openTempFile(folder: string): Promise<TempFile> {
  const path = join(folder, `.spool-${randomUUID()}.tmp`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  let end = 0;
  return {
    async add(content) {
      const start = end;
      const hash = createHash('sha256');
      let at = start;
      for await (const piece of content) {
        hash.update(piece);
        for (let written = 0; written < piece.byteLength; ) {
          written += (await file.write(piece, written, piece.byteLength - written, at + written)).bytesWritten;
        }
        at += piece.byteLength;
      }
      end = at;
      return { start, bytes: at - start, sha256: hash.digest('hex') };
    },
    async *read({ start, bytes }) {
      for (let read = 0; read < bytes; ) {
        const piece = Buffer.allocUnsafe(Math.min(pieceBytes, bytes - read));
        const { bytesRead } = await file.read(piece, 0, piece.byteLength, start + read);
        if (bytesRead === 0) throw new Error('A temporary file became shorter while it was read.');
        read += bytesRead;
        yield piece.subarray(0, bytesRead);
      }
    },
    end: () => end,
    async cut(to) {
      end = to;
      await file.truncate(to);
    },
    close: () => file.close(),
  };
}
