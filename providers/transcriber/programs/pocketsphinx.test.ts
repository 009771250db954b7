import { describe, expect, test } from 'vitest';
import { parsePocketsphinx } from './pocketsphinx.ts';

/** As the program prints it: a line with the text, then the words with seconds from, to and their posterior. */
function stretch(...words: readonly string[]): string {
  const spoken = words.filter((word) => !word.startsWith('<')).map((word) => word.split(' ')[0]);
  return [spoken.join(' '), ...words].join('\n');
}

describe('what pocketsphinx prints', () => {
  test('becomes one utterance for each stretch of sound', () => {
    const heard = parsePocketsphinx(
      [
        stretch(
          '<s> 0.000 0.040 0.998900',
          'ask 0.050 0.160 0.500000',
          'not 0.170 0.670 0.300000',
          '</s> 0.680 0.900 1.000000',
        ),
        stretch('<s> 0.910 0.950 0.999200', 'what 0.960 1.200 0.285662', '</s> 1.210 1.400 1.000000'),
      ].join('\n'),
    );
    expect(heard?.utterances.map(({ words: _, ...each }) => each)).toEqual([
      { speaker: null, startMs: 50, endMs: 670, text: 'ask not', confidence: 0.4 },
      { speaker: null, startMs: 960, endMs: 1200, text: 'what', confidence: 0.285662 },
    ]);
  });

  test('keeps the times and the posterior of its words', () => {
    const heard = parsePocketsphinx(stretch('ask 0.050 0.160 0.500000', 'not(2) 0.170 0.670 0.300000'));
    expect(heard?.utterances[0]?.words).toEqual([
      { text: 'ask', startMs: 50, endMs: 160, confidence: 0.5 },
      { text: 'not', startMs: 170, endMs: 670, confidence: 0.3 },
    ]);
  });

  test('is parted at a pause of more than 0.7 s, and not at the short silences between words', () => {
    const heard = parsePocketsphinx(
      [
        'one 1.000 1.200 0.9',
        '<sil> 1.210 1.240 0.9',
        'two 1.250 1.500 0.9',
        '<sil> 1.510 2.300 0.9',
        'three 2.310 2.600 0.9',
      ].join('\n'),
    );
    expect(heard?.utterances.map(({ text }) => text)).toEqual(['one two', 'three']);
  });

  test('loses its marks for noises and for other pronunciations', () => {
    const heard = parsePocketsphinx(
      '[NOISE] 0.0 0.1 0.9\nand(2) 0.2 0.3 0.9\n++BREATH++ 0.3 0.4 0.9\nour(13) 0.5 0.6 0.9\n',
    );
    expect(heard?.utterances.map(({ text }) => text)).toEqual(['and our']);
  });

  test('has no utterances where only noises were heard', () => {
    expect(parsePocketsphinx('<s> 0.0 0.1 1.0\n[NOISE] 0.2 0.4 0.9\n</s> 0.5 0.6 1.0\n')?.utterances).toEqual([]);
  });

  test('is nothing at all where nobody speaks', () => {
    expect(parsePocketsphinx('')?.utterances).toEqual([]);
  });

  test('is not understood without word times, for example without -time yes', () => {
    expect(parsePocketsphinx('ask not what your country\n')).toBeNull();
  });
});
