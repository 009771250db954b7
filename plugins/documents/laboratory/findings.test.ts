import { describe, expect, test } from 'vitest';
import { readLabTables } from './findings.ts';

/** Lines with cells divided by `|`, in columns 100 points apart; a line without one has no places. */
function found(...pages: readonly string[]) {
  const passages = pages.flatMap((page, index) =>
    page.split('\n').map((line, row) => {
      const texts = line.split('|').map((text) => text.trim());
      const cells = texts.flatMap((text, column) =>
        text === ''
          ? []
          : [
              texts.length === 1
                ? { text, left: 0, right: 0 }
                : { text, left: column * 100, right: column * 100 + 5 * text.length },
            ],
      );
      return { id: `p${index + 1}.${row + 1}`, file: 0, page: index + 1, text: line, lines: [cells] };
    }),
  );
  return readLabTables(passages).findings;
}
const brief = (...pages: readonly string[]) =>
  found(...pages).map(({ name, value, unit, range, flag }) => [name, value, unit, range, flag]);

describe('flags of a laboratory table', () => {
  test('are found with value, unit, range, page and passage', () => {
    const page =
      'Test | Result | Flag | Units | Reference Range\nSodium | 139 | | mmol/L | 135-145\nPotassium | 5.9 | H | mmol/L | 3.5-5.1';
    expect(found('Report', page)).toEqual([
      { name: 'Potassium', value: '5.9', unit: 'mmol/L', range: '3.5-5.1', flag: 'H', page: 2, evidence: ['p2.3'] },
    ]);
  });

  test.each([
    ['Hemoglobin | 6.2 LL | g/dL | 12.0-16.0', ['Hemoglobin', '6.2', 'g/dL', '12.0-16.0', 'LL']],
    ['Hemoglobin | 9.8* | g/dL | 12.0-16.0', ['Hemoglobin', '9.8', 'g/dL', '12.0-16.0', '*']],
    ['Hemoglobin | *9.8 | g/dL | 12.0-16.0', ['Hemoglobin', '9.8', 'g/dL', '12.0-16.0', '*']],
    ['H | Sodium | 150 | mmol/L | 135 - 145', ['Sodium', '150', 'mmol/L', '135 - 145', 'H']],
    ['Sodium | 135-145 | mmol/L | 150 | H', ['Sodium', '150', 'mmol/L', '135-145', 'H']],
    ['Sodium | mmol/L | 150 (H) | (135-145)', ['Sodium', '150', 'mmol/L', '135-145', 'H']],
    ['Glucose | 180 High | mg/dL | 70-99', ['Glucose', '180', 'mg/dL', '70-99', 'High']],
    ['WBC | 15.2 | H | x10^9/L | 4.0-11.0', ['WBC', '15.2', 'x10^9/L', '4.0-11.0', 'H']],
    ['Platelets | 90 | L | 10³/µL | 150–400', ['Platelets', '90', '10³/µL', '150–400', 'L']],
    ['TSH | 0.01 | ↓ | µIU/mL | 0.4-4.0', ['TSH', '0.01', 'µIU/mL', '0.4-4.0', '↓']],
    ['HIV 1/2 Ab/Ag | Reactive | A | Non-reactive', ['HIV 1/2 Ab/Ag', 'Reactive', null, 'Non-reactive', 'A']],
    ['Vitamin B12 | 150 | L | pg/mL | 200-900', ['Vitamin B12', '150', 'pg/mL', '200-900', 'L']],
    ['CA 19-9 | 55 | H | U/mL | < 37', ['CA 19-9', '55', 'U/mL', '< 37', 'H']],
    ['BUN/Creatinine Ratio | 28 | H | 6-22', ['BUN/Creatinine Ratio', '28', null, '6-22', 'H']],
    ['Glucose (fasting) | 7.9 (H) | mmol/L | 3.9 to 5.5', ['Glucose fasting', '7.9', 'mmol/L', '3.9 to 5.5', 'H']],
    ['Leukozyten | 14.4 | /nl | 3.6-10.0', ['Leukozyten', '14.4', '/nl', '3.6-10.0', 'H']],
    ['Bilirubin total   2.4 H mg/dL 0.2-1.2', ['Bilirubin total', '2.4', 'mg/dL', '0.2-1.2', 'H']],
    ['Hemoglobin A1c 8.1 H % 4.0-5.6', ['Hemoglobin A1c', '8.1', '%', '4.0-5.6', 'H']],
  ])('%s', (line, expected) => {
    expect(brief(line)).toEqual([expected]);
  });
});

describe('a result outside of its printed range', () => {
  test.each([
    ['Potassium | 5.9 | mmol/L | 3.5-5.1', 'H'],
    ['Potassium | 3.4 | mmol/L | 3.5 to 5.1', 'L'],
    ['Kalium | 5,9 | mmol/l | 3,5–5,1', 'H'],
    ['Cholesterol | 240 | mg/dL | < 200', 'H'],
    ['Cholesterol | 200 | mg/dL | < 200', 'H'],
    ['eGFR | 45 | mL/min/1.73 m2 | >= 60', 'L'],
    ['eGFR | 45 | mL/min/1.73m² | ≥60', 'L'],
    ['Troponin I | 0.35 | ng/mL | <0.04', 'H'],
    ['ALT | 88 | U/L | up to 40', 'H'],
    ['Platelets | 90,000 | /µL | 150,000-400,000', 'L'],
    ['Base excess | -6.0 | mmol/L | -2.0-2.0', 'L'],
    ['Hepatitis C antibody | Positive | Negative', 'A'],
    ['Protein urine | 2+ | Negative', 'A'],
    ['Treponema pallidum Ab | Reactive | Nonreactive', 'A'],
    ['SARS-CoV-2 RNA | Detected | Not detected', 'A'],
    ['Influenza A RNA | Positive | ', 'A'],
    ['25-OH Vitamin D | 12 | ng/mL | 30-100', 'L'],
    ['Creatinine: 2.1 mg/dL (0.6-1.3)', 'H'],
    ['Eosinophile abs. | 0.59 | /nl | < 0.41', 'H'],
    ['Thrombozyten | 90 | /nl | 150-400', 'L'],
    ['D-dimer | > 20 | mg/L FEU | <= 0.5', 'H'],
  ])('is found without a flag: %s', (line, flag) => {
    expect(brief(`Test | Result | Reference Range\n${line}`).map((each) => each[4])).toEqual([flag]);
  });

  test.each([
    'Potassium | 4.1 | mmol/L | 3.5-5.1',
    'Potassium | 4.1 | N | mmol/L | 3.5-5.1',
    'Troponin I | <0.01 | ng/mL | <0.04',
    'eGFR | >60 | mL/min/1.73m2 | >=60',
    'HIV 1/2 | Non-reactive | Nonreactive',
    'Nitrite | Negative | Negative',
    'Leukocytes | None seen | Negative',
    'Vitamin C | 0.9 | mg/dL | 0.4-2.0',
    'Vital capacity | 4.5 | L | 3.5-5.5',
    'Rh type | Positive | ',
    'Collected | 11/20/2026 | 08:15',
    'Phone 555-1234 Fax 555-1299',
  ])('is not found in what is normal or no result: %s', (line) => {
    expect(brief(`Test | Result | Reference Range\n${line}`)).toEqual([]);
  });
});

describe('a table with earlier results', () => {
  test.each([
    ['named', 'Test | Result | Previous | Units | Reference', 'Creatinine | 2.1 H | 1.0 | mg/dL | 0.6-1.3', '2.1'],
    ['first', 'Test | Previous | Current | Units | Reference', 'Creatinine | 1.0 | 2.1 | mg/dL | 0.6-1.3', '2.1'],
    [
      'by date',
      'Test | 08/01/2026 | 11/20/2026 | Units | Reference',
      'Creatinine | 1.0 | 2.1 H | mg/dL | 0.6-1.3',
      '2.1',
    ],
    ['without places', 'Test Previous Current Units Reference', 'Creatinine 1.0 2.1 mg/dL 0.6-1.3', '2.1'],
  ])('gives the current one: %s', (_, header, line, value) => {
    expect(brief(`${header}\n${line}`)).toMatchObject([['Creatinine', value, 'mg/dL', '0.6-1.3', 'H']]);
  });

  test('does not take an earlier flag for a current one', () => {
    const header = 'Test | 11/20/2026 | 08/01/2026 | Units | Reference';
    expect(brief(`${header}\nCreatinine | 1.0 | 2.1 H | mg/dL | 0.6-1.3\nSodium | | 150 H | mmol/L | 135-145`)).toEqual(
      [],
    );
  });
});

describe('other layouts', () => {
  test('a table that goes on on the next page keeps its header', () => {
    const header = 'Test | Previous | Result | Units | Low | High';
    expect(
      brief(`${header}\nSodium | 139 | 140 | mmol/L | 135 | 145`, 'Potassium | 4.0 | 5.9 | mmol/L | 3.5 | 5.1'),
    ).toEqual([['Potassium', '5.9', 'mmol/L', '3.5-5.1', 'H']]);
  });

  test('two results side by side are both found', () => {
    expect(brief('Sodium | 150 H | 135-145 | Chloride | 90 L | 98-107')).toEqual([
      ['Sodium', '150', null, '135-145', 'H'],
      ['Chloride', '90', null, '98-107', 'L'],
    ]);
  });

  test('columns in range and out of range', () => {
    const header = 'Test Name | In Range | Out Of Range | Reference Range';
    expect(brief(`${header}\nGLUCOSE | | 180 H | 65-99 mg/dL\nSODIUM | 139 | | 135-146 mmol/L`)).toEqual([
      ['GLUCOSE', '180', 'mg/dL', '65-99', 'H'],
    ]);
  });

  test('prose and legends are no table', () => {
    const lines = [
      'H = High, L = Low, A = Abnormal',
      'Ward 4 A, room 12 L',
      'The patient is 70 years old and was seen on 11/20/2026 at 10:30.',
      'Ibuprofen 400 mg 2-3 times a day',
      'Test results and reference values of the last years were discussed with the patient and her family.',
      'Blood pressure 142/88 mmHg, pulse 76.',
    ];
    expect(brief(lines.join('\n'))).toEqual([]);
  });

  // Each takes milliseconds when the work grows with the length, and hours when it grows with its square.
  test.each(['1', '1 ', 'H ', 'a/', '1-', '< ', '10^', 'Jan ', '.1', ',111'])('may be long: %j', (piece) => {
    expect(
      found(piece.repeat(50_000), Array.from({ length: 500 }, () => piece.repeat(100).slice(0, 290)).join('\n')),
    ).toBeInstanceOf(Array);
  });
});

describe('a row on a page without columns', () => {
  test.each([
    ['INR 6.2 H (2.0-3.0)', ['INR', '6.2', null, '2.0-3.0', 'H']],
    ['Allergic to morphine. INR 6.2 H (2.0-3.0)', ['INR', '6.2', null, '2.0-3.0', 'H']],
    ['WBC 15.2 (4.0-11.0) H', ['WBC', '15.2', null, '4.0-11.0', 'H']],
    ['Potassium (3.5-5.1): 6.1', ['Potassium', '6.1', null, '3.5-5.1', 'H']],
    ['Potassium: 6.1 mmol/L (H)', ['Potassium', '6.1', 'mmol/L', null, 'H']],
    ['Hemoglobin 7.1 g/dL ref 12.0-16.0 LOW', ['Hemoglobin', '7.1', 'g/dL', '12.0-16.0', 'LOW']],
    ['Troponin I, 0.85 ng/mL, critical high, ref < 0.04', ['Troponin I', '0.85', 'ng/mL', '< 0.04', 'critical high']],
    ['Pus cells 8-10 /HPF 0-5', ['Pus cells', '8-10', '/HPF', '0-5', 'H']],
    ['Ref 2.0-3.0 | INR | 6.2', ['INR', '6.2', null, '2.0-3.0', 'H']],
  ])('is a finding: %s', (line, expected) => {
    expect(brief(line)).toEqual([expected]);
  });

  test.each(['Seen on ward 3 A', 'The patient walked 3 miles H and rested.', 'Her INR was 6.2 (2.0-3.0) yesterday.'])(
    'is none: %s',
    (line) => {
      expect(brief(line)).toEqual([]);
    },
  );
});
