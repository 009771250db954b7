import { expect, test } from 'vitest';
import { readWarning } from '../../plugins/console/web/src/clinical/warning-text.ts';
import { groundingWarnings, writtenBeforeEdit } from '../../plugins/transcripts/record/record.ts';
import type { RecordedFact } from '../../providers/grounding/kind.ts';
import { omissionWarnings } from '../../providers/grounding/kind.ts';

const unsupported = { id: 'n1', text: 'Rest.', origin: 'writer', evidence: ['s1'], grounded: false } as const;
// Of a section and of a fact, warnings read these parts only.
const sections = (count: number) => [{ name: 'Plan', statements: Array(count).fill(unsupported) }];
const fact = {
  ...{ id: 'f1', kind: 'allergy', text: 'penicillin (as a child)', value: null, unit: null },
  ...{ assertion: 'present', of: 'patient', evidence: ['s1', 's2'], in_note: false },
} as unknown as RecordedFact;

test.each([
  [groundingWarnings(sections(1)), { name: 'unsupported', count: '1' }],
  [groundingWarnings(sections(12)), { name: 'unsupported', count: '12' }],
  [omissionWarnings([fact]), { name: 'omitted', text: 'penicillin (as a child)' }],
  [[writtenBeforeEdit], { name: 'edited' }],
])('the warning %j is said in the language of the page', ([warning], expected) => {
  expect(readWarning(warning ?? '')).toMatchObject(expected);
});

test('a warning that only the host knows is left as it is', () => {
  expect(readWarning('The recording is very quiet.')).toBeUndefined();
});
