import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectWordsOf } from './contract.ts';
import { movedBy, withListedWords, withText, wordsIn } from './spoken-words.ts';
import { tidyUtterances } from './utterances.ts';

/** Words that take 100 ms each. */
const heard = (...texts: readonly string[]) =>
  texts.map((text, at) => ({ text, startMs: at * 100, endMs: at * 100 + 80, confidence: 0.5 + at / 100 }));
const timesIn = (text: string, ...texts: readonly string[]) =>
  wordsIn(text, heard(...texts)).map((word) => [word.text, word.startMs]);

describe('the words of a text', () => {
  test.each([
    ['with marks and capitals of its own', 'Back pain, for 2.5 days.', ['back', 'pain', 'for', '2.5', 'days']],
    ['with other spaces', 'Back  pain.', [' back', ' pain.']],
    ['with a word in two parts', 'Twenty-five of them.', [' twenty', '-five', ' of', ' them.']],
    ['with an apostrophe of its own', 'I don’t.', ['I', "don't"]],
    ['of a script without spaces', '腰が痛いです。昨日から。', ['腰', 'が', '痛い', 'です', '昨日', 'から']],
    ['with vowel signs', 'मेरी पीठ में दर्द है।', ['मेरी', 'पीठ', 'में', 'दर्द', 'है']],
    ['with letters that become two in lower case', 'İstanbul is far.', ['İSTANBUL', 'is', 'far']],
    ['with a quotation', 'He said "It hurts."', ['he', 'said', 'it', 'hurts']],
    ['with a sign between', 'A – well – B', ['A', 'well', 'B']],
    ['with a sign that was heard as a word', 'About 50 %.', ['About', '50', '%', '.']],
  ])('%s keep their times, and joined they are the text', (_, text, texts) => {
    const words = wordsIn(text, heard(...texts));
    expect(
      words
        .map((word) => word.text)
        .join('')
        .replace(/\s/g, ''),
    ).toBe(text.replace(/\s/g, ''));
    const spoken = heard(...texts).filter((word) => /[\p{L}\p{N}]/u.test(word.text));
    expect(words.map(({ startMs }) => startMs)).toEqual(spoken.map(({ startMs }) => startMs));
  });

  test('are those of a part of what was heard', () => {
    expect(timesIn('no pain.', 'Yes', 'no', 'pain', 'at', 'all')).toEqual([
      ['no', 100],
      ['pain.', 200],
    ]);
  });

  test('are the first of those that repeat themselves', () => {
    expect(timesIn('it hurts and then', 'it', 'hurts', 'it', 'hurts', 'it', 'hurts', 'and', 'then')).toEqual([
      ['it', 0],
      ['hurts', 100],
      ['and', 600],
      ['then', 700],
    ]);
  });

  test.each([
    ['put in', 'My lower back hurts', ['My', 'back', 'hurts'], [0, null, 100, 200]],
    ['taken out', 'My back hurts', ['My', 'lower', 'back', 'hurts'], [0, 200, 300]],
    ['replaced', 'Take two milligrams', ['Take', 'too', 'milligrams'], [0, null, 200]],
    ['longer by a letter', 'It is not there', ['It', 'is', 'no', 'there'], [0, 100, null, 300]],
    ['joined', 'Hypertension, treated', ['hyper', 'tension', 'treated'], [0, 100, 200]],
    ['parted', 'Hyper tension treated', ['hypertension', 'treated'], [null, null, 100]],
    [
      'changed beside a word in two parts',
      'thirty of twenty-five',
      ['some', 'of', 'twenty', '-five'],
      [null, 100, 200],
    ],
    ['another altogether', 'Quite other', ['My', 'back'], [null, null]],
  ])('one of which is %s have times where they were heard', (_, text, texts, expected) => {
    expect(wordsIn(text, heard(...texts)).map(({ startMs }) => startMs)).toEqual(expected);
  });

  test('have the lowest confidence of the words that were heard for them', () => {
    const [, word] = wordsIn('ah twenty-five', heard('oh', 'twenty', '-five'));
    expect(word).toEqual({ text: 'twenty-five', startMs: 100, endMs: 280, confidence: 0.51 });
  });

  test('are none where there is no letter', () => {
    expect(wordsIn('– …', heard('Yes'))).toEqual([]);
  });

  test('of a text that is too long to be compared with what was heard have no times', () => {
    const many = Array.from({ length: 4000 }, (_, at) => `w${at}`);
    const anew = many.map((word) => `${word}x`).join(' ');
    expect(wordsIn(`${anew} w3999`, heard(...many)).at(-1)).toMatchObject({ text: 'w3999', startMs: null });
  });
});

const said = (text: string, startMs: number, endMs: number, ...texts: readonly string[]) => ({
  ...{ speaker: null, startMs, endMs, text, confidence: null },
  words: heard(...texts),
});

describe('an utterance with words', () => {
  test('whose text is another has those that are left, or none', () => {
    expect(withText(said('a b c', 0, 300, 'a', 'b', 'c'), 'a c').words?.map(({ text }) => text)).toEqual(['a', 'c']);
    expect(withText(said('a b c', 0, 300, 'a', 'b', 'c'), 'a d')).not.toHaveProperty('words');
  });

  test('is tidied with them: whole, within it and not over one another', () => {
    const words = [
      { text: ' My', startMs: -20, endMs: 400.4, confidence: 1.0001 },
      { text: ' back', startMs: 300.2, endMs: 290, confidence: -0.1 },
      { text: ' hurts.', startMs: 100, endMs: 2000, confidence: null },
    ];
    const [tidy] = tidyUtterances([{ ...said(' My back hurts.', 0, 1500), words }], 1000);
    expect(tidy?.words).toEqual([
      { text: 'My', startMs: 0, endMs: 300, confidence: 1 },
      { text: 'back', startMs: 300, endMs: 300, confidence: 0 },
      { text: 'hurts.', startMs: 300, endMs: 1000, confidence: null },
    ]);
  });

  test('moves with them', () => {
    expect(movedBy(1000, said('a', 0, 80, 'a'))).toMatchObject({
      startMs: 1000,
      words: [{ startMs: 1000, endMs: 1080 }],
    });
  });

  test('keeps text and words in agreement, whatever the two are', () => {
    const word = fc.stringMatching(/^[ab.,ç' –腰]{0,4}$/);
    const time = fc.integer({ min: -50, max: 1200 });
    const spoken = fc.record({ text: word, startMs: time, endMs: time, confidence: fc.constant(0.5) });
    fc.assert(
      fc.property(fc.array(spoken, { maxLength: 8 }), fc.array(word, { maxLength: 6 }), (words, others) => {
        for (const text of [words.map((each) => each.text).join(' '), others.join(' ')]) {
          for (const tidy of tidyUtterances([{ ...said(text, 100, 900), words }], 1000)) {
            if (tidy.words !== undefined) expectWordsOf(tidy, tidy.words);
            const other = withText(tidy, others.join('') || 'x');
            if (other.words !== undefined) expectWordsOf(other, other.words);
          }
        }
      }),
    );
  });
});

test('words of a list go to the utterances in turn, by their letters, also where the same is said twice', () => {
  const utterances = [said('Yes.', 0, 100), said('Yes.', 100, 200), said('No, no.', 200, 400)].map(
    ({ words: _, ...each }) => each,
  );
  const given = withListedWords(utterances, heard('yes', 'yes', 'no', 'no'));
  expect(given.map(({ words }) => words?.map(({ startMs }) => startMs))).toEqual([[0], [100], [200, 300]]);
});
