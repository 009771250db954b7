import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineProvider, Problem } from 'chronoscribe';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type OpenPlace, places } from '../../test/live/places.ts';
import { tone, wav } from '../transcripts/testing/sounds.ts';
import { sendPiece } from '../transcripts/testing/visits.ts';

/** The samples of the sound that the recogniser was given last, and how often it was asked. */
let given: Int16Array = new Int16Array();
let isUnavailable = false;
/** Stands for a recogniser: tells the length of what it hears. */
const scripted = defineProvider({
  kind: Transcriber,
  name: 'scripted',
  config: z.strictObject({}),
  create: () => ({
    async transcribe({ path, durationMs }) {
      if (isUnavailable) throw new Problem('provider-unavailable', { detail: 'The recogniser is away.' });
      const file = await readFile(path);
      given = new Int16Array(file.buffer.slice(file.byteOffset + 44, file.byteOffset + file.byteLength));
      const text = `My knee hurts for ${durationMs} milliseconds.`;
      return {
        language: 'en',
        utterances: [{ speaker: 'A', startMs: 0, endMs: durationMs, text, confidence: 0.9 }],
        engine: { provider: 'scripted', model: null, version: null },
        warnings: [],
      };
    },
  }),
});
const start = (options = {}) => testHost({ providers: [{ provider: scripted }], ...options });

let host: TestHost;
beforeAll(async () => {
  host = await start();
});
afterAll(() => host.stop());

const Opened = z.object({ id: z.string(), upload: z.string(), status: z.string(), bytes: z.number() });
async function open(settings = {}, on = host) {
  const answer = await on.call('POST', '/api/v1/transcripts/live', { json: settings });
  expect(answer.status).toBe(201);
  return Opened.parse(answer.json);
}
const finish = (id: string, on = host) => on.call('POST', `/api/v1/transcripts/live/${id}/finish`);

/** A WAV file whose header leaves its length open, as a recorder writes it that does not know when it will end. */
function recorder(sound: Float32Array): Uint8Array {
  const file = wav(sound);
  const view = new DataView(file.buffer);
  view.setUint32(4, 0xffffffff, true);
  view.setUint32(54, 0xffffffff, true);
  return file;
}
const silence = (seconds: number) => new Float32Array(seconds * 16_000);
const joined = (...sounds: readonly Float32Array[]) => Float32Array.from(sounds.flatMap((sound) => [...sound]));

/** Sends a file in pieces of a second. @returns the offset after it */
async function record(upload: string, file: Uint8Array, from = 0, on = host): Promise<number> {
  for (let at = 0; at < file.length; at += 32_000) {
    const piece = file.subarray(at, at + 32_000);
    expect((await sendPiece(on, upload, from + at, piece)).status).toBe(204);
  }
  return from + file.length;
}

/** Reads events until `count` segments have come. */
async function segmentsOf(id: string, count: number, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${host.url}/api/v1/transcripts/live/${id}/events`, {
    headers: { 'x-api-key': host.key, accept: 'text/event-stream', ...headers },
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.split('event: segment').length > count) break;
  }
  const levels = text.split('event: level').length - 1;
  const segments = text.split('\n\n').filter((event) => event.startsWith('event: segment'));
  return { levels, ids: segments.map((event) => /^id: (.*)$/m.exec(event)?.[1]), text };
}

describe.each(places)('a recording that is sent while somebody speaks, kept in $name,', (place) => {
  let inFiles: TestHost;
  let opened: OpenPlace;
  beforeAll(async () => {
    inFiles = host;
    opened = await place.open();
    host = await start({ config: { providers: opened.providers } });
  });
  afterAll(async () => {
    await host.stop();
    await opened.close();
    host = inFiles;
  });

  test('is heard after each pause, and becomes the record of the whole sound', async () => {
    const { id, upload } = await open({ template: 'dap', language: 'en' });
    const sound = joined(tone(2), silence(1), tone(3), silence(1));
    await record(upload, recorder(sound));
    const { ids, text } = await segmentsOf(id, 2);
    expect(ids).toHaveLength(2);
    expect(text).toContain('My knee hurts');
    // Who connects again with the last id gets what is new alone.
    expect((await segmentsOf(id, 1, { 'last-event-id': ids[0] ?? '' })).ids).toEqual([ids[1]]);

    const answer = await finish(id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-location')).toBe(`/api/v1/transcripts/${id}`);
    expect(given.length).toBe(sound.length);
    expect((await host.call('GET', `/api/v1/transcripts/${id}`)).json).toMatchObject({
      template: 'dap',
      durationMs: 7000,
    });
    // Nothing of it is left but the record; a repeated call gets the same answer.
    expect((await host.call('GET', '/api/v1/transcripts/live')).json).toEqual({ items: [] });
    expect((await host.call('HEAD', upload, { headers: { 'tus-resumable': '1.0.0' } })).status).toBe(404);
    expect((await finish(id)).json).toEqual(answer.json);
  });

  test('tells how loud it is', async () => {
    const { id, upload } = await open();
    const watched = segmentsOf(id, 1);
    await record(upload, recorder(joined(tone(3, { level: 0.5 }), silence(2))));
    const { text } = await watched;
    const levels = [...text.matchAll(/"level":(-?[\d.]+)/g)].map(([, level]) => Number(level));
    expect(Math.max(...levels)).toBeGreaterThan(-30);
    await host.call('DELETE', `/api/v1/transcripts/live/${id}`);
  });

  test('goes on with a recorder of its own after the page was opened again', async () => {
    const { id, upload } = await open();
    const [first, second] = [tone(2.5, { hertz: 300 }), tone(1.5, { hertz: 500 })];
    const offset = await record(upload, recorder(first));
    await record(upload, recorder(second), offset);
    expect((await finish(id)).status).toBe(200);
    const expected = joined(first, second);
    expect(given.length).toBe(expected.length);
    const off = given.findIndex((sample, at) => Math.abs(sample - Math.round((expected[at] ?? 0) * 32_767)) > 1);
    expect(off).toBe(-1);
  });

  test('is there after the host has started again, and can be finished', async () => {
    const folder = await temporaryFolder();
    const { providers, close } = await place.open();
    const first = await start({ dataFolder: folder.path, config: { providers } });
    const { id, upload } = await open({}, first);
    const sound = tone(2);
    await record(upload, recorder(sound), 0, first);
    await first.stop();
    const second = await start({ dataFolder: folder.path, config: { providers } });
    const { json } = await second.call('GET', '/api/v1/transcripts/live');
    expect(json).toMatchObject({ items: [{ id, status: 'open', bytes: 58 + sound.length * 2 }] });
    expect((await finish(id, second)).status).toBe(200);
    expect(given.length).toBe(sound.length);
    await second.stop();
    await close();
    await folder.remove();
  });

  test('takes no sound that its record would lack', async () => {
    const { id, upload } = await open();
    const offset = await record(upload, recorder(tone(1)));
    await finish(id);
    expect((await sendPiece(host, upload, offset, new Uint8Array(10))).status).toBe(404);
  });

  test('keeps its sound when the record could not be made, so that it can be finished again', async () => {
    const { id, upload } = await open();
    await record(upload, recorder(tone(2)));
    isUnavailable = true;
    expect((await finish(id)).status).toBe(503);
    expect((await host.call('GET', `/api/v1/transcripts/live/${id}`)).json).toMatchObject({ status: 'failed' });
    isUnavailable = false;
    const answer = await finish(id);
    expect(answer.status).toBe(200);
    expect(given.length).toBe(32_000);
    expect((await host.call('GET', '/api/v1/transcripts/live')).json).toEqual({ items: [] });
  });

  test('makes one record if it is finished twice at once', async () => {
    const { id, upload } = await open();
    await record(upload, recorder(tone(2)));
    const answers = await Promise.all([finish(id), finish(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.json).toEqual(answers[1]?.json);
  });

  test('makes a grid where that is its form', async () => {
    const { id, upload } = await open({ form: 'chiropractic-grid' });
    await record(upload, recorder(tone(1)));
    expect((await finish(id)).json).toMatchObject({ plan_section: expect.stringMatching(/^Plan:/) });
  });
});

/** The files below a folder that hold some words. */
async function filesWith(folder: string, words: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // Sound that is being heard may be gone by now.
  const contentOf = (file: string) => readFile(file).catch(() => Buffer.alloc(0));
  const found = await Promise.all(files.map(async (file) => (await contentOf(file)).includes(words)));
  return files.filter((_, at) => found[at]);
}

test('what was said to a recording, and whose it is, is in no file once it is discarded', async () => {
  const { id, upload } = await open({ patient: { name: 'Adaeze Okafor' }, text: 'Dwell on the Quervain' });
  await record(upload, recorder(joined(tone(2.34), silence(1))));
  await segmentsOf(id, 1);
  expect(await filesWith(host.dataFolder, 'Adaeze')).toHaveLength(1);
  expect(await filesWith(host.dataFolder, 'My knee hurts for 2')).not.toEqual([]);
  expect((await host.call('DELETE', `/api/v1/transcripts/live/${id}`)).status).toBe(204);
  for (const words of ['Adaeze', 'Quervain', id.slice(9)]) {
    // The audit log names the recording.
    const files = await filesWith(host.dataFolder, words);
    expect(files.filter((file) => !/\/audit\/|\.db/.test(file))).toEqual([]);
  }
  expect(await filesWith(host.dataFolder, 'Adaeze')).toEqual([]);
});

describe('what is refused', () => {
  test('settings that the form does not know', async () => {
    const post = (json: object) => host.call('POST', '/api/v1/transcripts/live', { json });
    expect(await post({ form: 'sonnet' })).toMatchObject({
      status: 422,
      json: { detail: [{ loc: ['body', 'form'] }] },
    });
    expect((await post({ template: 'sonnet' })).text).toContain('soap');
    expect((await post({ speakers: 11 })).status).toBe(422);
  });

  test('finishing a recording without sound, and one that was discarded', async () => {
    const { id, upload } = await open();
    expect(await finish(id)).toMatchObject({ status: 422, json: { detail: [{ type: 'no_speech' }] } });
    const deleted = await host.call('DELETE', upload, { headers: { 'tus-resumable': '1.0.0' } });
    expect(deleted).toMatchObject({ status: 403, json: { detail: [{ type: 'upload_held' }] } });
    expect((await host.call('DELETE', `/api/v1/transcripts/live/${id}`)).status).toBe(204);
    expect((await finish(id)).status).toBe(404);
    expect((await host.call('HEAD', upload, { headers: { 'tus-resumable': '1.0.0' } })).status).toBe(404);
  });

  test('the recording of another account, as if it did not exist', async () => {
    const { key } = await host.newAccount();
    const { id } = await open();
    const path = `/api/v1/transcripts/live/${id}`;
    for (const [method, at] of [
      ['GET', path],
      ['GET', `${path}/events`],
      ['POST', `${path}/finish`],
      ['DELETE', path],
    ] as const) {
      expect((await host.call(method, at, { key })).status).toBe(404);
    }
    expect((await host.call('GET', '/api/v1/transcripts/live', { key })).json).toEqual({ items: [] });
    await host.call('DELETE', path);
  });
});
