import { execFileSync } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../../core/files/durable-write.ts';

/** A small disk of its own, which can be filled. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all the room that is left. */
  fill(): Promise<void>;
  /** Gives it back. */
  clear(): Promise<void>;
  remove(): void;
}

const size = '48m';
const piece = Buffer.alloc(64 * 1024);

/** A disk in memory, mounted at a folder that is made. Undefined where this user may not mount. */
export async function smallDisk(folder: string): Promise<SmallDisk | undefined> {
  await mkdir(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    async fill() {
      const file = await open(ballast, 'a');
      try {
        // The last bytes too: what is left of a page is less than a piece.
        for (const bytes of [piece, piece.subarray(0, 1024), piece.subarray(0, 1)])
          await writeWhileThereIsRoom(file, bytes);
      } finally {
        await file.close();
      }
    },
    clear: () => rm(ballast, { force: true }),
    remove: () => void execFileSync('umount', ['--lazy', folder]),
  };
}

async function writeWhileThereIsRoom(file: Awaited<ReturnType<typeof open>>, bytes: Uint8Array): Promise<void> {
  try {
    for (;;) await file.writeFile(bytes);
  } catch (thrown) {
    if (!hasCode(thrown, 'ENOSPC')) throw thrown;
  }
}
