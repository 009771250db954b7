import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { loggableError } from './loggable-error.ts';

test('an error is logged by what it is and where it was, never by its message, and its causes alike', () => {
  const cause = Object.assign(new TypeError('Mrs Lovelace\n    said "at noon"'), { code: 'ERR_INVALID_ARG_TYPE' });
  const logged = loggableError(new Error('about Mrs Lovelace', { cause }));
  expect(logged).toEqual({
    type: 'Error',
    frames: expect.arrayContaining([expect.stringMatching(/^at .*loggable-error\.test\.ts/)]),
    cause: { type: 'TypeError', code: 'ERR_INVALID_ARG_TYPE', frames: expect.any(Array) },
  });
  expect(JSON.stringify(logged)).not.toContain('Lovelace');
  expect(loggableError('Mrs Lovelace')).toEqual({ type: 'string' });
});

test('a failed system call says what failed, for whoever has to mend it', async () => {
  const failed = await readFile('/nowhere/at/all').catch((thrown: unknown) => thrown);
  expect(loggableError(failed)).toMatchObject({ code: 'ENOENT', message: expect.stringContaining('/nowhere/at/all') });
});
