import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CliHost, startCli } from '../../core/cli/testing.ts';
import { tone, wav } from '../../plugins/transcripts/testing/sounds.ts';
import { type AssemblyAiDouble, startAssemblyAi } from '../doubles/assemblyai.ts';
import { inSections } from '../doubles/model-server.ts';
import { type OllamaDouble, startOllama } from '../doubles/ollama.ts';

/**
 * The whole host in a process of its own, killed without warning in the middle of its work. What the two services count
 * tells whether a step
 * that was finished was done again.
 */
const key = 'a-key-for-crashes-that-is-long-enough';
const recording = new Uint8Array(wav(tone(1)));

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let assemblyai: AssemblyAiDouble;
let ollama: OllamaDouble;
beforeEach(async () => {
  folder = await temporaryFolder();
  assemblyai = await startAssemblyAi({ queuedPolls: 0, processingPolls: () => 0 });
  ollama = await startOllama('scribe');
  arrangeModel();
  const config = {
    http: { rateLimit: { perMinute: 0 } },
    log: { level: 'error' },
    providers: {
      transcriber: { use: 'assemblyai', with: { apiKey: assemblyai.apiKey, baseUrl: assemblyai.url, pollMs: 100 } },
      writer: { use: 'ollama', with: { model: 'scribe', baseUrl: ollama.url } },
    },
  };
  await writeFile(join(folder.path, 'config.yaml'), JSON.stringify(config));
});
afterEach(async () => {
  await assemblyai.stop();
  await ollama.stop();
  await folder.remove();
});

const start = (): Promise<CliHost> =>
  startCli(['--data', join(folder.path, 'data'), '--config', join(folder.path, 'config.yaml')], {
    environment: { CHRONOSCRIBE_API_KEY: key },
  });

async function kill(host: CliHost): Promise<void> {
  host.process.kill('SIGKILL');
  await host.finished;
}

async function submit(host: CliHost): Promise<string> {
  const form = new FormData();
  form.append('file', new File([recording], 'visit.wav'));
  const response = await fetch(`${host.url}/api/v1/transcripts/upload_audio_file`, {
    method: 'POST',
    body: form,
    headers: { 'x-api-key': key, prefer: 'respond-async' },
  });
  expect(response.status).toBe(202);
  return ((await response.json()) as { id: string }).id;
}

async function run(
  host: CliHost,
  id: string,
): Promise<{ status: string; step: string | null; result: { note: string } | null }> {
  const response = await fetch(`${host.url}/api/v1/runs/${id}`, { headers: { 'x-api-key': key } });
  return (await response.json()) as Awaited<ReturnType<typeof run>>;
}

const done = (host: CliHost, id: string) =>
  expect.poll(() => run(host, id), { timeout: 60_000 }).toMatchObject({ status: 'done' });

async function retry(host: CliHost, id: string): Promise<void> {
  const response = await fetch(`${host.url}/api/v1/runs/${id}/retry`, {
    method: 'POST',
    headers: { 'x-api-key': key },
  });
  expect(response.status).toBeLessThan(300);
}

/** The files that runs have, which are to be gone when they are done. */
async function blobs(): Promise<readonly string[]> {
  const entries = await readdir(join(folder.path, 'data', 'blobs'), { recursive: true, withFileTypes: true });
  const records = join(folder.path, 'data', 'blobs', 'records');
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.lock') && !entry.parentPath.startsWith(records))
    .map((entry) => entry.name);
}

/** Whether the note of a run is on the disk, read from the database of a host that is dead. */
function noteWasSaved(id: string): boolean {
  const database = new DatabaseSync(join(folder.path, 'data', 'workflows.db'), { readOnly: true });
  try {
    const saved = `select 1 from documents_engine_nodes
      where body ->> 'run' = ? and body ->> 'name' = 'note' and body ->> 'status' = 'completed'`;
    return database.prepare(saved).get(id) !== undefined;
  } finally {
    database.close();
  }
}

/** A model that writes one sentence, which it has to correct. What it is asked for: facts, note, correction, check. */
const toldOnce = 4;
function arrangeModel(): void {
  const wrong = { text: 'The lower back has hurt for 3 weeks.', evidence: ['s2'] };
  ollama.reply((chat) => inSections(chat, [wrong]), {
    repair: () => ({ text: 'The lower back has hurt since Tuesday.', evidence: ['s2'] }),
  });
}

const hold = { fault: { fault: 'hang' }, times: 1 } as const;
const orders = () => assemblyai.count('POST /v2/transcript');
const chats = () => ollama.count('POST /api/chat');

/** Kills the host in one step of the workflow: arranges that the step is reached, and waits until it is. */
const momentsOfDeath = [
  {
    step: 'transcript, at its beginning',
    arrange: () => undefined,
    reached: async () => undefined,
    orders: 1,
    chats: toldOnce,
  },
  {
    step: 'transcript',
    arrange: () => assemblyai.fail({ ...hold, on: 'GET /v2/transcript/*' }),
    reached: () => expect.poll(() => assemblyai.count('GET /v2/transcript/*')).toBe(1),
    orders: 1,
    chats: toldOnce,
  },
  // What is asked again is what was not answered.
  ...(['list the facts', 'write the note', 'correct a sentence', 'check it'] as const).map((part, answered) => ({
    step: `note, while the model is to ${part}`,
    arrange: () => ollama.fail({ ...hold, on: 'POST /api/chat', after: answered }),
    reached: () => expect.poll(chats).toBe(answered + 1),
    orders: 1,
    chats: toldOnce + 1,
  })),
] as const;

describe('kill -9', () => {
  test.each(momentsOfDeath)(
    'in the step $step: after the restart the run completes, and no finished step is done again',
    async (moment) => {
      moment.arrange();
      const first = await start();
      const id = await submit(first);
      await moment.reached();
      await kill(first);

      const second = await start();
      await done(second, id);
      expect((await run(second, id)).result?.note).toContain('The lower back has hurt since Tuesday.');
      expect([orders(), chats()]).toEqual([moment.orders, moment.chats]);
      await expect.poll(blobs).toEqual([]);
      await second.stop();
    },
  );

  test('in the step record, and at moments that nobody chose: the run completes, and a note that was written is not written again', async () => {
    for (const delayMs of [0, 5, 20]) {
      await ollama.reset();
      arrangeModel();
      await assemblyai.reset();
      const first = await start();
      const id = await submit(first);
      await expect.poll(chats, { interval: 5 }).toBeGreaterThan(0);
      await wait(delayMs);
      await kill(first);
      const written = noteWasSaved(id);

      const second = await start();
      await done(second, id);
      expect(orders()).toBe(1);
      // At most the answer that was under way is asked for again.
      expect(chats()).toBeLessThanOrEqual(written ? toldOnce : toldOnce + 1);
      await expect.poll(blobs).toEqual([]);
      await second.stop();
    }
  });

  test('again and again: the run completes, or fails as a crash loop and completes once it is retried', async () => {
    let host = await start();
    const id = await submit(host);
    for (let death = 0; death < 4; death += 1) {
      await wait(30 * death);
      await kill(host);
      host = await start();
    }
    await expect.poll(async () => (await run(host, id)).status, { timeout: 60_000 }).toMatch(/^(done|failed)$/);
    const { status } = await run(host, id);
    if (status === 'failed') await retry(host, id);
    await done(host, id);
    await expect.poll(blobs).toEqual([]);
    await host.stop();
  });

  test('while it tried whether it can write, or opened a temporary file: the next start takes the file away', async () => {
    const data = join(folder.path, 'data');
    const left = ['chronoscribe.db.0b7c.tmp', '.temp-0b7c.tmp'];
    const first = await start();
    await kill(first);
    for (const name of left) await writeFile(join(data, name), '');

    const second = await start();
    expect((await readdir(data)).filter((name) => left.includes(name))).toEqual([]);
    await second.stop();
  });

  test('while an upload comes in: nothing of it stays, and what was taken before is not lost', async () => {
    ollama.fail({ ...hold, on: 'POST /api/chat' });
    const first = await start();
    const id = await submit(first);
    await expect.poll(chats).toBe(1);
    const client = new AbortController();
    const endless = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(
          new TextEncoder().encode('--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n'),
        );
        controller.enqueue(recording);
        controller.enqueue(new Uint8Array(200_000));
      },
    });
    const sending = fetch(`${first.url}/api/v1/transcripts/upload_audio_file`, {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=b' },
      signal: client.signal,
    } as RequestInit).catch(() => undefined);
    await wait(300);
    await kill(first);
    await sending;

    const second = await start();
    await done(second, id);
    await expect.poll(blobs).toEqual([]);
    await second.stop();
  });
});
