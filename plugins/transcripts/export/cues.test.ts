import { oneLine } from 'chronoscribe';
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
