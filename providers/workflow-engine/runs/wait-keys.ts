import { type AccountSleep, durationMs } from 'chronoscribe/host';
import type { DurationText } from 'chronoscribe/types';

/*
 * Whatever waits in a run has a key: the path of a `waitFor`, or that of a sleep with `//` at its end. A signal is given
 * to one key, and a key gets one signal.
 */

/** When a sleep is over, from what its function gives. */
export function sleepEnd(end: number | DurationText): AccountSleep['until'] {
  return typeof end === 'number' ? { instant: end } : { ms: durationMs(end) };
}

/** The key of a sleep at a path. No node has such a path. */
export function sleepKey(path: string): string {
  return `${path}//`;
}

/** At the end of the path of a wait: the name of its timeout on the account's clock. */
export const timeoutEnd = '//timeout';

/** Whether a signal to this name, or path, is for the wait at `path`. */
export function isNamed(path: string, nameOrPath: string): boolean {
  return path === nameOrPath || path.slice(path.lastIndexOf('/') + 1) === nameOrPath;
}
