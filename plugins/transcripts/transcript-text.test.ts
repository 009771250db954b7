import { expect, test } from 'vitest';
import { segmentsOf } from './segments.ts';
import { transcriptText } from './transcript-text.ts';

test('a transcript is written by turns, with times to the second', () => {
  const said = (speaker: string, startMs: number, endMs: number, text: string) => ({
    speaker,
    startMs,
    endMs,
    text,
    confidence: null,
  });
  const segments = segmentsOf(
    [
      said('A', 0, 2940, 'Good morning.'),
      said('A', 3000, 4000, 'What brings you here?'),
      said('B', 4400, 61_999, 'My back.'),
      said('A', 3_599_000, 36_000_500, 'Since when?'),
    ],
    40_000_000,
  );
  expect(transcriptText(segments)).toBe(`--- Transcript:

Speaker 1:
[00:00:00 - 00:00:02] Good morning.
[00:00:03 - 00:00:04] What brings you here?

Speaker 2:
[00:00:04 - 00:01:01] My back.

Speaker 1:
[00:59:59 - 10:00:00] Since when?`);
});
