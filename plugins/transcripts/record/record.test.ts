import { describe, expect, test } from 'vitest';
import { statement } from '../export/testing/records.ts';
import { groundingWarnings } from './record.ts';

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
