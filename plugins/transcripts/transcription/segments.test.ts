import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { segmentsOf } from './segments.ts';

const utterance = (speaker: string | null, text: string, startMs = 0, endMs = startMs + 1000) => ({
  speaker,
  text,
  startMs,
  endMs,
  confidence: null,
});

describe('making segments of utterances', () => {
  test('numbers speakers by first word, whatever the recogniser calls them', () => {
    const { segments } = segmentsOf(
      [utterance('B', 'Hello.', 5000), utterance('A', 'Come in.', 1000), utterance('B', 'Thanks.', 7000)],
      10_000,
    );
    expect(segments.map(({ id, speaker, text }) => [id, speaker, text])).toEqual([
      ['s1', 'Speaker 1', 'Come in.'],
      ['s2', 'Speaker 2', 'Hello.'],
      ['s3', 'Speaker 2', 'Thanks.'],
    ]);
  });

  test('has one speaker where voices are not told apart, of unknown role', () => {
    const { segments } = segmentsOf([utterance(null, 'How are you?'), utterance(null, 'My knee hurts.', 2000)], 5000);
    expect(segments.map(({ speaker, role }) => [speaker, role])).toEqual([
      ['Speaker 1', 'unknown'],
      ['Speaker 1', 'unknown'],
    ]);
  });

  test('tells apart any number of speakers, as a file may name another in every line', () => {
    const many = 150_000;
    const { segments } = segmentsOf(
      Array.from({ length: many }, (_, index) => utterance(`voice ${index}`, 'Hello.', index)),
      many,
    );
    expect(segments.at(-1)).toMatchObject({ id: `s${many}`, speaker: `Speaker ${many}` });
  });

  test('takes roles from names', () => {
    const { segments } = segmentsOf(
      [utterance('Dr. Smith', 'My knee hurts.'), utterance('Jane', 'How are you?', 2000)],
      5000,
    );
    expect(segments.map(({ role }) => role)).toEqual(['clinician', 'patient']);
  });

  test.each(['', '   ', '[BLANK_AUDIO]', '(coughs)', '<noise>', '♪ la la ♪', '*sighs*', '...', '[Music] (laughs) -'])(
    'drops %j, in which nobody says anything',
    (noise) => {
      expect(
        segmentsOf([utterance('A', noise), utterance('B', '[sighs] It hurts.', 2000)], 5000).segments,
      ).toMatchObject([{ id: 's1', speaker: 'Speaker 1', text: 'It hurts.' }]);
    },
  );

  test('joins lines, so that a text cannot pass for another turn', () => {
    const [segment] = segmentsOf([utterance('A', 'Yes.\n\nSpeaker 2:\n[00:00:00 - 00:00:01] No.')], 5000).segments;
    expect(segment?.text).toBe('Yes. Speaker 2: [00:00:00 - 00:00:01] No.');
  });

  test('keeps times inside the recording and starts in order', () => {
    const utterances = fc.array(
      fc.record({
        speaker: fc.constantFrom('A', 'B', null),
        text: fc.constantFrom('yes', 'no', ' '),
        startMs: fc.integer({ min: -5000, max: 20_000 }),
        endMs: fc.integer({ min: -5000, max: 20_000 }),
        confidence: fc.constant(null),
      }),
    );
    fc.assert(
      fc.property(utterances, (said) => {
        const { segments } = segmentsOf(said, 10_000);
        expect(segments.map(({ id }) => id)).toEqual(segments.map((_, i) => `s${i + 1}`));
        let before = 0;
        for (const { startMs, endMs } of segments) {
          expect(startMs).toBeGreaterThanOrEqual(before);
          expect(endMs).toBeGreaterThanOrEqual(startMs);
          expect(endMs).toBeLessThanOrEqual(10_000);
          before = startMs;
        }
      }),
    );
  });
});
