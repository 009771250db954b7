import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers';
import { createFairQueue } from '../concurrency/mutex.ts';

/**
 * Lets clients take turns where more arrives at once than the host can begin.
 *
 * Between two turns, Node looks at all that has come meanwhile: answers of the disk, messages of processes, other
 * connections. Without turns, hundreds of requests that arrive together would be worked on before that.
 *
 * @param options.shareMs how long calls are begun in one turn of the event loop, in milliseconds; 0 for one call
 * @param options.now a time in milliseconds
 */
export function createTurns({ shareMs, now = () => performance.now() }: { shareMs: number; now?: () => number }) {
  const waiting = createFairQueue<() => void>();
  /** When the first call of this turn was begun; undefined before it. */
  let since: number | undefined;
  const isSpent = (): boolean => since !== undefined && now() - since >= shareMs;

  const beginTurn = (): void => {
    since = undefined;
    beginNext();
  };
  const beginNext = (): void => {
    const next = isSpent() ? undefined : waiting.shift();
    if (next === undefined) return;
    start(next.item);
    // A tick that is ordered by a microtask comes after all others: after what was begun does without waiting.
    queueMicrotask(() => process.nextTick(beginNext));
  };
  const start = (begin: () => void): void => {
    if (since === undefined) {
      since = now();
      setImmediate(beginTurn);
    }
    begin();
  };

  return {
    /**
     * Calls `begin`: at once while this turn of the event loop has time left, else in one of the next turns, in which one
     * call of each client comes after the other.
     */
    take(client: string, begin: () => void) {
      if (waiting.has(client) || isSpent()) waiting.push(client, begin);
      else start(begin);
    },
  };
}

/**
 * Whose turn a request takes, by what it presents: nothing is verified yet. Who presents something else each time has no
 * more of the host than if there were no turns.
 */
export function clientOf({ headers, socket }: IncomingMessage): string {
  return headers['x-api-key']?.toString() ?? headers.authorization ?? headers.cookie ?? socket.remoteAddress ?? '';
}
