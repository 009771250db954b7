import { expect, test } from 'vitest';
import { parseRetryAfter } from './problem.ts';

test.each([
  ['seconds', '7', 7],
  ['seconds with blanks around them', ' 7 ', 7],
  ['a fraction, rounded up: never too early', '0.2', 1],
  ['a date to come', new Date(Date.now() + 3_600_000).toUTCString(), expect.closeTo(3600, -1)],
  ['a date that has passed', 'Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ['words', 'soon', undefined],
  ['an empty header', '', undefined],
  ['no header, as Node has it', undefined, undefined],
  ['no header, as `Headers` has it', null, undefined],
])('a server that asks to be left alone by %s is', (_, asked, seconds) => {
  expect(parseRetryAfter(asked)).toEqual(seconds);
});
