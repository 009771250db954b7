import { testHost } from 'chronoscribe/testing';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { printed } from '../../providers/ocr/testing/printed.ts';
import { PdfAnswer } from './record.ts';
import { page, pdfOf } from './testing/pdf-writer.ts';
import { upload } from './testing/uploading.ts';

/** Uses the real recogniser, writer and records of an unconfigured host. */
const host = await testHost();
afterAll(() => host.stop());

test('a scanned letter gives a summary that cites its page', async () => {
  const lines = [
    'Discharge letter',
    '',
    'The patient was admitted with chest pain.',
    'Aspirin 81 mg daily was started.',
  ];
  const { data: grey, info } = await sharp(printed(lines)).greyscale().raw().toBuffer({ resolveWithObject: true });
  const scan = {
    picture: { width: info.width, height: info.height, grey },
    size: [595, (595 * info.height) / info.width],
  } as const;
  const content = pdfOf([page('The patient was seen in the clinic on 4 May 2026 with pain in the left knee.'), scan]);

  const answer = await upload(host, [{ name: 'letter.pdf', content }]);
  expect(answer.status, answer.text).toBe(200);
  const { summary, citations, warnings } = PdfAnswer.parse(answer.json);
  expect(summary).toContain('Aspirin 81 mg daily');
  expect(citations).toContainEqual({ statement: expect.stringContaining('Aspirin 81 mg daily'), file: 0, page: 2 });
  expect(citations).toContainEqual({ statement: expect.stringContaining('left knee'), file: 0, page: 1 });
  expect(warnings).toContainEqual(expect.stringContaining('"letter.pdf" page 2'));
});
