import { setImmediate } from 'node:timers/promises';

/** For so long nobody else need get a turn, in milliseconds. */
const longestMs = 10;

let last = performance.now();

/**
 * Lets whatever else the process has to do have its turn, from time to time. What is read from a database in this process comes
 * at once, so that a question that takes many readings would keep every request waiting.
 */
export async function yieldAtTimes(): Promise<void> {
  if (performance.now() - last < longestMs) return;
  await setImmediate();
  last = performance.now();
}
