import { Readable } from 'node:stream';
import { Blobs, definePlugin, manyFiles, route, type UploadedFile, workflow } from 'chronoscribe';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { printed } from '../../providers/ocr/testing/printed.ts';
import { page, pdfOf } from './testing/pdf-writer.ts';
import { scriptedOcr, scriptedWriter } from './testing/scripted.ts';
import { upload } from './testing/uploading.ts';

/** The plugin as it was before paragraphs had lines, up to the step before the summary. */
function olderPlugin(reached: () => void) {
  return definePlugin({
    name: 'pdfs',
    auth: 'clinical',
    needs: { blobs: Blobs },
    workflows: ({ needs: { blobs } }) => ({
      pdfSummary: workflow<{ readonly files: readonly UploadedFile[]; readonly createdAt: number }>('pdf-summary')
        .step('pages', () => [{ name: 'letter.pdf', pages: 2, title: null }])
        .step('text', () => [
          { file: 0, page: 1, paragraphs: ['Rest for two weeks.'], scanned: false },
          { file: 0, page: 2, paragraphs: [], scanned: true },
        ])
        .step('images', async (_, { runId }) => {
          const blob = `runs/${runId}/page-0-2.png`;
          await blobs.write(blob, Readable.from([printed(['Seen for knee pain.'])]));
          return [{ file: 0, page: 2, outcome: 'drawn', blob, width: 900, height: 120 }];
        })
        .each(
          'scans',
          ({ images }) => images,
          { concurrency: 4 },
          (scan) =>
            scan.step('scan', ({ item: { file, page: number } }) => ({
              ...{ file, page: number, outcome: 'read', engine: null, warnings: [] },
              paragraphs: ['Seen for knee pain.'],
            })),
        )
        .step('summary', (_, { signal }) => {
          reached();
          return new Promise<null>((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason as Error)),
          );
        })
        .answer(() => ({ body: null, location: '' })),
    }),
    routes: ({ workflows }) => [
      route({
        method: 'POST',
        path: '/api/v1/transcripts/upload_pdf_files',
        summary: 'Summarise',
        files: { files: manyFiles({ accept: ['application/pdf'], maxBytes: 1e6, description: 'PDFs' }) },
        response: z.null(),
        byRun: true,
        handle: ({ files: { files }, run }) => run(workflows.pdfSummary, { files, createdAt: 5000, text: '' }),
      }),
    ],
  });
}

test('a run that an update interrupts becomes a record, though its steps had other results before', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const reached = Promise.withResolvers<void>();
  const first = await testHost({ dataFolder: folder.path, plugins: [olderPlugin(reached.resolve)] });
  const content = pdfOf([page('Rest for two weeks.'), page('')]);
  const begun = await upload(first, [{ name: 'letter.pdf', content }], {}, { prefer: 'respond-async' });
  await reached.promise;
  await first.stop();

  const writer = scriptedWriter(({ passages }) => passages.map(({ id, text }) => ({ text, evidence: [id] })));
  const ocr = scriptedOcr(async () => ['Seen for knee pain.']);
  const second = await testHost({ dataFolder: folder.path, providers: [writer.provider, ocr.provider] });
  onTestFinished(() => second.stop());
  const run = async () => (await second.call('GET', `/api/v1/runs/${begun.headers.get('x-run-id')}`)).json;
  await expect.poll(run, { timeout: 20_000 }).toMatchObject({
    status: 'done',
    result: { summary: 'Rest for two weeks.\nSeen for knee pain.' },
  });
});
