import { testHost } from 'chronoscribe/testing';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { PdfAnswer } from './record.ts';
import { pdfOf } from './testing/pdf-writer.ts';
import { upload } from './testing/uploading.ts';

const host = await testHost();
afterAll(() => host.stop());

const Facts = z.object({ facts: z.array(z.object({ kind: z.string(), assertion: z.string(), text: z.string() })) });

/** Lines of text at places, in points from the top left corner. */
async function summaryOf(lines: readonly (readonly [text: string, x: number, y: number])[]) {
  const text = lines.map(([said, x, y]) => ({ text: said, x, y: 780 - y, size: 10 }));
  const answer = await upload(host, [{ name: 'letter.pdf', content: pdfOf([{ text }]) }]);
  expect(answer.status, answer.text).toBe(200);
  const { id, summary } = PdfAnswer.parse(answer.json);
  const record = await host.call('GET', `/api/v1/documents/${id}`);
  return {
    summary,
    facts: Facts.parse(record.json).facts.map(({ kind, assertion, text: said }) => [kind, assertion, said]),
  };
}

test('a table of medicines is read row by row, where its cells have several lines and stand in the middle', async () => {
  const { facts, summary } = await summaryOf([
    ...(
      [
        ['Medication', 40],
        ['Dose', 100],
        ['Status', 140],
        ['Comment', 220],
      ] as const
    ).map(([text, x]) => [text, x, 0] as const),
    ...(
      [
        ['Ramipril', 40],
        ['5 mg', 100],
        ['Continued', 140],
      ] as const
    ).map(([text, x]) => [text, x, 20] as const),
    ['2.5', 100, 44],
    ['Bisoprolol', 40, 50],
    ['New', 140, 50],
    ['mg', 100, 56],
    ['500', 100, 84],
    ['Naproxen', 40, 90],
    ['Stopped', 140, 90],
    ['mg', 100, 96],
  ]);
  expect(facts).toEqual([
    ['medication', 'present', 'Ramipril 5 mg'],
    ['medication', 'present', 'Bisoprolol 2.5 mg'],
    ['medication', 'stopped', 'Naproxen 500 mg (stopped)'],
  ]);
  expect(summary).toContain('Naproxen, 500 mg, Stopped.');
});

test('what is listed under a heading is what the heading says, in the facts and in the summary', async () => {
  const { facts, summary } = await summaryOf([
    ['Active problems', 40, 0],
    ['Type 2 diabetes', 60, 20],
    ['Resolved problems', 40, 60],
    ['Pulmonary embolism in 2016', 60, 80],
    ['Asthma', 60, 95],
    ['The letter was written for a clinician who has not met this patient before today.', 40, 150],
  ]);
  expect(facts.map(([, assertion, text]) => [assertion, text?.toLowerCase()])).toEqual([
    ['present', 'type 2 diabetes'],
    ['historical', 'pulmonary embolism'],
    ['historical', 'asthma'],
  ]);
  expect(summary).toContain('Resolved problems: Asthma');
});
