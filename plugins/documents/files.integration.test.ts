import { readdir } from 'node:fs/promises';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { page, pdfOf } from '../pdfs/testing/pdf-writer.ts';
import { scriptedOcr, scriptedWriter } from '../pdfs/testing/scripted.ts';
import { upload } from '../pdfs/testing/uploading.ts';
import { recorded } from '../transcripts/testing/visits.ts';

const letter = pdfOf([page('Seen for knee pain.'), page('To come back in May.')]);
const report = pdfOf([page('No fracture.')]);
const Kept = z.object({ kept_files: z.array(z.object({ file: z.number(), type: z.string(), bytes: z.number() })) });
const Id = z.object({ id: z.string() });

let host: TestHost;
afterEach(() => host.stop());

const start = (keepFiles: unknown, dataFolder?: string) =>
  testHost({
    providers: [scriptedWriter(() => []), scriptedOcr(async () => ['Words from a picture.'])],
    config: { plugins: { documents: { with: { keepFiles } } } },
    ...(dataFolder !== undefined && { dataFolder }),
  });

async function letterWith(keepFiles: unknown, dataFolder?: string): Promise<string> {
  host = await start(keepFiles, dataFolder);
  const files = [
    { name: 'letter.pdf', content: letter },
    { name: 'report.pdf', content: report },
  ];
  const answer = await upload(host, files);
  expect(answer.status, answer.text).toBe(200);
  return Id.parse(answer.json).id;
}

async function read(id: string, file: number | string, key = host.key) {
  const response = await fetch(`${host.url}/api/v1/documents/${id}/files/${file}`, { headers: { 'x-api-key': key } });
  return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}
const keptOf = async (id: string) => Kept.parse((await host.call('GET', `/api/v1/documents/${id}`)).json).kept_files;
/** Files of the data folder that are named as those of a record are. */
const onDisk = async () =>
  (await readdir(host.dataFolder, { recursive: true })).filter((name) => /source\.\d+\.\w+$/.test(name));

describe('the files of a document', () => {
  test('are read as they were sent, in the order of the request, and by nobody else', async () => {
    const id = await letterWith('with-record');
    const type = 'application/pdf';
    expect(await keptOf(id)).toEqual([
      { file: 0, type, bytes: letter.length },
      { file: 1, type, bytes: report.length },
    ]);
    const first = await read(id, 0);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe(type);
    expect(first.body.equals(Buffer.from(letter))).toBe(true);
    expect((await read(id, 1)).body.equals(Buffer.from(report))).toBe(true);
    for (const nothing of [2, '00', 'x']) expect((await read(id, nothing)).status).toBe(404);
    expect((await read(id, 0, (await host.newAccount()).key)).status).toBe(404);
  });

  test('are deleted with their record', async () => {
    const id = await letterWith('with-record');
    expect(await onDisk()).toHaveLength(2);
    expect((await host.call('DELETE', `/api/v1/documents/${id}`)).status).toBe(204);
    expect(await onDisk()).toEqual([]);
    expect((await read(id, 0)).status).toBe(404);
  });

  test('are deleted once their days are over, and the record is not', async () => {
    const folder = await temporaryFolder();
    const id = await letterWith(7, folder.path);
    await host.stop();
    host = await start(1e-9, folder.path);
    await expect.poll(() => keptOf(id)).toEqual([]);
    expect((await read(id, 0)).status).toBe(404);
  });

  test('are not kept unless a setting says so', async () => {
    const id = await letterWith('none');
    expect(await keptOf(id)).toEqual([]);
    expect(await onDisk()).toEqual([]);
  });

  test('are pictures too', async () => {
    host = await start('with-record');
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
    const id = await recorded(host, picture, { to: 'upload_image_file', name: 'scan.png' });
    const { headers, body } = await read(id, 0);
    expect(headers.get('content-type')).toBe('image/png');
    expect(body.equals(picture)).toBe(true);
  });
});
