import { randomUUID } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hashed } from './hashed.ts';

/** A piece of a temporary file. */
export interface Extent {
  readonly start: number;
  readonly bytes: number;
  /** In lower-case hex. */
  readonly sha256: string;
}

const prefix = '.temp-';
const chunkBytes = 256 * 1024;

/** Deletes the names of files whose process was killed as it opened them. They are empty. */
export async function deleteLeftTempFiles(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name.endsWith('.tmp'));
  for (const name of left) await rm(join(folder, name), { force: true });
}

/**
 * An unnamed temporary file, to which pieces are appended and from which they are read. It is deleted when this process
 * ends, however it ends, because it may hold clinical text.
 *
 * @param folder an existing folder, on a disk with room for everything that is appended
 */
export async function openTempFile(folder: string) {
  const path = join(folder, `${prefix}${randomUUID()}.tmp`);
  const file = await open(path, 'wx+', 0o600);
  // A host that starts beside this process may have taken it away.
  await rm(path, { force: true });
  let end = 0;
  return {
    /** Appends a piece. A piece that fails leaves nothing. */
    async append(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
      const start = end;
      const counted = hashed(content);
      let at = start;
      for await (const chunk of counted) {
        for (let written = 0; written < chunk.byteLength; ) {
          written += (await file.write(chunk, written, chunk.byteLength - written, at + written)).bytesWritten;
        }
        at += chunk.byteLength;
      }
      end = at;
      return { start, ...counted.digest() };
    },
    async *read({ start, bytes }: Extent) {
      for (let read = 0; read < bytes; ) {
        const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, bytes - read));
        const { bytesRead } = await file.read(chunk, 0, chunk.byteLength, start + read);
        if (bytesRead === 0) throw new Error('A temporary file became shorter while it was read.');
        read += bytesRead;
        yield chunk.subarray(0, bytesRead);
      }
    },
    /** The offset at which the next piece starts, in bytes. */
    end: () => end,
    /** Removes everything from an offset on. */
    async truncate(to: number) {
      end = to;
      await file.truncate(to);
    },
    close: () => file.close(),
  };
}

export type TempFile = Awaited<ReturnType<typeof openTempFile>>;
