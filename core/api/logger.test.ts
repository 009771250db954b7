import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { loggableError } from './logger.ts';

test('an error is logged by what it is and where it was, never by its message, and its causes alike', () => {
  const cause = Object.assign(new TypeError('Mrs Lovelace\n    said "at noon"'), { code: 'ERR_INVALID_ARG_TYPE' });
  const logged = loggableError(new Error('about Mrs Lovelace', { cause }));
  expect(logged).toEqual({
    type: 'Error',
    frames: expect.arrayContaining([expect.stringMatching(/^at .*logger\.test\.ts/)]),
    cause: { type: 'TypeError', code: 'ERR_INVALID_ARG_TYPE', frames: expect.any(Array) },
  });
  expect(JSON.stringify(logged)).not.toContain('Lovelace');
  expect(loggableError('Mrs Lovelace')).toEqual({ type: 'string' });
});

test('a line of a message that looks like a place in code is not taken for one', () => {
  const message = 'Unexpected token in\n    at home Mrs Lovelace drinks\n    at noon 10:30:15';
  const changed = Object.assign(new Error(message), { message: 'invalid JSON' });
  for (const error of [new Error(message), changed, new Error('')]) {
    const { frames } = loggableError(error) as { frames: readonly string[] };
    expect(frames[0]).toMatch(/^at .*logger\.test\.ts/);
  }
});

test('a failed system call says what failed, for whoever has to mend it', async () => {
  const failed = await readFile('/nowhere/at/all').catch((thrown: unknown) => thrown);
  expect(loggableError(failed)).toMatchObject({ code: 'ENOENT', message: expect.stringContaining('/nowhere/at/all') });
});
