import { readFile } from 'node:fs/promises';
import { defineProvider } from 'chronoscribe';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { onServers } from '../../test/live/places.ts';
import { tone, wav } from '../transcripts/testing/sounds.ts';
import { sendPiece } from '../transcripts/testing/visits.ts';

/** How many samples the recogniser was given last. */
let given = 0;
const scripted = defineProvider({
  kind: Transcriber,
  name: 'scripted',
  config: z.strictObject({}),
  create: () => ({
    async transcribe({ path, durationMs }) {
      given = ((await readFile(path)).length - 44) / 2;
      return {
        language: 'en',
        utterances: [{ speaker: 'A', startMs: 0, endMs: durationMs, text: 'My knee hurts.', confidence: 0.9 }],
        engine: { provider: 'scripted', model: null, version: null },
        warnings: [],
      };
    },
  }),
});

const servers = await onServers.open();
const start = () => testHost({ providers: [scripted], config: { cluster: true, providers: servers.providers } });
const hosts = [await start(), await start()];
afterAll(async () => {
  await Promise.all(hosts.map((host) => host.stop()));
  await servers.close();
});
const host = (turn: number): TestHost => {
  const found = hosts[turn % hosts.length];
  if (found === undefined) throw new Error('no host runs');
  return found;
};

test('a recording may be opened, sent, heard and finished at any of several hosts', async () => {
  const { key } = host(0);
  const opened = await host(0).call('POST', '/api/v1/transcripts/live', { json: {}, key });
  const { id, upload } = z.object({ id: z.string(), upload: z.string() }).parse(opened.json);
  const sound = new Float32Array(5 * 16_000);
  sound.set(tone(2));
  sound.set(tone(1), 3 * 16_000);
  const file = wav(sound);
  for (let at = 0; at < file.length; at += 32_000) {
    const piece = file.subarray(at, at + 32_000);
    expect((await sendPiece(host(at / 32_000 + 1), upload, at, piece, key)).status).toBe(204);
  }
  for (const each of hosts) {
    await expect
      .poll(async () => (await each.call('GET', `/api/v1/transcripts/live/${id}/events`, { key })).json)
      .toMatchObject({ segments: [{ startMs: expect.any(Number), text: 'My knee hurts.' }, {}] });
  }
  const finished = await host(1).call('POST', `/api/v1/transcripts/live/${id}/finish`, { key });
  expect(finished.status).toBe(200);
  expect(given).toBe(sound.length);
  const record = await host(0).call('GET', `/api/v1/transcripts/${id}`, { key });
  expect(record.json).toMatchObject({ durationMs: 5000, segments: [{ text: 'My knee hurts.' }] });
});
