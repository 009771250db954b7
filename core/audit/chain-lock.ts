import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../files/durable-write.ts';
import { lockFile } from '../files/file-lock.ts';

/** A chain that no other process writes to. */
export interface LockedChain {
  readonly chain: string;
  /** False once the file of the lock was deleted or replaced: then another process may lock the chain too. */
  isHeld(): Promise<boolean>;
  release(): void;
}

/** Locks the first chain that is not locked. */
export async function lockChain(folder: string, number = 1): Promise<LockedChain> {
  const chain = String(number);
  const file = join(folder, chain, 'lock');
  const release = await lockFile(file);
  if (release === undefined) return lockChain(folder, number + 1);
  const locked = await inode(file);
  let isReleased = false;
  return {
    chain,
    // The file is not opened: closing it would release the lock (POSIX).
    isHeld: async () => !isReleased && locked !== undefined && (await inode(file)) === locked,
    release() {
      if (isReleased) return;
      isReleased = true;
      release();
    },
  };
}

async function inode(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).ino;
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return undefined;
    throw thrown;
  }
}
