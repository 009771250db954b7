import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Checkpoint } from 'chronoscribe';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { checkpointsInMemory } from '../testing/checkpoints.ts';
import { writeRecording } from '../testing/recording.ts';
import type { ModelFiles, Order } from './protocol.ts';
import { type ProcessLimits, runRecogniser } from './recogniser-process.ts';
import { recognisersOf } from './testing/children.ts';
import { hasSharedData, sharedAudio, silero } from './testing/shared.ts';
import { writeTinyModels } from './testing/tiny-models.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let quick: ModelFiles;
let slow: ModelFiles;
let recording: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  quick = await writeTinyModels(join(folder.path, 'quick'));
  slow = await writeTinyModels(join(folder.path, 'slow'), { effort: 3000 });
  recording = (await writeRecording(join(folder.path, 'speech.wav'), { durationMs: 6000, level: 9000 })).path;
});
afterAll(() => folder.remove());

const orderFor = (files: ModelFiles): Order => ({
  ...{ recording, files, language: null, speakers: null, turns: null, threads: 1 },
});
/** How long to wait for what surely comes. */
const patiently = { timeout: 20_000, interval: 20 };
const plenty: ProcessLimits = { stallMs: 60_000, memoryBytes: Number.MAX_SAFE_INTEGER };

function run(files: ModelFiles, limits: Partial<ProcessLimits> = {}) {
  return runRecogniser(orderFor(files), {
    limits: { ...plenty, ...limits },
    signal: new AbortController().signal,
    progress: () => {},
    engine: ['tiny'],
  });
}

/** A recogniser that has found speech and would now be at work for minutes; `id` is its process. */
async function atWork() {
  const stop = new AbortController();
  const begun = Promise.withResolvers<void>();
  const running = runRecogniser(orderFor(slow), {
    limits: plenty,
    signal: stop.signal,
    progress: () => begun.resolve(),
    engine: ['tiny'],
  });
  running.catch(() => {}); // It is looked at later.
  await begun.promise;
  const [id = 0] = await recognisersOf();
  return { id, running, stop };
}

// Processes are looked for in /proc.
describe.skipIf(process.platform !== 'linux')('a recogniser', () => {
  test('says what it heard, when, and how loud it was', async () => {
    expect(await run(quick)).toMatchObject({
      status: 'done',
      language: null,
      version: expect.stringMatching(/^\d+\.\d+/),
      pieces: [
        {
          startMs: 0,
          speaker: null,
          level: expect.closeTo(-11.2, 0),
          segments: [{ startMs: 0, endMs: 2000, text: 'Good morning doctor.' }, { text: 'I have a cough.' }],
        },
      ],
    });
  });

  test('detects the language once, where the model knows several', async () => {
    const files = await writeTinyModels(join(folder.path, 'several'), { languages: ['en', 'fr', 'de'] });
    expect(await run(files)).toMatchObject({ status: 'done', language: 'de', pieces: [{ segments: [{}, {}] }] });
  });

  test.skipIf(!hasSharedData)(
    'hears no piece again that it has heard, and needs no process where all is known',
    async () => {
      const consultation = join(sharedAudio, 'consult.wav');
      const files = { ...quick, voiceActivity: silero };
      const { checkpoint, made } = checkpointsInMemory();
      const again = (checkpoint?: Checkpoint) =>
        runRecogniser(
          { ...orderFor(files), recording: consultation },
          {
            ...{ limits: plenty, signal: new AbortController().signal, progress: () => {}, engine: ['tiny'] },
            checkpoint,
          },
        );
      let left = 2;
      const dies: Checkpoint = (key, work) => {
        left -= 1;
        if (left < 0) throw new Error('killed');
        return checkpoint(key, work);
      };
      await expect(again(dies)).rejects.toThrow('killed');
      expect(made).toHaveLength(2);
      const whole = await again();
      expect(await again(checkpoint)).toEqual(whole);
      expect(new Set(made).size).toBe(made.length);
      const count = made.length;
      expect(await again(async (key, work) => checkpoint(key, () => Promise.reject(new Error(`${work}`))))).toEqual(
        whole,
      );
      expect(made).toHaveLength(count);
    },
  );

  test('sees none of the keys in the environment of the host', async () => {
    vi.stubEnv('A_SECRET_FOR_TESTS', 'csk_secret');
    const { id, running, stop } = await atWork();
    const environment = await readFile(`/proc/${id}/environ`, 'utf8');
    stop.abort();
    await expect(running).rejects.toThrow();
    vi.unstubAllEnvs();
    expect(environment).toContain('PATH=');
    expect(environment).not.toContain('A_SECRET_FOR_TESTS');
  });
});

describe.skipIf(process.platform !== 'linux')('a damaged model', () => {
  const parts = [
    ['encoder', 'recogniser'],
    ['decoder', 'recogniser'],
    ['tokens', 'recogniser'],
    ['voiceActivity', 'voiceActivity'],
    ['embedding', 'embedding'],
  ] as const;

  test.each(parts)('ends the recogniser and not the host, and is named: %s', async (file, loading) => {
    const files = await writeTinyModels(join(folder.path, `damaged-${file}`), { voices: true });
    if (file === 'tokens') await writeFile(files.tokens, 'no such format\n');
    else await truncate(files[file] ?? '', 200);
    expect(await run(files)).toMatchObject({ status: 'died', loading });
    expect(await recognisersOf()).toEqual([]);
  });

  test('that fails on sound is a failure, though sherpa-onnx answers as if nobody had spoken', async () => {
    const files = await writeTinyModels(join(folder.path, 'failing'), { failing: true });
    expect(await run(files)).toMatchObject({ status: 'nonsense' });
  });
});

describe.skipIf(process.platform !== 'linux')('a recogniser at work', () => {
  test('that is killed is told so, without a word of what it had heard', async () => {
    const { id, running } = await atWork();
    process.kill(id, 'SIGKILL');
    expect(await running).toEqual({ status: 'died', signal: 'SIGKILL', loading: null, cause: expect.any(Error) });
  });

  test('that gives no sign of life is ended', async () => {
    expect(await run(slow, { stallMs: 4000 })).toEqual({ status: 'stalled' });
    expect(await recognisersOf()).toEqual([]);
  });

  test('that takes too much memory is ended', async () => {
    expect(await run(slow, { memoryBytes: 60e6 })).toEqual({ status: 'too-large', bytes: 60e6 });
    expect(await recognisersOf()).toEqual([]);
  });

  test('is dead before an abort is answered', async () => {
    const { running, stop } = await atWork();
    const reason = new Error('cancelled');
    stop.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(await recognisersOf()).toEqual([]);
  });

  test('does not outlive its host', async () => {
    const host = fork(
      fileURLToPath(new URL('./testing/dying-host.ts', import.meta.url)),
      [JSON.stringify(orderFor(slow))],
      {
        execArgv: ['--conditions=chronoscribe-source'],
      },
    );
    await once(host, 'message');
    const [id = 0] = await recognisersOf(host.pid);
    host.kill('SIGKILL');
    await once(host, 'exit');
    await vi.waitFor(
      () => expect(() => process.kill(id, 0)).toThrow(expect.objectContaining({ code: 'ESRCH' })),
      patiently,
    );
  });
});
