import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PdfAnswer } from './record.ts';
import { scriptedOcr, scriptedWriter } from './testing/scripted.ts';
import { hasMalformed, malformedFiles } from './testing/shared.ts';
import { faults, upload } from './testing/uploading.ts';

/** One file in so many is sent, since all of them take five minutes; `MALFORMED=1` sends all. */
const every = Number(process.env.MALFORMED ?? 8);

const writer = scriptedWriter(({ passages }) => passages.map(({ id, text }) => ({ text, evidence: [id] })));
const ocr = scriptedOcr(async () => ['Read.']);

describe.skipIf(!hasMalformed)('damaged and unusual PDFs', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await testHost({ providers: [writer, ocr] });
  });
  afterAll(() => host.stop());

  const files = hasMalformed ? malformedFiles().filter((_, index) => index % every === 0) : [];
  test.for(files.map((path) => [basename(path), path] as const))(
    '%s is read, or rejected in the shape of the contract',
    async ([, path]) => {
      const answer = await upload(host, [{ name: 'file.pdf', content: new Uint8Array(await readFile(path)) }]);
      if (answer.status === 200) {
        const { pages, files: read } = PdfAnswer.parse(answer.json);
        expect(read).toMatchObject([{ pages }]);
      } else {
        expect(faults(answer)).toMatchObject([
          {
            loc: expect.stringMatching(/^body\.files/),
            type: expect.stringMatching(/^(unreadable_file|unsupported_media_type|too_many_pages)$/),
          },
        ]);
      }
    },
  );

  test('leave the host working', async () => {
    expect((await host.call('GET', '/health')).status).toBe(200);
  });
});
