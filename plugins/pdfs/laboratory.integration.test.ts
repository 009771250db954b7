import { testHost } from 'chronoscribe/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { PdfAnswer } from './record.ts';
import { tablePage } from './testing/laboratory.ts';
import { type PageParts, page, pdfOf } from './testing/pdf-writer.ts';
import { upload } from './testing/uploading.ts';

const host = await testHost();
afterAll(() => host.stop());

async function answered(...pages: readonly PageParts[]) {
  const answer = await upload(host, [{ name: 'report.pdf', content: pdfOf(pages) }]);
  expect(answer.status, answer.text).toBe(200);
  return PdfAnswer.parse(answer.json);
}
const brief = ({ findings }: PdfAnswer) =>
  findings.map(({ name, value, unit, range, flag, page: at }) => [name, value, unit, range, flag, at]);

const names = ['Component', 'Value', 'Flag', 'Reference Range', 'Units'];
const rows = [
  ['Sodium', '139', '', '135-145', 'mmol/L'],
  ['Potassium', '5.9', 'H', '3.5-5.1', 'mmol/L'],
  ['Creatinine', '2.10', '', '0.60-1.30', 'mg/dL'],
  ['eGFR', '31', '', '>= 60', 'mL/min/1.73m2'],
  ['Platelets', '90', 'LL', '150-400', 'x10^9/L'],
  ['HIV Ag/Ab', 'Non-reactive', '', 'Non-reactive', ''],
  ['Hepatitis C Ab', 'Reactive', 'A', 'Non-reactive', ''],
];
const expected = [
  ['Potassium', '5.9', 'mmol/L', '3.5-5.1', 'H', 1],
  ['Creatinine', '2.10', 'mg/dL', '0.60-1.30', 'H', 1],
  ['eGFR', '31', 'mL/min/1.73m2', '>= 60', 'L', 1],
  ['Platelets', '90', 'x10^9/L', '150-400', 'LL', 1],
  ['Hepatitis C Ab', 'Reactive', null, 'Non-reactive', 'A', 1],
];

describe('a laboratory report', () => {
  test.each(['by row', 'by column'] as const)('leads its summary with what is abnormal, drawn %s', async (order) => {
    const answer = await answered(tablePage([40, 200, 280, 330, 440], [['Laboratory report'], names, ...rows], order));
    expect(brief(answer)).toEqual(expected);
    const lines = answer.summary.split('\n');
    expect(lines.slice(0, 2)).toEqual([
      'Potassium 5.9 mmol/L: H (reference 3.5-5.1).',
      'Creatinine 2.10 mg/dL: H (reference 0.60-1.30).',
    ]);
    expect(answer.citations).toContainEqual({ statement: lines[0], file: 0, page: 1 });
    expect(answer.warnings).toEqual([]);
    const { json } = await host.call('GET', `/api/v1/documents/${answer.id}`);
    expect(json).toMatchObject({ findings: answer.findings, coverage: { omitted: expect.any(Array) } });
  });

  test('is read with its columns in another order, and the units with their signs', async () => {
    const header = ['Flag', 'Analyte', 'Reference', 'Units', 'Result'];
    const other = [
      ['*', 'Ferritin', '30 - 400', '\xb5g/L', '12'],
      ['', 'TSH', '0.4 - 4.0', '\xb5IU/mL', '2.2'],
      ['', 'Cholesterol', '< 200', 'mg/dL', '240'],
    ];
    expect(brief(await answered(tablePage([40, 80, 220, 330, 440], [header, ...other])))).toEqual([
      ['Ferritin', '12', '\xb5g/L', '30 - 400', '*', 1],
      ['Cholesterol', '240', 'mg/dL', '< 200', 'H', 1],
    ]);
  });

  test('goes on on the next page, with earlier results beside the current ones', async () => {
    const header = ['Test', '2026-11-20', '2026-08-01', 'Reference', 'Unit'];
    const columns = [40, 200, 290, 380, 470];
    const answer = await answered(
      tablePage(columns, [header, ['Hemoglobin', '9.8', '13.2', '12.0-16.0', 'g/dL']]),
      tablePage(columns, [
        ['WBC', '7.1', '14.0', '4.0-11.0', 'x10^9/L'],
        ['CRP', '88', '3', '< 5', 'mg/L'],
      ]),
    );
    expect(brief(answer)).toEqual([
      ['Hemoglobin', '9.8', 'g/dL', '12.0-16.0', 'L', 1],
      ['CRP', '88', 'mg/L', '< 5', 'H', 2],
    ]);
  });

  test('may have decimal commas', async () => {
    const german = [
      ['Untersuchung', 'Ergebnis', 'Einheit', 'Referenzbereich'],
      ['Kalium', '5,9', 'mmol/l', '3,5-5,1'],
      ['Natrium', '140', 'mmol/l', '135-145'],
    ];
    expect(brief(await answered(tablePage([40, 200, 300, 400], german)))).toEqual([
      ['Kalium', '5,9', 'mmol/l', '3,5-5,1', 'H', 1],
    ]);
  });
});

describe('a discharge letter', () => {
  const letter = page(
    'Discharge summary for Jane Roe, seen on the cardiology ward.',
    'Allergies: penicillin (rash).',
    'Diagnosis: acute heart failure and type 2 diabetes.',
    'Started: furosemide 40 mg once daily.',
    'Stopped: amlodipine 10 mg because of leg swelling.',
    'Metformin was increased from 500 mg to 1000 mg twice daily.',
    'The weather was fine and the patient enjoyed the view from the ward.',
    'Blood cultures are pending at discharge.',
    'Follow-up with Dr. Adler in two weeks.',
  );

  test('keeps allergies, changes of medicines, pending results and follow-up in its summary', async () => {
    const { summary, warnings, id } = await answered(letter);
    for (const word of ['penicillin', 'furosemide 40 mg', 'amlodipine', '1000 mg', 'pending', 'two weeks']) {
      expect(summary.toLowerCase()).toContain(word);
    }
    expect(warnings).toEqual([]);
    expect((await host.call('GET', `/api/v1/documents/${id}`)).json).toMatchObject({ language: 'en' });
  });
});
