import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { eventStream } from './event-stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const describeFailure = vi.fn((thrown: unknown) => ({ said: String(thrown) }));

const open = (events: AsyncIterable<unknown>, stopping = new AbortController().signal): Response =>
  eventStream({ events, toEvent: (data) => ({ data }), describeError: describeFailure, stopping });

/** All that a client hears of these events. */
const heard = (...given: Parameters<typeof open>): Promise<string> => open(...given).text();

test('a quiet stream says every 15 s that it is there, until its end', async () => {
  const more = Promise.withResolvers<void>();
  async function* events() {
    yield 1;
    await more.promise;
  }
  const text = heard(events());
  await vi.advanceTimersByTimeAsync(30_000);
  more.resolve();
  expect(await text).toBe('data: 1\n\n: still here\n\n: still here\n\n');
  expect(vi.getTimerCount()).toBe(0);
});

test('a failure is told last, and leaves no heartbeat that would end the process', async () => {
  async function* events() {
    yield 1;
    throw new Error('the engine is gone');
  }
  expect(await heard(events())).toBe('data: 1\n\nevent: error\ndata: {"said":"Error: the engine is gone"}\n\n');
  expect(vi.getTimerCount()).toBe(0);
});

test('an event that cannot be told ends what makes them', async () => {
  const ended = vi.fn();
  async function* events() {
    try {
      yield 1n;
      yield 2;
    } finally {
      ended();
    }
  }
  expect(await heard(events())).toMatch(/^event: error\ndata: .*BigInt/);
  expect(ended).toHaveBeenCalledOnce();
});

test('a stop is told at once, while an event is waited for, and what is given up for it is no failure', async () => {
  const stopping = new AbortController();
  const ended = Promise.withResolvers<void>();
  async function* events() {
    try {
      yield 1;
      await new Promise((_, reject) => stopping.signal.addEventListener('abort', () => reject(stopping.signal.reason)));
    } finally {
      ended.resolve();
    }
  }
  describeFailure.mockClear();
  const text = heard(events(), stopping.signal);
  await vi.advanceTimersByTimeAsync(1);
  stopping.abort();
  expect(await text).toBe('data: 1\n\nevent: stopping\ndata: {}\n\n');
  expect(vi.getTimerCount()).toBe(0);
  await ended.promise;
  await vi.advanceTimersByTimeAsync(1);
  expect(describeFailure).not.toHaveBeenCalled();
});

/** Waits for ever, unlike a generator also when it is told to return. */
function waiting(returned: () => void): AsyncIterable<unknown> {
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => undefined),
      return: async () => {
        returned();
        return { done: true, value: undefined };
      },
    }),
  };
}

test('whatever makes the events is told to return when the host stops, although it is waited for', async () => {
  const stopping = new AbortController();
  const returned = vi.fn();
  const text = heard(waiting(returned), stopping.signal);
  await vi.advanceTimersByTimeAsync(1);
  expect(returned).not.toHaveBeenCalled();
  stopping.abort();
  expect(await text).toBe('event: stopping\ndata: {}\n\n');
  expect(returned).toHaveBeenCalledOnce();
});

test('whatever makes the events is told to return when the client goes away', async () => {
  const returned = vi.fn();
  await open(waiting(returned)).body?.cancel();
  expect(returned).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test('a stop comes to streams that are open, and to none that ended before', async () => {
  vi.useRealTimers();
  const stopping = new AbortController();
  const gone = [open(waiting(vi.fn()), stopping.signal), open(waiting(vi.fn()), stopping.signal)];
  // What a stream needs for its end must outlive the garbage of a long day.
  await collectGarbage();
  for (const { body } of gone) await body?.cancel();
  const text = heard(waiting(vi.fn()), stopping.signal);
  expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(1);
  stopping.abort();
  expect(await text).toBe('event: stopping\ndata: {}\n\n');
});

test('a stream that is opened after the stop began is told so, and nothing else', async () => {
  const returned = vi.fn();
  expect(await heard(waiting(returned), AbortSignal.abort())).toBe('event: stopping\ndata: {}\n\n');
  expect(returned).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
