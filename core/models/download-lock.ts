import { setTimeout as wait } from 'node:timers/promises';
import { lockFile } from '../files/file-lock.ts';

const askEveryMs = 200;

/**
 * Takes the lock `file` as soon as nobody has it, in this process or in another.
 *
 * @throws the reason of the signal.
 */
export async function acquireDownloadLock(file: string, signal: AbortSignal): Promise<Disposable> {
  for (;;) {
    signal.throwIfAborted();
    const release = await lockFile(file);
    if (release !== undefined) return { [Symbol.dispose]: release };
    await wait(askEveryMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
