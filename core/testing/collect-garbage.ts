import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Collects garbage until finalizers and weak references have settled. */
export async function collectGarbage(): Promise<void> {
  for (let pass = 0; pass < 3; pass += 1) {
    collect();
    await setImmediate();
  }
}
