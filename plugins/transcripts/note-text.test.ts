import { describe, expect, test } from 'vitest';
import { noteText } from './note-text.ts';

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
    expect(noteText([{ name: 'Subjective', statements }])).toBe('Subjective:\nPlan\nNo pain. Follow-Up\nHe said: rest.');
  });
});
