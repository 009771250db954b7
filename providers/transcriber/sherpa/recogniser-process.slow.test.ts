import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from 'chronoscribe/testing';
import type { Checkpoint } from 'chronoscribe/types';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openPart } from '../pieces.ts';
import { checkpointsInMemory } from '../testing/checkpoints.ts';
import { writeRecording } from '../testing/recording.ts';
import type { ModelFiles, Order } from './protocol.ts';
import { runRecogniser } from './recogniser-process.ts';
import { recogniserOf, recognisersOf } from './testing/children.ts';
import { hasSharedData, sharedAudio, silero } from './testing/shared.ts';
import { supervision, tinyEngine } from './testing/supervision.ts';
import { writeTinyModels } from './testing/tiny-models.ts';

const folder = await temporaryFolder();
const quick = await writeTinyModels(join(folder.path, 'quick'));
const slow = await writeTinyModels(join(folder.path, 'slow'), { effort: 3000 });
const recording = (await writeRecording(join(folder.path, 'speech.wav'), { durationMs: 6000, level: 9000 })).path;
afterAll(() => folder.remove());

const orderFor = (recording: string): Order => ({ recording, language: null, speakers: null, turns: null });
/** How long to wait for what surely comes. */
const patiently = { timeout: 20_000, interval: 20 };

function run(files: ModelFiles, more: Parameters<typeof supervision>[0] = {}) {
  return runRecogniser(tinyEngine(files), orderFor(recording), supervision(more));
}

/** A recogniser that has found speech and would now be at work for minutes; `id` is its process. */
async function atWork() {
  const stop = new AbortController();
  const begun = Promise.withResolvers<void>();
  const running = run(slow, { signal: stop.signal, progress: () => begun.resolve() });
  running.catch(() => {}); // It is looked at later.
  await begun.promise;
  const id = await recogniserOf();
  return { id, running, stop };
}

// Processes are looked for in /proc.
describe.skipIf(process.platform !== 'linux')('a recogniser', () => {
  test('says what it heard, when, and how loud it was', async () => {
    expect(await run(quick)).toMatchObject({
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
    expect(await run(files)).toMatchObject({ language: 'de', pieces: [{ segments: [{}, {}] }] });
  });

  test.skipIf(!hasSharedData)(
    'hears no piece again that it has heard, and needs no process where all is known',
    async () => {
      const consultation = join(sharedAudio, 'consult.wav');
      const files = { ...quick, voiceActivity: silero };
      const { checkpoint, made } = checkpointsInMemory();
      const again = (checkpoint?: Checkpoint) =>
        runRecogniser(tinyEngine(files), orderFor(consultation), supervision({ checkpoint }));
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

  test('is one process for a recording and its parts, until nothing of it is wanted any more', async () => {
    await using part = await openPart(recording, { startMs: 1000, endMs: 4000 });
    await using kept = new AsyncDisposableStack();
    const hear = (path: string) => runRecogniser(tinyEngine(quick), orderFor(path), supervision({ kept }));
    // The part first, as where the recording is known.
    for (const path of [part.path, recording]) expect((await hear(path)).pieces).toMatchObject([{ startMs: 0 }]);
    process.kill(await recogniserOf(), 'SIGKILL');
    await vi.waitFor(async () => expect((await hear(part.path)).pieces).toHaveLength(1), patiently);
    expect(await recognisersOf()).toHaveLength(1);
    await kept.disposeAsync();
    expect(await recognisersOf()).toEqual([]);
  });

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
    await expect(run(files)).rejects.toThrow(`The model for ${loading} could not be loaded`);
    expect(await recognisersOf()).toEqual([]);
  });

  test('that fails on sound is a failure, though sherpa-onnx answers as if nobody had spoken', async () => {
    const files = await writeTinyModels(join(folder.path, 'failing'), { failing: true });
    await expect(run(files)).rejects.toMatchObject({
      code: 'provider-failed',
      detail: expect.stringContaining('The model for recogniser may be in another format. Take a whole one.'),
    });
    expect(await recognisersOf()).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('a recogniser at work', () => {
  test('that is killed is a problem that may pass, without a word of what it had heard', async () => {
    const { id, running } = await atWork();
    process.kill(id, 'SIGKILL');
    await expect(running).rejects.toMatchObject({
      ...{ code: 'provider-unavailable', transient: true },
      detail: expect.stringContaining('was ended by SIGKILL, which often means that memory ran out'),
    });
  });

  test('that gives no sign of life is ended', async () => {
    const limits = { ...supervision().limits, stallMs: 4000 };
    await expect(run(slow, { limits })).rejects.toMatchObject({
      ...{ code: 'provider-unavailable', transient: true },
      detail: expect.stringContaining('gave no sign of life for a long time'),
    });
    expect(await recognisersOf()).toEqual([]);
  });

  test('that takes too much memory is ended', async () => {
    const limits = { ...supervision().limits, memoryBytes: 60e6 };
    await expect(run(slow, { limits })).rejects.toMatchObject({
      ...{ code: 'provider-unavailable', transient: false },
      detail: expect.stringContaining('took more than 57 MB of memory and was ended'),
    });
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
      [JSON.stringify(slow), recording],
      {
        execArgv: ['--conditions=chronoscribe-source'],
      },
    );
    await once(host, 'message');
    const id = await recogniserOf(host.pid);
    host.kill('SIGKILL');
    await once(host, 'exit');
    await vi.waitFor(
      () => expect(() => process.kill(id, 0)).toThrow(expect.objectContaining({ code: 'ESRCH' })),
      patiently,
    );
  });
});
