import { describe, expect, test } from 'vitest';
import { groundingWarnings, noteText } from './note.ts';

const statement = (text: string, grounded = true) => ({ text, evidence: grounded ? ['s1'] : [], grounded });

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
});

describe('statements that the transcript does not bear out', () => {
  test('are counted in a warning', () => {
    const sections = [
      { name: 'Plan', statements: [statement('Ibuprofen 900 mg.', false), statement('Rest.')] },
      { name: 'Follow-Up', statements: [statement('Tomorrow.', false)] },
    ];
    expect(groundingWarnings(sections)).toEqual([expect.stringMatching(/^2 statements of the note are not borne out/)]);
    expect(groundingWarnings(sections.slice(0, 1))).toEqual([expect.stringMatching(/^1 statement of the note is not/)]);
  });

  test('give no warning where there are none', () => {
    expect(groundingWarnings([{ name: 'Plan', statements: [statement('Rest.')] }])).toEqual([]);
  });
});
