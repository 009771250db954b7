import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineProvider } from 'chronoscribe';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { type TestHost, type TestResponse, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

/** Files that other programs stumbled over, sent everywhere: each is read, or refused as the fault of the file. */
const folder = resolve(import.meta.dirname, '../../shared/data/malformed');
const isThere = existsSync(folder);
if (!isThere) console.warn(`${folder} is absent: the tests that need it are skipped`);

const path = (name: string) => `/api/v1/transcripts/${name}`;
const recordings = ['upload_audio_file', 'grid_chiropractor'] as const;

/** Files of a folder by their paths below `folder`; of many one in `every`. */
function filesIn(below: string, every = 1): readonly string[] {
  if (!isThere) return [];
  return readdirSync(join(folder, below), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted()
    .filter((_, index) => index % every === 0);
}
const contentOf = (file: string) => readFileSync(join(folder, file));
const isPlainText = (file: string) => isUtf8(contentOf(file)) && !contentOf(file).some((byte) => byte < 9);

/** Hears the same in all that can be decoded: what is tested comes before it. */
const hearing = defineProvider({
  kind: Transcriber,
  name: 'hearing',
  config: z.strictObject({}),
  create: () => ({
    transcribe: async ({ durationMs }) => ({
      language: 'en',
      utterances: [{ speaker: 'A', startMs: 0, endMs: durationMs, text: 'My knee hurts.', confidence: 0.9 }],
      engine: { provider: 'hearing', model: null, version: null },
      warnings: [],
    }),
  }),
});

const Refusal = z.strictObject({
  detail: z
    .array(
      z.strictObject({
        loc: z.array(z.union([z.string(), z.int()])),
        msg: z.string().min(1),
        type: z.string().regex(/^[a-z_]+$/),
      }),
    )
    .min(1),
});

/**
 * The status, and of a refusal the type of its first fault. Throws where a refusal has not the shape of the contract.
 */
const outcome = ({ status, json }: TestResponse): string =>
  status === 200 ? '200' : `${status} ${Refusal.parse(json).detail[0]?.type}`;
const faultsOfTheFile =
  /^(200|413 too_large|415 unsupported_media_type|422 (unreadable_file|no_speech|too_many_pages))$/;

describe.skipIf(!isThere)('a file that is not what it seems', () => {
  let host: TestHost;
  let before: number;
  beforeAll(async () => {
    host = await testHost({ providers: [{ provider: hearing }] });
    before = process.memoryUsage.rss();
  });
  afterAll(() => host.stop());

  const send = (endpoint: string, field: 'file' | 'files', files: readonly string[]): Promise<TestResponse> => {
    const form = new FormData();
    for (const file of files) form.append(field, new Blob([contentOf(file)]), 'file');
    return host.call('POST', path(endpoint), { form });
  };

  describe.each(recordings)('sent to %s', (endpoint) => {
    // A file that takes longer hangs.
    test.each(filesIn('audio'))('%s is heard or refused', { timeout: 20_000 }, async (file) => {
      expect(outcome(await send(endpoint, 'file', [file]))).toMatch(faultsOfTheFile);
    });
  });

  test('among many fails by itself', { timeout: 120_000 }, async () => {
    const files = [...filesIn('audio'), ...filesIn('image', 60), ...filesIn('pdf', 60), ...filesIn('http', 50)];
    const answer = await send('batch', 'files', files);
    expect(answer.status).toBe(202);
    const { runs } = z.object({ runs: z.array(z.object({ location: z.string() })) }).parse(answer.json);
    expect(runs).toHaveLength(files.length);
    const Run = z.object({
      status: z.string(),
      error: z.object({ status: z.int(), detail: Refusal.shape.detail }).nullable(),
    });
    for (const [index, { location }] of runs.entries()) {
      const state = async () => Run.parse((await host.call('GET', location)).json);
      await expect.poll(async () => (await state()).status, { timeout: 20_000 }).toMatch(/^(done|failed)$/);
      const { status, error } = await state();
      const end = status === 'done' ? '200' : `${error?.status} ${error?.detail[0]?.type}`;
      expect(end, files[index]).toMatch(faultsOfTheFile);
    }
  });

  test.each([
    ...recordings.map((endpoint) => [endpoint, 'file', ['image', 'pdf']] as const),
    ['upload_image_file', 'file', ['audio', 'pdf']] as const,
    ['upload_pdf_files', 'files', ['audio', 'image']] as const,
  ])('sent to %s, where it does not belong, is refused by its content', async (endpoint, field, folders) => {
    for (const file of folders.flatMap((each) => filesIn(each, 8))) {
      const answer = await send(endpoint, field, [file]);
      // Plain text is a transcript, whatever the file was to be.
      const isTranscript = field === 'file' && endpoint !== 'upload_image_file' && isPlainText(file);
      const refused = /^(415 unsupported_media_type|422 unreadable_file)$/;
      expect(outcome(answer), file).toMatch(isTranscript ? faultsOfTheFile : refused);
    }
  });

  test('leaves a host that has not grown, and works', async () => {
    expect(process.memoryUsage.rss() - before).toBeLessThan(512 * 1024 ** 2);
    expect((await host.call('GET', '/health')).status).toBe(200);
    const form = new FormData();
    form.append('file', new Blob(['WEBVTT\n\n00:01.000 --> 00:02.000\nPatient: My knee hurts.\n']), 'visit.vtt');
    expect((await host.call('POST', path('upload_audio_file'), { form })).status).toBe(200);
  });
});

describe.skipIf(!isThere)('a request that is not what it seems', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await testHost();
  });
  afterAll(() => host.stop());

  test.each([...recordings, 'upload_image_file', 'upload_pdf_files', 'batch'])(
    'as a form for %s is refused',
    async (endpoint) => {
      const headers = { 'content-type': 'multipart/form-data; boundary=dfhjksd23f43242f43fv4b4g2g2g23vf2' };
      const files = filesIn('http');
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) {
        const answer = await host.call('POST', path(endpoint), { body: contentOf(file), headers });
        expect(outcome(answer), file).toMatch(/^(400|413|415|422) /);
      }
    },
  );

  test.each([
    ['POST', '/api/v1/webhooks'],
    ['GET', '/api/v1/transcripts'],
  ])('as JSON for %s %s is malformed where it is no JSON, and only there', async (method, at) => {
    const headers = { 'content-type': 'application/json' };
    for (const file of filesIn('json')) {
      const body = contentOf(file);
      const isJson = /\/y_/.test(file);
      const answer = await host.call(method, at, { body, headers });
      expect(answer.status, file).toBeLessThan(500);
      if (/\/n_/.test(file)) expect(outcome(answer), file).toBe('400 malformed_json');
      if (isJson && isObject(body)) expect(outcome(answer), file).not.toContain('malformed_json');
    }
  });
});

function isObject(json: Buffer): boolean {
  return z.record(z.string(), z.unknown()).safeParse(JSON.parse(json.toString('utf8'))).success;
}
