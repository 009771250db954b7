import { describe, expect, test } from 'vitest';
import { isUnpunctuated } from './unpunctuated.ts';

describe('a transcript lacks punctuation', () => {
  test.each([
    ['words alone', ['do you have any pain', 'no i do not']],
    ['a dose and an apostrophe', ["i'm taking 2.5 milligrams of ramipril twice a day"]],
    ['a full stop that some tool put at the very end', [`${'and it hurts when i bend '.repeat(10)}down.`]],
  ])('where it has %s', (_, texts) => expect(isUnpunctuated(texts)).toBe(true));

  test.each([
    ['sentences', ['Do you have any pain?', 'No. It got better.']],
    ['a single answer with its mark', ['Yes.']],
    ['marks of another script', ['痛みはありますか。', 'いいえ。']],
    ['nothing', []],
  ])('but not where it has %s', (_, texts) => expect(isUnpunctuated(texts)).toBe(false));
});
