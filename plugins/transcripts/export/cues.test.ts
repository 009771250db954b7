import { oneLine } from 'chronoscribe/host';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TranscriptRecord } from '../kind.ts';
import { parseCues } from '../transcription/cues.ts';
import { exportOf, hostileTexts, record, segment } from './testing/records.ts';

const read = (exported: string) => parseCues(exported).cues;

/** What a file of cues must give back: each segment's time and words, under the name of its speaker. */
const expected = ({ segments, speakers }: TranscriptRecord) =>
  segments.flatMap(({ speaker, startMs, endMs, text }) => {
    const name = speakers.find((each) => each.speaker === speaker)?.name;
    const said = oneLine(text);
    return said === '' ? [] : [{ speaker: oneLine(name ?? '') || speaker, startMs, endMs, text: said }];
  });

/** As the words of a segment arrive from outside, hostile ones among them. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(...hostileTexts),
  fc
    .array(fc.constantFrom('-->', '<', '>', '&', ';', '{\\', '}', 'v ', '\n\n', 'lt', '#60', ':', '7', 'Anna'), {
      maxLength: 8,
    })
    .map((parts) => parts.join('')),
);
const said = fc.array(fc.record({ speaker: fc.constantFrom('Speaker 1', 'Speaker 2', 'Speaker 3'), text: texts }), {
  maxLength: 8,
});
const spokenBy = (names: readonly (string | null)[]) =>
  said.map((parts) =>
    record({
      segments: parts.map(({ speaker, text }, position) => segment(position + 1, speaker, text)),
      speakers: names.map((name, index) => ({ speaker: `Speaker ${index + 1}`, name, role: 'unknown' })),
    }),
  );

test.each([
  [
    'each of them',
    '2 0 200,4 300 200 90,6 500 10',
    [
      ['My', 4321],
      ['knee', 4621],
      ['hurts.', 5121],
    ],
  ],
  [
    'two that begin at once',
    '2 0 200,4 0 200,6 1000 10',
    [
      ['My knee', 4321],
      ['hurts.', 5321],
    ],
  ],
  [
    'one that a person wrote',
    '2 100 200,4,6 1000 10',
    [
      ['My knee', 4421],
      ['hurts.', 5421],
    ],
  ],
  ['all after the end of the cue', '2 5000 200,4 0 10,6 0 10', undefined],
])('WebVTT gives back when words begin: %s', (_, wordTimes, expected) => {
  const spoken = { ...segment(1, 'Speaker 1', 'My knee hurts.'), wordTimes };
  const [cue] = read(exportOf(record({ segments: [spoken] }), 'vtt'));
  expect(cue?.text).toBe('My knee hurts.');
  const words = cue?.words?.filter(({ text }) => text !== '');
  expect(words?.map(({ text, startMs }) => [text, startMs])).toEqual(expected);
});

test('WebVTT with the times of words gives back every sign of a hostile text', () => {
  for (const text of hostileTexts.map(oneLine)) {
    const lengths = text.split(' ').filter((each) => each !== '');
    const wordTimes = lengths.map((each) => `${each.length} 10 5`).join(',');
    const visit = record({ segments: [{ ...segment(1, 'Speaker 1', text), wordTimes }] });
    expect(read(exportOf(visit, 'vtt')).map((cue) => cue.text)).toEqual([text]);
  }
});

describe('WebVTT and SRT', () => {
  test.each(['vtt', 'srt'] as const)('%s gives back every word, time and speaker', (format) => {
    fc.assert(
      fc.property(spokenBy(['Dr. Adler', null, 'Anna']), (visit) => {
        expect(read(exportOf(visit, format))).toEqual(expected(visit));
      }),
      { numRuns: 500 },
    );
  });

  test('WebVTT gives back any name', () => {
    fc.assert(
      fc.property(fc.tuple(texts, texts, texts).chain(spokenBy), (visit) => {
        expect(read(exportOf(visit, 'vtt'))).toEqual(expected(visit));
      }),
      { numRuns: 500 },
    );
  });

  test('SRT keeps apart who was apart, whatever the names', () => {
    fc.assert(
      fc.property(fc.uniqueArray(texts, { minLength: 3, maxLength: 3, selector: oneLine }).chain(spokenBy), (visit) => {
        const cues = read(exportOf(visit, 'srt'));
        expect(cues.map(({ text }) => text)).toEqual(expected(visit).map(({ text }) => text));
        const pairs = new Set(cues.map(({ speaker }, index) => `${speaker}\n${expected(visit)[index]?.speaker}`));
        expect(pairs.size).toBe(new Set(expected(visit).map(({ speaker }) => speaker)).size);
        expect(pairs.size).toBe(new Set(cues.map(({ speaker }) => speaker)).size);
      }),
      { numRuns: 500 },
    );
  });

  test('SRT brings a name into the form that names have there', () => {
    const names = (...given: readonly string[]) => {
      const speakers = given.map((name, index) => ({
        speaker: `Speaker ${index + 1}`,
        name,
        role: 'unknown' as const,
      }));
      const segments = speakers.map(({ speaker }, index) => segment(index + 1, speaker, 'Yes.'));
      return read(exportOf(record({ speakers, segments }), 'srt')).map(({ speaker }) => speaker);
    };
    expect(names('mary (his mother)', 'Dr. Müller-Lüdenscheid', '???')).toEqual([
      'Mary His Mother',
      'Dr. Müller-Lüdenscheid',
      'Speaker 3',
    ]);
    expect(names('Mary', 'mary')).toEqual(['Mary', 'Speaker 2']);
  });

  test('hold the hours of a long visit', () => {
    const segments = [{ ...segment(1, 'Speaker 1', 'Goodbye.'), startMs: 14_399_001, endMs: 14_400_000 }];
    const visit = record({ segments });
    expect(exportOf(visit, 'vtt')).toContain('s1\n03:59:59.001 --> 04:00:00.000\n<v Dr. Adler>Goodbye.\n');
    expect(exportOf(visit, 'srt')).toBe('1\n03:59:59,001 --> 04:00:00,000\nDr. Adler: Goodbye.\n');
  });

  test('of a transcript in which nothing is left to say are empty', () => {
    const visit = record({ segments: [segment(1, 'Speaker 1', ' \n')] });
    expect(exportOf(visit, 'vtt')).toBe('WEBVTT\n');
    expect(exportOf(visit, 'srt')).toBe('');
  });
});
