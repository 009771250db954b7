import { testHost } from 'chronoscribe/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { tone, wav } from '../../plugins/transcripts/testing/sounds.ts';
import { startOpenAiAudio } from '../doubles/openai-audio.ts';

const order = 'POST /v1/audio/transcriptions';
const upload = '/api/v1/transcripts/upload_audio_file';
const recogniser = await startOpenAiAudio();
const { baseUrl, apiKey } = recogniser;
const host = await testHost({
  config: {
    runs: { waitForProvidersMinutes: 1 },
    providers: { transcriber: { use: 'openai-compatible', with: { baseUrl, apiKey, model: 'whisper-1' } } },
  },
});
beforeEach(() => recogniser.reset());
afterAll(async () => {
  await host.stop();
  await recogniser.stop();
});

function send(headers: Readonly<Record<string, string>>) {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(wav(tone(2)))], 'visit.wav'));
  return host.call('POST', upload, { form, headers });
}

const runOf = async (id: string) => (await host.call('GET', `/api/v1/runs/${id}`)).json;
const loading = { fault: { fault: 'status', status: 503, body: '{"status":"loading model"}' }, on: order } as const;

test('a run waits for a recogniser that is away, says so while it waits, and is done when that is back', async () => {
  await recogniser.refuse();
  const { status, json } = await send({ prefer: 'respond-async' });
  expect(status).toBe(202);
  const { id } = json as { id: string };
  const waiting = {
    name: 'transcript',
    status: 'running',
    error: expect.objectContaining({ status: 503 }),
  };
  await expect
    .poll(() => runOf(id), { timeout: 20_000 })
    .toMatchObject({ status: 'running', steps: expect.arrayContaining([expect.objectContaining(waiting)]) });
  await recogniser.listen();
  await expect.poll(() => runOf(id), { timeout: 30_000 }).toMatchObject({ status: 'done' });
});

test('a client that follows events is told what is waited for', async () => {
  recogniser.fail({ ...loading, times: 4 });
  const { text } = await send({ accept: 'text/event-stream' });
  expect(text.match(/event: waiting\ndata: .*with 503/g)).toHaveLength(4);
  expect(text).toContain('event: result');
});

test('a request that is held open is answered after three attempts', async () => {
  recogniser.fail(loading);
  const { status, json } = await send({});
  expect(status).toBe(503);
  expect(json).toMatchObject({ detail: [{ type: 'provider_unavailable' }] });
  expect(recogniser.count(order)).toBe(3);
});

test('a refused key fails at once, whoever waits', async () => {
  recogniser.fail({ fault: { fault: 'status', status: 401 }, on: order });
  const { json } = await send({ prefer: 'respond-async' });
  const { id } = json as { id: string };
  await expect.poll(() => runOf(id), { timeout: 20_000 }).toMatchObject({ status: 'failed' });
  expect(recogniser.count(order)).toBe(1);
});
