import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CliHost, startCli } from '../../core/cli/testing.ts';
import { toneWordIn, writeToneWords } from '../../providers/transcriber/testing/tone-words.ts';
import { type OpenAiAudioDouble, startOpenAiAudio } from '../doubles/openai-audio.ts';

/**
 * The whole host in a process of its own, killed while a recording is recognised piece by piece. What the recogniser
 * counts tells whether a piece that was answered was asked for again.
 */
const key = 'a-key-for-pieces-that-is-long-enough';
const order = 'POST /v1/audio/transcriptions';
const pieces = 5;
const words = Array.from({ length: 20 }, (_, number) => {
  const startMs = 100 + number * 500 + Math.floor(number / 4) * 1000;
  return { number, startMs, endMs: startMs + 350 };
});
const said = words.map(({ number }) => `w${number}`).join(' ');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let recogniser: OpenAiAudioDouble;
let recording: Buffer<ArrayBuffer>;
beforeEach(async () => {
  folder = await temporaryFolder();
  recogniser = await startOpenAiAudio({ hear: (samples) => ` ${toneWordIn(samples)}` });
  const { path } = await writeToneWords(join(folder.path, 'visit.wav'), 15_000, words);
  recording = Buffer.from(await readFile(path));
  await configure();
});
afterEach(async () => {
  await recogniser.stop();
  await folder.remove();
});

async function configure({ model = 'whisper-1', ...rest }: { model?: string; encryption?: object } = {}) {
  const { baseUrl, apiKey } = recogniser;
  const config = {
    http: { rateLimit: { perMinute: 0 } },
    log: { level: 'error' },
    providers: {
      transcriber: { use: 'openai-compatible', with: { baseUrl, apiKey, model, pieceMinutes: 0.05 } },
    },
    ...rest,
  };
  await writeFile(join(folder.path, 'config.yaml'), JSON.stringify(config));
}

const start = (): Promise<CliHost> =>
  startCli(['--data', join(folder.path, 'data'), '--config', join(folder.path, 'config.yaml')], {
    environment: { CHRONOSCRIBE_API_KEY: key },
  });

async function kill(host: CliHost): Promise<void> {
  host.process.kill('SIGKILL');
  await host.finished;
}

const send = (host: CliHost, path: string, init: RequestInit = {}) =>
  fetch(host.url + path, { ...init, headers: { ...init.headers, 'x-api-key': key, prefer: 'respond-async' } });

async function submit(host: CliHost): Promise<string> {
  const body = new FormData();
  body.append('file', new File([recording], 'visit.wav'));
  const response = await send(host, '/api/v1/transcripts/upload_audio_file', { method: 'POST', body });
  return ((await response.json()) as { id: string }).id;
}

interface Run {
  readonly status: string;
  readonly result: { readonly transcript: string } | null;
  readonly error: { readonly detail: readonly { readonly type: string }[] } | null;
}

const runOf = async (host: CliHost, id: string) => (await (await send(host, `/api/v1/runs/${id}`)).json()) as Run;

const ended = (host: CliHost, id: string, status: string) =>
  expect.poll(async () => (await runOf(host, id)).status, { timeout: 60_000 }).toBe(status);

/** Sees that the run is done and its transcript whole. */
async function expectWhole(host: CliHost, id: string): Promise<void> {
  await ended(host, id, 'done');
  const { result } = await runOf(host, id);
  expect((result?.transcript.match(/\bw\d+/g) ?? []).join(' ')).toBe(said);
}

/** Starts a host and a run whose recogniser answers so many pieces and hangs at the next. */
async function hangingAfter(answered: number): Promise<{ readonly host: CliHost; readonly id: string }> {
  recogniser.fail({ fault: { fault: 'hang' }, on: order, after: answered, times: 1 });
  const host = await start();
  const id = await submit(host);
  await expect.poll(() => recogniser.count(order), { timeout: 30_000 }).toBe(answered + 1);
  return { host, id };
}

async function checkpoints(): Promise<readonly string[]> {
  const blobs = join(folder.path, 'data', 'blobs');
  const found = await readdir(blobs, { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile() && entry.parentPath.endsWith('checkpoints'))
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('a host that is killed while a recording is recognised', () => {
  test.each([0, 1, pieces - 1])(
    'after %i pieces asks for none of them again, and no word is lost',
    async (answered) => {
      const { host: first, id } = await hangingAfter(answered);
      await kill(first);
      expect(await checkpoints()).toHaveLength(answered);

      const second = await start();
      await expectWhole(second, id);
      // The piece that was interrupted is asked for twice.
      expect(recogniser.count(order)).toBe(pieces + 1);
      await expect.poll(checkpoints).toEqual([]);
      await second.stop();
    },
  );

  test('or stopped, does so too', async () => {
    const { host: first, id } = await hangingAfter(2);
    await first.stop();
    const second = await start();
    await expectWhole(second, id);
    expect(recogniser.count(order)).toBe(pieces + 1);
    await second.stop();
  });

  test('asks anew where another model is configured', async () => {
    const { host: first, id } = await hangingAfter(2);
    await kill(first);
    await configure({ model: 'gpt-4o-transcribe' });
    const second = await start();
    await expectWhole(second, id);
    expect(recogniser.count(order)).toBe(3 + pieces);
    await second.stop();
  });

  test('keeps what was heard as it keeps all that is clinical: sealed, where there is a key', async () => {
    await configure({ encryption: { key: Buffer.alloc(32, 7).toString('base64') } });
    const { host: first, id } = await hangingAfter(2);
    await kill(first);
    const kept = await checkpoints();
    expect(kept).toHaveLength(2);
    for (const path of kept) expect(await readFile(path, 'latin1')).not.toMatch(/" ?w\d+|utterances/);
    const second = await start();
    await expectWhole(second, id);
    expect(recogniser.count(order)).toBe(pieces + 1);
    await second.stop();
  });

  test('shares nothing between two runs of one recording', async () => {
    const { host: first, id } = await hangingAfter(2);
    const other = await submit(first);
    await expectWhole(first, other);
    await kill(first);
    const second = await start();
    await expectWhole(second, id);
    expect(recogniser.count(order)).toBe(3 + pieces + pieces - 2);
    await second.stop();
  });
});

describe('a recording of which a piece was refused', () => {
  const refuseThird = () => recogniser.fail({ fault: { fault: 'status', status: 401 }, on: order, after: 2, times: 1 });

  test('costs that piece and the rest when its run is retried', async () => {
    refuseThird();
    const host = await start();
    const id = await submit(host);
    await ended(host, id, 'failed');
    await send(host, `/api/v1/runs/${id}/retry`, { method: 'POST' });
    await expectWhole(host, id);
    expect(recogniser.count(order)).toBe(pieces + 1);
    await host.stop();
  });

  test('is recognised anew when its run is retried from that step', async () => {
    refuseThird();
    const host = await start();
    const id = await submit(host);
    await ended(host, id, 'failed');
    await send(host, `/api/v1/runs/${id}/retry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'transcript' }),
    });
    await expectWhole(host, id);
    expect(recogniser.count(order)).toBe(3 + pieces);
    await host.stop();
  });

  test('leaves nothing when its run is deleted', async () => {
    refuseThird();
    const host = await start();
    const id = await submit(host);
    await ended(host, id, 'failed');
    expect(await checkpoints()).toHaveLength(2);
    await send(host, `/api/v1/runs/${id}`, { method: 'DELETE' });
    await expect.poll(checkpoints).toEqual([]);
    await host.stop();
  });
});

test('a run that is cancelled leaves nothing of what was heard', async () => {
  const { host, id } = await hangingAfter(3);
  expect(await checkpoints()).toHaveLength(3);
  await send(host, `/api/v1/runs/${id}`, { method: 'DELETE' });
  await expect.poll(checkpoints).toEqual([]);
  await host.stop();
});
