import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Problem } from 'chronoscribe';
import { type TranscribeOptions, Transcriber } from 'chronoscribe/kinds/transcriber';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import type { Checkpoint } from 'chronoscribe/types';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startAssemblyAi } from '../../../test/doubles/assemblyai.ts';
import { checkpointsInMemory } from '../testing/checkpoints.ts';
import { describeFailures, failed, patiently, problemOf } from '../testing/failing-service.ts';
import { writeRecording } from '../testing/recording.ts';
import assemblyai from './index.ts';

const folder = await temporaryFolder();
const speech = await writeRecording(join(folder.path, 'speech.wav'), { durationMs: 4500, level: 9000 });
const vendor = await startAssemblyAi();
afterEach(() => vendor.reset());
afterAll(async () => {
  await vendor.stop();
  await folder.remove();
});

async function start(settings: object = {}) {
  const all = { apiKey: vendor.apiKey, baseUrl: vendor.url, pollMs: 5, timeoutMs: 5000, ...settings };
  return startProvider(Transcriber, assemblyai, { with: all });
}

async function transcribe(options: Partial<TranscribeOptions> = {}, settings: object = {}, recording = speech) {
  const { instance } = await start(settings);
  return instance.transcribe(recording, { signal: new AbortController().signal, progress: () => {}, ...options });
}

const upload = 'POST /v2/upload';
const submit = 'POST /v2/transcript';
const ask = 'GET /v2/transcript/*';
const erase = 'DELETE /v2/transcript/*';

describe('a recording', () => {
  test('comes back as turns with speakers, times and confidence', async () => {
    const { utterances, ...heard } = await transcribe();
    expect({ ...heard, utterances: utterances.map(({ words: _, ...each }) => each) }).toEqual({
      language: 'en-US',
      utterances: [
        { speaker: 'A', startMs: 240, endMs: 1890, text: 'What brings you in today?', confidence: 0.97 },
        { speaker: 'B', startMs: 2100, endMs: 4500, text: 'My lower back has hurt since Tuesday.', confidence: 0.93 },
      ],
      engine: { provider: 'assemblyai', model: 'universal-2', version: null },
      warnings: [],
    });
  });

  test('comes back with the times and the confidence of its words', async () => {
    const { utterances } = await transcribe();
    expect(utterances[0]?.words?.slice(-2)).toEqual([
      { text: 'in', startMs: 1230, endMs: 1560, confidence: 0.97 },
      { text: 'today?', startMs: 1560, endMs: 1890, confidence: 0.97 },
    ]);
    // The recording ends before the last word does, as AssemblyAI says.
    expect(utterances[1]?.words?.at(-1)).toMatchObject({ text: 'Tuesday.', endMs: 4500 });
  });

  test('is sent whole, as a stream of unknown length', async () => {
    // The job is deleted at the end with its upload, so what arrived is looked at as a request.
    await transcribe();
    const [sent] = vendor.requests.filter(({ path }) => path === '/v2/upload');
    expect(sent?.body.length).toBe(44 + 4500 * 32);
    expect(sent?.headers['transfer-encoding']).toBe('chunked');
  });

  test('costs one upload and one job', async () => {
    await transcribe();
    expect([vendor.count(upload), vendor.count(submit), vendor.count(ask), vendor.count(erase)]).toEqual([1, 1, 3, 1]);
  });

  test('is deleted at AssemblyAI, with its text, once the text is here', async () => {
    await transcribe();
    expect(vendor.jobs.map(({ deleted }) => deleted)).toEqual([true]);
    expect(vendor.uploads.size).toBe(0);
  });

  test('that cannot be deleted there is still answered, with a warning that names it', async () => {
    vendor.fail({ fault: { fault: 'status', status: 500 }, on: erase });
    const { utterances, warnings } = await transcribe();
    expect(utterances).toHaveLength(2);
    expect(warnings).toEqual([expect.stringContaining(vendor.jobs[0]?.id ?? 'no job')]);
  });

  test('in which nobody speaks has no utterances, though AssemblyAI calls that an error', async () => {
    const silence = await writeRecording(join(folder.path, 'silence.wav'), { durationMs: 1000, level: 0 });
    const heard = await transcribe({}, {}, silence);
    expect(heard).toMatchObject({ utterances: [], language: null });
    expect(vendor.jobs.map(({ deleted }) => deleted)).toEqual([true]);
  });

  test('in which nobody speaks has no utterances in a given language either', async () => {
    const silence = await writeRecording(join(folder.path, 'silence.wav'), { durationMs: 1000, level: 0 });
    expect((await transcribe({ language: 'en' }, {}, silence)).utterances).toEqual([]);
  });

  test('shows the upload as the first half of its progress', async () => {
    const seen: number[] = [];
    await transcribe({ progress: (fraction) => seen.push(fraction) });
    expect(seen).toEqual(expect.arrayContaining([0.5, 0.6, 1]));
    expect(seen.filter((fraction) => fraction < 0.5).length).toBeGreaterThan(0);
  });
});

describe('the order', () => {
  test('asks for speakers and for the language to be found out', async () => {
    await transcribe();
    expect(vendor.jobs[0]?.order).toEqual({
      audio_url: expect.any(String),
      speaker_labels: true,
      language_detection: true,
    });
  });

  test('names the words to expect, and models that know them', async () => {
    await transcribe({}, { vocabulary: ['apixaban', ' Wellbutrin XL '] });
    expect(vendor.jobs[0]?.order).toMatchObject({
      keyterms_prompt: ['apixaban', 'Wellbutrin XL'],
      speech_models: ['universal-3-pro', 'universal-2'],
    });
  });

  test('takes no phrase that AssemblyAI would refuse', () => {
    const parsed = assemblyai.config.safeParse({ apiKey: 'key', vocabulary: ['one two three four five six seven'] });
    expect(parsed.error?.issues).toMatchObject([{ path: ['vocabulary', 0], message: 'must have at most 6 words' }]);
  });

  test.each([
    ['en-GB', 'en_uk', 'en-GB'],
    ['en', 'en', 'en'],
    ['pt-BR', 'pt', 'pt'],
    ['EN-us', 'en_us', 'en-US'],
  ])('names the language %s as %s', async (language, code, answered) => {
    expect((await transcribe({ language })).language).toBe(answered);
    expect(vendor.jobs[0]?.order).toMatchObject({ language_code: code });
    expect(vendor.jobs[0]?.order).not.toHaveProperty('language_detection');
  });

  test.each([
    [2, 2],
    [14, 10],
  ])('tells that %i speakers are expected, as %i', async (speakers, expected) => {
    await transcribe({ speakers });
    expect(vendor.jobs[0]?.order.speakers_expected).toBe(expected);
  });

  test('that AssemblyAI refuses is told in its words', async () => {
    const problem = await problemOf(transcribe({ language: 'tlh' }));
    expect(problem).toMatchObject({ code: 'provider-failed', status: 502, transient: false });
    expect(problem.detail).toContain('language_code `tlh` is not supported');
  });
});

describe('a slow upload', () => {
  test('has all the time it needs as long as it moves', async () => {
    const pipe = { path: join(folder.path, 'slow.wav'), durationMs: 4500 };
    await promisify(execFile)('mkfifo', [pipe.path]);
    const writing = writeSlowly(pipe.path, 15, 100);
    expect((await transcribe({}, { timeoutMs: 1000 }, pipe)).utterances).toHaveLength(2);
    await writing;
    expect(vendor.requests[0]?.body.length).toBe(15_000);
  });

  async function writeSlowly(path: string, pieces: number, pauseMs: number): Promise<void> {
    await using file = await open(path, 'w');
    for (let written = 0; written < pieces; written += 1) {
      await file.write(Buffer.alloc(1000, 1));
      await wait(pauseMs);
    }
  }
});

describe('an answer with text but without turns', () => {
  test('is a failure: what was said must not be lost', async () => {
    vendor.script({ withoutSpeakers: true });
    const problem = await problemOf(transcribe());
    expect(problem).toMatchObject({ code: 'provider-failed', status: 502 });
    expect(problem.detail).not.toContain('lower back');
  });
});

describe('a job that ends in an error', () => {
  test('is a failure that quotes AssemblyAI on one line, without addresses, and is deleted', async () => {
    vendor.script({
      error: `Download error, unable to download\nhttps://cdn.assemblyai.com/upload/secret\u0007 ${'x'.repeat(500)}`,
    });
    const problem = await problemOf(transcribe());
    expect(problem).toMatchObject({ code: 'provider-failed', status: 502, transient: false });
    expect(problem.detail).toContain('Download error, unable to download (address) xxx');
    expect(problem.detail).not.toContain('secret');
    expect(problem.detail.length).toBeLessThan(300);
    expect(vendor.jobs.map(({ deleted }) => deleted)).toEqual([true]);
  });
});

describeFailures({ vendor, start, transcribe }, [
  ['the upload', upload],
  ['the order', submit],
  ['a question after the text', ask],
]);

describe('the time that AssemblyAI asks to wait', () => {
  const waiting = async (headers: Readonly<Record<string, string>>) => {
    vendor.fail({ fault: { fault: 'status', status: 429, headers }, on: upload });
    return (await problemOf(transcribe())).retryAfter;
  };

  test('may be a date', async () => {
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    expect(await waiting({ 'retry-after': inAMinute })).toBeOneOf([58, 59, 60]);
  });

  test('may stand in its own header', async () => {
    expect(await waiting({ 'x-ratelimit-reset': '42' })).toBe(42);
  });

  test('is left out where it makes no sense', async () => {
    expect(await waiting({ 'retry-after': 'soon' })).toBeUndefined();
  });
});

describe('a job that nobody waits for any more', () => {
  test('is deleted when the questions after it fail', async () => {
    vendor.fail({ fault: { fault: 'status', status: 500 }, on: ask, times: 1 });
    await problemOf(transcribe());
    expect(vendor.jobs.map(({ deleted }) => deleted)).toEqual([true]);
  });

  test('does not hide why it failed when it cannot be deleted', async () => {
    vendor.fail({ fault: { fault: 'html' }, on: ask });
    vendor.fail({ fault: { fault: 'cut' }, on: erase });
    expect(await problemOf(transcribe())).toMatchObject(failed);
  });

  test('is deleted when its id could not be saved', async () => {
    const checkpoint: Checkpoint = async (_key, work) => {
      await work();
      throw new Error('the disk is full');
    };
    await expect(transcribe({ checkpoint })).rejects.toThrow('the disk is full');
    expect(vendor.jobs.map(({ deleted }) => deleted)).toEqual([true]);
  });

  test('is deleted when it is cancelled while it is ordered, when its id is not known yet', async () => {
    vendor.script({ orderMs: 300 });
    const control = new AbortController();
    const outcome = transcribe({ signal: control.signal }).catch((thrown: unknown) => thrown);
    await expect.poll(() => vendor.jobs.length, patiently).toBe(1);
    control.abort(new Error('cancelled'));
    expect(await outcome).toBe(control.signal.reason);
    expect(vendor.jobs.map(({ deleted }) => deleted)).toEqual([true]);
  });
});

describe('a recording that is recognised in a run', () => {
  const away = { fault: { fault: 'status', status: 503 }, on: ask, times: 1 } as const;

  test('is not uploaded again when the questions after it failed for a while', async () => {
    const { checkpoint } = checkpointsInMemory();
    vendor.fail(away);
    await problemOf(transcribe({ checkpoint }));
    expect((await transcribe({ checkpoint })).utterances).toHaveLength(2);
    expect([vendor.count(upload), vendor.count(submit)]).toEqual([1, 1]);
    expect(vendor.jobs.map(({ deleted }) => deleted)).toEqual([true]);
  });

  test('goes on with its job after a stop of the host, and without it after a cancellation', async () => {
    for (const [reason, jobs] of [
      [new Problem('stopping', { detail: 'The server is stopping.' }), 1],
      [new Error('cancelled'), 2],
    ] as const) {
      await vendor.reset();
      vendor.script({ queuedPolls: 1000 });
      const { checkpoint } = checkpointsInMemory();
      const control = new AbortController();
      const outcome = transcribe({ checkpoint, signal: control.signal }).catch((thrown: unknown) => thrown);
      await expect.poll(() => vendor.count(ask), patiently).toBeGreaterThan(0);
      control.abort(reason);
      expect(await outcome).toBe(reason);
      expect(vendor.jobs.map(({ deleted }) => deleted)).toEqual([jobs === 2]);
      vendor.script({ queuedPolls: 0 });
      expect((await transcribe({ checkpoint })).utterances).toHaveLength(2);
      expect(vendor.jobs.map(({ deleted }) => deleted)).toEqual(Array(jobs).fill(true));
    }
  });

  test('has its text when all but that was lost, and its job is deleted again', async () => {
    const { checkpoint } = checkpointsInMemory();
    const first = await transcribe({ checkpoint });
    const asked = vendor.count(ask);
    expect(await transcribe({ checkpoint })).toEqual(first);
    expect([vendor.count(upload), vendor.count(ask), vendor.count(erase)]).toEqual([1, asked, 2]);
  });

  test('is sent again where its job failed there', async () => {
    const { checkpoint } = checkpointsInMemory();
    vendor.script({ error: 'no' });
    await problemOf(transcribe({ checkpoint }));
    vendor.script({ error: undefined });
    expect((await transcribe({ checkpoint })).utterances).toHaveLength(2);
    expect(vendor.jobs.map(({ deleted }) => deleted)).toEqual([true, true]);
  });
});

test('its health is ok when AssemblyAI answers and takes the key', async () => {
  const detail = `AssemblyAI answers at ${vendor.url} and takes the key.`;
  expect(await (await start()).health()).toEqual({ status: 'ok', detail });
});

describe('its settings', () => {
  const read = (settings: object) => assemblyai.config.safeParse(settings);

  test('need no more than a key', () => {
    expect(read({ apiKey: 'k' }).data).toEqual({
      apiKey: 'k',
      baseUrl: 'https://api.assemblyai.com',
      vocabulary: [],
      pollMs: 3000,
      timeoutMs: 60_000,
    });
  });

  test('take an address with a slash at its end', () => {
    expect(read({ apiKey: 'k', baseUrl: 'http://127.0.0.1:9/' }).data).toMatchObject({ baseUrl: 'http://127.0.0.1:9' });
  });

  test.each([
    ['no key', {}],
    ['an empty key', { apiKey: '' }],
    ['a key with a line break, which no header can hold', { apiKey: 'k\n' }],
    ['an address of another kind', { apiKey: 'k', baseUrl: 'file:///etc/passwd' }],
    ['an unknown setting', { apiKey: 'k', langauge: 'en' }],
  ])('refuse %s', (_, settings) => {
    expect(read(settings).success).toBe(false);
  });
});
