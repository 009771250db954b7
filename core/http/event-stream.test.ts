import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventStream, type ServerEvent } from './event-stream.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a quiet stream says every 15 s that it is there, until its end', async () => {
  const more = Promise.withResolvers<void>();
  async function* events(): AsyncGenerator<ServerEvent> {
    yield { event: 'run', data: { id: 'r1' } };
    await more.promise;
  }
  const text = eventStream(events()).text();
  await vi.advanceTimersByTimeAsync(30_000);
  more.resolve();
  expect(await text).toBe('event: run\ndata: {"id":"r1"}\n\n: still here\n\n: still here\n\n');
  expect(vi.getTimerCount()).toBe(0);
});

test('a source that fails breaks the answer off, and leaves no heartbeat that would end the process', async () => {
  async function* events(): AsyncGenerator<ServerEvent> {
    yield { data: 1 };
    throw new Error('the engine is gone');
  }
  await expect(eventStream(events()).text()).rejects.toThrow('the engine is gone');
  expect(vi.getTimerCount()).toBe(0);
});
