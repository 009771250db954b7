import { onTestFinished, vi } from 'vitest';

/** Lets the system clock run ahead, as after a sleep of the machine: until the test ends, or for good if it ran ahead before. */
export function sleepFor(ms: number): void {
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
  }
  vi.setSystemTime(Date.now() + ms);
}
