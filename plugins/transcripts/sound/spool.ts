import { randomUUID } from 'node:crypto';
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes put aside on the disk until their number is known. */
export interface Spool {
  readonly bytes: number;
  append(piece: Uint8Array): Promise<void>;
  /** All that was appended, from the beginning. */
  read(): AsyncIterable<Uint8Array>;
  /** Gives the room back. */
  close(): Promise<void>;
}

const prefix = 'spool-';

/** Removes the names that processes left in `folder` which were killed while they opened a spool. A spool in use has none. */
export async function sweepSpools(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.startsWith(prefix)) await rm(join(folder, name), { force: true });
}

const pieceBytes = 256 * 1024;

/** Opens a file in `folder` that has no name any more, so that its room comes back even when the process is killed. */
export async function openSpool(folder: string): Promise<Spool> {
  const path = join(folder, `${prefix}${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path, { force: true });
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    async append(piece) {
      await file.writeFile(piece);
      bytes += piece.length;
    },
    async *read() {
      for (let at = 0; at < bytes; ) {
        const { buffer, bytesRead } = await file.read(new Uint8Array(pieceBytes), 0, pieceBytes, at);
        if (bytesRead === 0) throw new Error(`the spool ended after ${at} of ${bytes} bytes`);
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    },
    close: () => file.close(),
  };
}
