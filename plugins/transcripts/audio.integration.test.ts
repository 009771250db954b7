import { defineProvider } from 'chronoscribe';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tone, wav } from './testing/sounds.ts';
import { recorded } from './testing/visits.ts';

/** Stands for a recogniser. */
const scripted = defineProvider({
  kind: Transcriber,
  name: 'scripted',
  config: z.strictObject({}),
  create: () => ({
    transcribe: async () => ({
      language: 'en',
      utterances: [{ speaker: 'A', startMs: 0, endMs: 900, text: 'My knee hurts on the stairs.', confidence: 0.9 }],
      engine: { provider: 'scripted', model: null, version: null },
      warnings: [],
    }),
  }),
});
const sound = wav(tone(3));

let host: TestHost;
afterEach(() => host.stop());

const hostWith = (keepAudio: unknown, dataFolder?: string) =>
  testHost({
    providers: [{ provider: scripted }],
    config: { plugins: { transcripts: { with: { keepAudio } } } },
    ...(dataFolder !== undefined && { dataFolder }),
  });

async function recordWith(keepAudio: unknown, dataFolder?: string): Promise<string> {
  host = await hostWith(keepAudio, dataFolder);
  return recorded(host, sound);
}

/** As a browser's player asks for it. */
async function play(id: string, range?: string, key = host.key) {
  const response = await fetch(`${host.url}/api/v1/transcripts/${id}/audio`, {
    headers: { 'x-api-key': key, ...(range !== undefined && { range }) },
  });
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, body };
}

describe('the sound of a record', () => {
  test('is played, as a whole and in parts, while its days last', async () => {
    const id = await recordWith(7);
    const whole = await play(id);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('audio/wav');
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    expect(whole.body.equals(Buffer.from(sound))).toBe(true);

    const last = sound.length - 1;
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 99],
      ['bytes=50000-', 50_000, last],
      ['bytes=-100', last - 99, last],
      [`bytes=1000-${last + 1000}`, 1000, last],
    ] as const) {
      const part = await play(id, range);
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${from}-${to}/${sound.length}`);
      expect(part.body.equals(Buffer.from(sound.subarray(from, to + 1)))).toBe(true);
    }
    expect((await play(id, `bytes=${sound.length}-`)).status).toBe(416);
    expect((await play(id, 'seconds=1-2')).status).toBe(200);
    expect((await play(id, undefined, (await host.newAccount()).key)).status).toBe(404);
  });

  test('is deleted once its days are over', async () => {
    const folder = await temporaryFolder();
    const id = await recordWith(7, folder.path);
    await host.stop();
    host = await hostWith(1e-9, folder.path);
    await expect.poll(async () => (await play(id)).status).toBe(404);
    expect((await host.call('GET', `/api/v1/transcripts/${id}`)).status).toBe(200);
  });

  test('is deleted with its record', async () => {
    const id = await recordWith(7);
    expect((await host.call('DELETE', `/api/v1/transcripts/${id}`)).status).toBe(204);
    expect((await play(id)).status).toBe(404);
  });

  test('is deleted when the record is signed, if it is kept until then', async () => {
    const id = await recordWith('until-signed');
    expect((await play(id)).status).toBe(200);
    const { json, headers } = await host.call('GET', `/api/v1/transcripts/${id}`);
    expect(headers.get('link')).toBe(`</api/v1/transcripts/${id}/audio>; rel="enclosure"`);
    const { warnings } = z.object({ warnings: z.array(z.string()) }).parse(json);
    const signed = await host.call('POST', `/api/v1/transcripts/${id}/sign`, { json: { acknowledge: warnings } });
    expect(signed.status).toBe(200);
    expect((await play(id)).status).toBe(404);
    expect((await host.call('GET', `/api/v1/transcripts/${id}`)).headers.get('link')).toBeNull();
  });

  test('is not kept otherwise', async () => {
    const id = await recordWith('none');
    expect(await play(id)).toMatchObject({ status: 404 });
  });
});
