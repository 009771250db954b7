import { expect, test } from 'vitest';
import { abortable } from './abortable.ts';

test('work that never ends is left when the signal aborts', async () => {
  const stop = new AbortController();
  const left = abortable(new Promise(() => undefined), stop.signal);
  stop.abort(new Error('stopping'));
  await expect(left).rejects.toThrow('stopping');
  await expect(abortable(Promise.resolve(1), stop.signal)).rejects.toThrow('stopping');
});

test('work that ends first gives its result or its error', async () => {
  const { signal } = new AbortController();
  expect(await abortable(Promise.resolve(1), signal)).toBe(1);
  expect(await abortable(Promise.resolve(1), undefined)).toBe(1);
  await expect(abortable(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
});
