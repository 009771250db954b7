import { setImmediate } from 'node:timers';

/** How long requests are begun in one turn of the event loop, in milliseconds. */
const shareMs = 4;

/** Lets clients take turns where more requests arrive at once than the host can begin. */
export interface Turns {
  /**
   * Calls `begin`: at once while this turn of the event loop has time left, else in one of the next turns, in which one
   * request of each client comes after the other.
   */
  take(client: string, begin: () => void): void;
}

/**
 * Between two turns, Node looks at all that has come meanwhile: answers of the disk, messages of processes, other
 * connections. Without turns, hundreds of requests that arrive together would be worked on before that.
 *
 * @param now a time in milliseconds
 */
export function createTurns(now: () => number = () => performance.now()): Turns {
  /** By client, in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();
  /** When the first request of this turn was begun; undefined before it. */
  let since: number | undefined;
  const isSpent = (): boolean => since !== undefined && now() - since >= shareMs;

  const beginTurn = (): void => {
    since = undefined;
    beginNext();
  };
  const beginNext = (): void => {
    const [next] = waiting;
    if (next === undefined || isSpent()) return;
    const [client, requests] = next;
    const begin = requests.shift();
    waiting.delete(client);
    if (requests.length > 0) waiting.set(client, requests);
    start(begin);
    // A tick that is ordered by a microtask comes after all others: after what the request does without waiting.
    queueMicrotask(() => process.nextTick(beginNext));
  };
  const start = (begin: (() => void) | undefined): void => {
    if (since === undefined) {
      since = now();
      setImmediate(beginTurn);
    }
    begin?.();
  };

  return {
    take(client, begin) {
      const before = waiting.get(client);
      if (before !== undefined) before.push(begin);
      else if (isSpent()) waiting.set(client, [begin]);
      else start(begin);
    },
  };
}
