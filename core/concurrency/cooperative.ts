import { createPause } from './giving-way.ts';

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
