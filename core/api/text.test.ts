import { expect, test } from 'vitest';
import { LanguageTag } from './text.ts';

test.each([
  ['en', 'en'],
  ['EN-gb', 'en-GB'],
  ['zh-hans-cn', 'zh-Hans-CN'],
  ['gsw', 'gsw'],
])('the language %s is taken as %s', (tag, canonical) => {
  expect(LanguageTag.parse(tag)).toBe(canonical);
});

test.each(['', 'english', 'e', 'en_US', 'en-', '../etc', 'de; DROP'])(
  '%j is no language, and the message shows what is one',
  (tag) => {
    expect(LanguageTag.safeParse(tag).error?.issues).toMatchObject([{ message: expect.stringContaining('"pt-BR"') }]);
  },
);
