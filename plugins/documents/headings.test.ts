import { expect, test } from 'vitest';
import { headingsOf } from './headings.ts';

/** Lines whose indentation is in spaces. */
function under(...lines: readonly string[]) {
  const passages = lines.map((line, row) => {
    const text = line.trim();
    const left = 10 * (line.length - line.trimStart().length);
    return { id: text, file: 0, page: 1, text, lines: [[{ text, left, right: left + 5 * text.length }]], row };
  });
  return [...headingsOf(passages)].map(([id, { text }]) => `${text}: ${id}`);
}

test.each([
  [['Resolved problems', '  Asthma', '  Depression', 'Medication', '  Ramipril'], 2],
  [['Allergies:', 'Penicillin (rash)', 'Latex', 'Social', 'Lives alone.'], 2],
  [['Family history', '  Mother: breast cancer', 'He feels well.'], 1],
  [['Medications stopped', '  Simvastatin 20 mg', '  Naproxen'], 2],
  [['Allergien und Unverträglichkeiten', '  Penicillin', 'Medikation', '  Ramipril'], 1],
  [['Allergies', 'Penicillin (rash)', 'He lives alone, and takes ramipril 5 mg daily.', 'Latex'], 1],
  [['Allergies', '  Penicillin, which gave him a rash on both arms as a child'], 1],
  [['Past medical history', '  Asthma'], 0],
  [['Problems', '  Asthma'], 0],
  [['His allergies are bad.', '  Asthma'], 0],
])('a line means what its heading says, as far as that reaches: %j', (lines, count) => {
  const heading = lines[0]?.replace(':', '');
  expect(under(...lines)).toEqual(lines.slice(1, count + 1).map((line) => `${heading}: ${line.trim()}`));
});
