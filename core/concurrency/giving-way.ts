import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { accountAtWork } from '../api/step.ts';
import { createFairQueue } from './mutex.ts';

/** How long one piece of long work takes, in milliseconds: far below what makes the answer to a short request late. */
const pieceMs = 2;

/** The longest rest between two pieces, in milliseconds. */
const longestRestMs = 8;

/** How many requests are being answered, by account. */
const answering = new Map<string, number>();

/** Counts a request of an account until it is disposed of: long work of other accounts gives way to it. */
export function countAnswering(account: string): Disposable {
  answering.set(account, (answering.get(account) ?? 0) + 1);
  return {
    [Symbol.dispose]() {
      const left = (answering.get(account) ?? 0) - 1;
      if (left > 0) answering.set(account, left);
      else answering.delete(account);
    },
  };
}

/** Long work that waits for its next piece, by account. */
const waiting = createFairQueue<() => void>();
let isNextPlanned = false;

/**
 * Makes pieces of long work in the thread that answers requests. Call the result often: between two calls there should be
 * a millisecond of work at most. Mostly it returns undefined. Every 2 ms other work has its turn, and while requests of
 * other accounts are being answered, each of which takes several turns, it has three times as much time as the piece took:
 * so long work gets a quarter of the thread. A wait for the disk between two calls is no work. One turn has one piece, of
 * each account with long work after the other.
 *
 * @example
 * const pause = createPause();
 * let letters = 0;
 * for (const line of ['one', 'two']) {
 *   letters += line.length;
 *   await pause();
 * }
 */
export function createPause(): () => Promise<void> | undefined {
  let turn = currentTurn();
  let since = performance.now();
  let took = 0;
  const rest = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(accountAtWork() ?? '', resolve);
    planNext(took);
    await promise;
    turn = currentTurn();
    since = performance.now();
    took = 0;
  };
  return () => {
    const now = performance.now();
    // Since the turn of the call before, it waited for the disk or another account, which is none of its work.
    took += (turn.endedAt ?? now) - since;
    turn = currentTurn();
    since = now;
    return took < pieceMs ? undefined : rest();
  };
}

/** A turn of the event loop. */
interface Turn {
  endedAt?: number;
}

let turnUnderWay: Turn | undefined;

function currentTurn(): Turn {
  if (turnUnderWay !== undefined) return turnUnderWay;
  const turn: Turn = {};
  turnUnderWay = turn;
  setImmediate(() => {
    turn.endedAt = performance.now();
    turnUnderWay = undefined;
  });
  return turn;
}

/** @param took how long the piece before took, in milliseconds */
function planNext(took: number): void {
  if (isNextPlanned || waiting.nextKey() === undefined) return;
  isNextPlanned = true;
  const next = async (): Promise<void> => {
    // Whether requests of other accounts than the one whose long work is next are being answered.
    const own = waiting.nextKey();
    const isAwaited = answering.size > (own !== undefined && answering.has(own) ? 1 : 0);
    await (isAwaited ? wait(Math.min(3 * took, longestRestMs)) : nextTurn());
    isNextPlanned = false;
    const piece = waiting.shift();
    if (piece === undefined) return;
    piece.item();
    // The piece itself plans the next one when it ends, unless it is the last of its work.
    setImmediate(() => planNext(0));
  };
  void next();
}

/**
 * Collects the items of a long iterable, and lets the host do other work every few milliseconds. The items should be
 * computed while they are collected (`values.values().map(…)`, a generator): what is computed before blocks as before.
 *
 * @returns all items, in order.
 * @throws the reason of `signal`.
 * @example
 * const numbers = Array.from({ length: 1e6 }, (_, index) => index);
 * const texts = await collectCooperatively(numbers.values().map((number) => number.toString(36)));
 */
export async function collectCooperatively<T>(items: Iterable<T>, signal?: AbortSignal): Promise<T[]> {
  const collected: T[] = [];
  const pause = createPause();
  for (const item of items) {
    collected.push(item);
    const rest = pause();
    if (rest === undefined) continue;
    await rest;
    signal?.throwIfAborted();
  }
  return collected;
}
