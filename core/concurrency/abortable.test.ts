import { expect, test } from 'vitest';
import { abortable, abortableStream } from './abortable.ts';

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

test('a stream that waits for its next value is left when the signal aborts', async () => {
  const stop = new AbortController();
  async function* source() {
    yield 1;
    await new Promise(() => undefined);
  }
  const seen: number[] = [];
  const left = (async () => {
    for await (const value of abortableStream(source(), stop.signal)) {
      seen.push(value);
      stop.abort(new Error('stopping'));
    }
  })();
  await expect(left).rejects.toThrow('stopping');
  expect(seen).toEqual([1]);
});

test('a stream that is left early is closed', async () => {
  let isClosed = false;
  async function* source() {
    try {
      yield 1;
      yield 2;
    } finally {
      isClosed = true;
    }
  }
  for await (const _value of abortableStream(source(), undefined)) break;
  expect(isClosed).toBe(true);
});
