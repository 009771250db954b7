import { setTimeout as wait } from 'node:timers/promises';

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * How long more signals count as the first one, in milliseconds. A terminal signals a whole process group, and npm,
 * `timeout` and others pass on to their child what the child has received already.
 */
const sameRequestMs = 250;

/**
 * Resolves when this process is asked to stop: by a signal, or by one of `others`. From then on the next signal ends the
 * process at once. Nobody listens for it, so the system does that, also to a process whose event loop is blocked.
 */
export async function stopRequest(others: readonly Promise<void>[]): Promise<void> {
  const signal = Promise.withResolvers<void>();
  const listener = () => signal.resolve();
  for (const name of signals) process.off(name, end).on(name, listener);
  await Promise.race([signal.promise, ...others]);
  await wait(sameRequestMs);
  for (const name of signals) process.off(name, listener);
  endAtSignals();
}

/**
 * Lets a signal end this process at once, as it does where nobody listens. Only the first process of a container needs
 * this: signals that it does not listen for are not delivered to it.
 */
export function endAtSignals(): void {
  if (process.pid === 1) for (const name of signals) process.on(name, end);
}

function end(_name: string, number: number): void {
  process.exit(128 + number);
}
