import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../api/logger.ts';
import { watchCredentials } from './authentication.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const watch = () => {
  const credentials = watchCredentials(createLogger('silent'));
  onTestFinished(credentials.stop);
  const ended = (name: string, isValid: () => Promise<boolean>) =>
    credentials.ended({ name, isValid }, new AbortController().signal);
  return ended;
};

test('an answer ends within a second of its key, though another key cannot be looked at', async () => {
  const ended = watch();
  let isValid = true;
  const other = ended('other', () => Promise.reject(new Error('the store is busy')));
  const answer = ended('key', async () => isValid);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(answer.aborted).toBe(false);
  isValid = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect([answer.aborted, other.aborted]).toEqual([true, false]);
});

test('keys are looked at together, so that many of them take no longer than one', async () => {
  const ended = watch();
  const slow = () => new Promise<boolean>((resolve) => setTimeout(resolve, 300, false));
  const answers = Array.from({ length: 500 }, (_, at) => ended(`key ${at}`, slow));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answers.filter(({ aborted }) => !aborted)).toEqual([]);
});
