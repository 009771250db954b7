import { describe, expect, test } from 'vitest';
import { readClinicalTables } from './clinical-tables.ts';

/** Lines with cells divided by `|`, in columns 100 points apart. */
function read(...lines: readonly string[]) {
  const passages = lines.map((line, row) => {
    const cells = line.split('|').flatMap((cell, column) => {
      const text = cell.trim();
      return text === '' ? [] : [{ text, left: column * 100, right: column * 100 + 5 * text.length }];
    });
    return { id: `p${row + 1}`, file: 0, page: 1, text: cells.map(({ text }) => text).join(' '), lines: [cells] };
  });
  return readClinicalTables(passages);
}
const facts = (...lines: readonly string[]) => read(...lines).facts.map(({ assertion, text }) => [assertion, text]);

describe('a table of medicines', () => {
  const header = 'Medication | Dose | Frequency | Status | Comment';
  test.each([
    ['Ramipril | 5 mg | once daily | Continued |', 'present', 'Ramipril 5 mg once daily'],
    ['Bisoprolol | 2.5 mg | in the morning | New | for palpitations', 'present', 'Bisoprolol 2.5 mg in the morning'],
    ['Naproxen | 500 mg | twice daily | Stopped | bleeding', 'stopped', 'Naproxen 500 mg twice daily (stopped)'],
    ['Naproxen | 500 mg | twice daily | | discontinued by GP', 'stopped', 'Naproxen 500 mg twice daily (stopped)'],
    ['Metformin | 1 g | twice daily | On hold |', 'stopped', 'Metformin 1 g twice daily (on hold)'],
    ['Apixaban | 5 mg | twice daily | Changed (was 2.5 mg) |', 'present', 'Apixaban 5 mg twice daily'],
    ['Pregabalin | 75 mg | at night | Declined |', 'declined', 'Pregabalin 75 mg at night'],
    ['Lithium | 400 mg | at night | ask the clinic |', 'possible', 'Lithium 400 mg at night'],
    ['Senna | 15 mg | | |', 'present', 'Senna 15 mg'],
  ])('tells what its row says: %s', (row, assertion, text) => {
    expect(facts(header, row)).toEqual([[assertion, text]]);
  });

  test('is read in German, with the times of the day', () => {
    expect(
      facts(
        'Wirkstoff | Stärke | morgens | mittags | abends | Hinweis',
        'Bisoprolol | 2,5 mg | 1 | 0 | 1',
        'Diclofenac | 75 mg | 0 | 0 | 0 | abgesetzt',
      ),
    ).toEqual([
      ['present', 'Bisoprolol 2,5 mg 1-0-1'],
      ['stopped', 'Diclofenac 75 mg 0-0-0 (stopped)'],
    ]);
  });

  test('has the generic name as its term, and the dose as a part', () => {
    expect(read('Drug | Strength | Directions', 'Tylenol | 500 mg | as needed').facts).toMatchObject([
      { kind: 'medication', term: 'acetaminophen', parts: { dose: '500 mg', frequency: 'as needed' } },
    ]);
  });

  test('ends at what is no row, and its rows are statements as printed', () => {
    const {
      facts: found,
      rows,
      labels,
    } = read('Medication | Dose', 'Ramipril | 5 mg', 'He feels well.', 'Weight | 80 kg');
    expect(found).toHaveLength(1);
    expect(rows).toEqual({ p2: 'Ramipril, 5 mg.' });
    expect(labels).toEqual(['p1']);
  });

  test.each(['Test | Result | Units', 'Name | Address', 'Medication', 'Date | Comment'])(
    'is no other table: %s',
    (line) => {
      expect(read(line, 'Potassium | 5.9 | mmol/L')).toEqual({ facts: [], rows: {}, labels: [] });
    },
  );
});

test('a table of allergies gives substance and reaction, and no disease', () => {
  expect(read('Substance | Reaction | Severity', 'Latex | Dermatitis | mild', 'None known | none').facts).toMatchObject(
    [{ kind: 'allergy', text: 'Latex allergy (dermatitis)', parts: { substance: 'latex', reaction: 'dermatitis' } }],
  );
});

describe('what is not surely so is possible, and what is taken is never told as stopped', () => {
  const medicines = 'Medication | Dose | Frequency | Status | Comment';
  test.each([
    [medicines, 'Bisoprolol | 2.5 mg | daily | Continued | stop if the heart rate is below 50', 'present'],
    [medicines, 'Prednisolone | 5 mg | daily | Continued | do not stop abruptly', 'present'],
    [medicines, 'Sertraline | 50 mg | daily | New | replaces citalopram, which was stopped', 'present'],
    [medicines, 'Nicotine | 21 mg | daily | New | to help him stop smoking', 'present'],
    [medicines, 'Methotrexate | 15 mg | weekly | | hold it during any infection', 'possible'],
    [medicines, 'Codeine | 30 mg | | Inactive |', 'possible'],
    [medicines, 'Codeine | 30 mg | | Not taking |', 'possible'],
    [medicines, 'Codeine | 30 mg | | Changed, now stopped |', 'possible'],
    [medicines, 'Codeine | 30 mg | | Completed |', 'stopped'],
    ['Drug | Dose | Instructions', 'Codeine | 30 mg | take until finished, then stop', 'possible'],
    ['Wirkstoff | morgens | mittags | abends', 'Diclofenac | 0 | 0 | 0', 'possible'],
    ['Substance | Reaction | Status', 'Penicillin | rash | Active', 'present'],
    ['Substance | Reaction | Status', 'Penicillin | rash | Entered in error', 'possible'],
    ['Substance | Reaction | Status', 'Penicillin | rash | Inactive', 'possible'],
    ['Allergy | Reaction | Comment', 'Penicillin | rash | has tolerated amoxicillin', 'possible'],
    ['Medication | Reaction', 'Codeine | vomiting', 'present'],
    ['Vaccine | Date', 'Influenza | due 10/2027', 'planned'],
    ['Vaccine | Date | Status', 'Influenza | 2027 | unclear', 'possible'],
  ])('%s: %s', (header, row, assertion) => {
    expect(facts(header, row).map(([told]) => told)).toEqual([assertion]);
  });
});

test('a table of vaccines gives what was given and what was declined', () => {
  expect(facts('Date | Vaccine | Site', '01.03.2026 | MMR | left thigh', '01.06.2026 | Influenza | declined')).toEqual([
    ['present', 'MMR vaccine'],
    ['declined', 'Influenza vaccine'],
  ]);
});
