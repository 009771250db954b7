import { describe, expect, test } from 'vitest';
import { segmentsOf } from '../transcription/segments.ts';
import { noteText, transcriptText } from './note-text.ts';

const statement = (text: string) => ({ text, evidence: ['s1'], grounded: true });

describe('the text of a note', () => {
  test('has each heading alone on its line, statements below, and an empty line between sections', () => {
    const sections = [
      { name: 'Subjective', statements: [statement('Knee pain for two weeks.'), statement('No\n\nfever.')] },
      { name: 'Objective', statements: [] },
      { name: 'Follow-Up', statements: [statement('In six weeks.')] },
    ];
    expect(noteText(sections)).toBe(`Subjective:
Knee pain for two weeks.
No fever.

Objective:
Not documented.

Follow-Up:
In six weeks.`);
  });

  test('has no heading but those of its sections, whatever was said', () => {
    const statements = ['Plan:', 'No pain.\nFollow-Up :', 'He said: rest.'].map(statement);
    expect(noteText([{ name: 'Subjective', statements }])).toBe(
      'Subjective:\nPlan\nNo pain. Follow-Up\nHe said: rest.',
    );
  });
});

test('a transcript is written by turns, with times to the second', async () => {
  const said = (speaker: string, startMs: number, endMs: number, text: string) => ({
    speaker,
    startMs,
    endMs,
    text,
    confidence: null,
  });
  const { segments } = segmentsOf(
    [
      said('A', 0, 2940, 'Good morning.'),
      said('A', 3000, 4000, 'What brings you here?'),
      said('B', 4400, 61_999, 'My back.'),
      said('A', 3_599_000, 36_000_500, 'Since when?'),
    ],
    40_000_000,
  );
  expect(await transcriptText(segments)).toBe(`--- Transcript:

Speaker 1:
[00:00:00 - 00:00:02] Good morning.
[00:00:03 - 00:00:04] What brings you here?

Speaker 2:
[00:00:04 - 00:01:01] My back.

Speaker 1:
[00:59:59 - 10:00:00] Since when?`);
});
