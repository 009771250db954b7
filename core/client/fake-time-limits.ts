import timersPromises from 'node:timers/promises';
import { replaceMethod } from './replace-method.ts';

/**
 * Fakes `AbortSignal.timeout`, and `scheduler.wait` of `node:timers/promises`, which fake-timers leaves real. Called
 * after `setTimeout` is faked.
 *
 * @returns restores them
 */
export function fakeTimeLimits(): () => void {
  const restore = [
    replaceMethod(AbortSignal, 'timeout', (original) => {
      const real = original as typeof AbortSignal.timeout;
      return (delayMs: number) => {
        // The real one checks its argument; what it returns is forgotten.
        real.call(AbortSignal, delayMs);
        const controller = new AbortController();
        const timedOut = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError');
        setTimeout(() => controller.abort(timedOut()), delayMs);
        return controller.signal;
      };
    }),
    replaceMethod(
      timersPromises.scheduler,
      'wait',
      () => (delayMs: number, options?: { readonly signal?: AbortSignal }) =>
        timersPromises.setTimeout(delayMs, undefined, options),
    ),
  ];
  return () => {
    for (const each of restore) each();
  };
}
