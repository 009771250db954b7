import { Readable } from 'node:stream';
import { Blobs, definePlugin, oneFile, route, type UploadedFile, workflow } from 'chronoscribe';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { printed } from '../../providers/ocr/testing/printed.ts';

const picture = printed(['Ibuprofen 400 mg twice a day.']);
const engine = { provider: 'older', model: null, version: null };

/** The plugin as it was before it checked what was written, up to its last step. */
function olderPlugin(reached: () => void) {
  return definePlugin({
    name: 'images',
    auth: 'clinical',
    needs: { blobs: Blobs },
    workflows: ({ needs: { blobs } }) => ({
      imageAnalysis: workflow<{ readonly file: UploadedFile; readonly text: string; readonly createdAt: number }>(
        'image-analysis',
      )
        .step('picture', async (_, { runId }) => {
          const blob = `runs/${runId}/page.png`;
          await blobs.write(blob, Readable.from([picture]));
          const drawn = { blob, width: 900, height: 120 };
          return { page: drawn, view: drawn, width: 900, height: 120 };
        })
        .step('text', () => ({
          lines: [{ text: 'Ibuprofen 400 mg twice a day.', confidence: 0.9 }],
          engine,
          warnings: [],
        }))
        .step('analysis', () => ({
          sees: false,
          draft: {
            sections: [
              {
                name: 'Analysis',
                statements: [{ text: 'Ibuprofen 400 mg twice a day.', evidence: ['p1'], grounded: true }],
              },
            ],
            engine,
            warnings: [],
          },
        }))
        .step('record', (_, { signal }) => {
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
        path: '/api/v1/transcripts/upload_image_file',
        summary: 'Analyse',
        files: { file: oneFile({ accept: ['image/png'], maxBytes: 1e6, description: 'A picture' }) },
        response: z.null(),
        byRun: true,
        handle: ({ files: { file }, run }) => run(workflows.imageAnalysis, { file, createdAt: 5000, text: '' }),
      }),
    ],
  });
}

test('a run that an update interrupts becomes a record, with the check that it had no step for', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const reached = Promise.withResolvers<void>();
  const first = await testHost({ dataFolder: folder.path, plugins: [olderPlugin(reached.resolve)] });
  const form = new FormData();
  form.set('file', new File([new Uint8Array(picture)], 'label.png'));
  const headers = { prefer: 'respond-async' };
  const begun = await first.call('POST', '/api/v1/transcripts/upload_image_file', { form, headers });
  await reached.promise;
  await first.stop();

  const second = await testHost({ dataFolder: folder.path });
  onTestFinished(() => second.stop());
  const run = async () => (await second.call('GET', `/api/v1/runs/${begun.headers.get('x-run-id')}`)).json;
  await expect.poll(run, { timeout: 20_000 }).toMatchObject({
    status: 'done',
    result: { analysis: 'Ibuprofen 400 mg twice a day.', warnings: expect.any(Array) },
  });
});
