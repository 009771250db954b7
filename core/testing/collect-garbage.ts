import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Frees what nothing leads to any more, and lets happen what happens when it is gone. */
export async function collectGarbage(): Promise<void> {
  for (let pass = 0; pass < 3; pass += 1) {
    collect();
    await setImmediate();
  }
}
