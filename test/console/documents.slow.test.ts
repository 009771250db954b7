import { testHost } from 'chronoscribe/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tablePage } from '../../plugins/pdfs/testing/laboratory.ts';
import { pdfOf, page as pdfPage } from '../../plugins/pdfs/testing/pdf-writer.ts';
import { violations } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const results = tablePage(
  [72, 220, 300, 380, 480],
  [
    ['Test', 'Result', 'Unit', 'Reference', 'Flag'],
    ['Sodium', '140', 'mmol/L', '135 - 145', ''],
    ['Potassium', '5.9', 'mmol/L', '3.5 - 5.1', 'H'],
  ],
);
const letter = pdfOf([pdfPage('Dear colleague,', 'the patient was seen for knee pain.'), results]);

describe.skipIf(browserPath === undefined)('a clinician who reads a document', () => {
  let screens: TestConsole | undefined;
  afterEach(() => screens?.closePages());

  test('sees the page of a result with its words marked', async ({ onTestFinished }) => {
    const host = await testHost({ config: { plugins: { documents: { with: { keepFiles: 'with-record' } } } } });
    onTestFinished(() => host.stop());
    screens = await openConsole(host);
    onTestFinished(() => screens?.close());
    const page = await screens.open('clinical/documents');
    await page.getByText('No documents yet').waitFor();
    const form = new FormData();
    form.append('files', new Blob([letter]), 'letter.pdf');
    const answer = await host.call('POST', '/api/v1/transcripts/upload_pdf_files', { form });
    const { id } = z.object({ id: z.string() }).parse(answer.json);

    // The list asks again by itself, every 30 seconds.
    await page.locator(`a[href$="/clinical/documents/${id}"]`).click({ timeout: 60_000 });
    await page.getByRole('img', { name: 'File 1, page 1' }).waitFor();
    const leftOut = page.getByRole('region', { name: 'Not in the summary' });
    await leftOut.getByRole('button').first().click();
    await page.getByRole('button', { name: 'Potassium', exact: true }).click();
    await page.getByRole('img', { name: 'File 1, page 2' }).waitFor();
    await page.getByTitle('5.9').waitFor();
    expect(await page.getByTitle('140').count()).toBe(0);
    await page.getByRole('button', { name: 'Previous page' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'File 1, page 1' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByText('Text', { exact: true }).click();
    await page.getByText('the patient was seen for knee pain.').first().waitFor();
  });
});
