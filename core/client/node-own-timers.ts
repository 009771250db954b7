// Loaded before anything is faked: Node's HTTP keeps the timers that it finds when it is loaded.
import 'node:http';
import { getCallSites } from 'node:util';
import { replaceMethod } from './replace-method.ts';

const real = globalThis.setTimeout;

/**
 * Leaves the timers real that Node sets for itself: `fetch` limits connections and idle sockets by the global
 * `setTimeout`. Called after that is faked.
 *
 * @returns restores it
 */
export function keepNodesOwnTimers(): () => void {
  return replaceMethod(globalThis, 'setTimeout', (original) => {
    const fake = original as typeof setTimeout;
    const either = (...call: Parameters<typeof setTimeout>) => {
      const [, caller] = getCallSites(2);
      return caller?.scriptName.startsWith('node:internal/') ? real(...call) : fake(...call);
    };
    // `util.promisify` looks for its own version of the timer there.
    return Object.defineProperties(either, Object.getOwnPropertyDescriptors(fake));
  });
}
