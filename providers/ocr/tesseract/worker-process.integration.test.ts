import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from 'chronoscribe';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { printedPicture } from '../testing/printed.ts';
import { warmWorker, workerPool } from './index.ts';
import { findLanguageFolder } from './languages.ts';
import { workerProcess, workerProcesses } from './testing/worker-processes.ts';
import { defaultLimits, type OcrWorker, startOcrWorker, type WorkerLimits } from './worker-process.ts';

const english = findLanguageFolder('eng', []) ?? '';
const languages = { codes: 'eng', folder: english, orientation: '' };
const never = new AbortController().signal;

const folder = await temporaryFolder();
const page = (await printedPicture(join(folder.path, 'page.png'), ['Rest for two weeks.'])).path;
afterAll(() => folder.remove());

async function withProcess<T>(limits: Partial<WorkerLimits>, use: (process: OcrWorker) => Promise<T>): Promise<T> {
  const started = startOcrWorker(languages, { ...defaultLimits, ...limits });
  try {
    return await use(started);
  } finally {
    await started.stop();
  }
}

const problemOf = async (reading: Promise<unknown>): Promise<Problem> => {
  const outcome = await reading.catch((thrown: unknown) => thrown);
  if (outcome instanceof Problem) return outcome;
  throw new Error('it did not fail with a problem', { cause: outcome });
};

describe.skipIf(process.platform !== 'linux')('the worker process', () => {
  test('is killed and reported when it hangs', async () => {
    await withProcess({ stallMs: 100 }, async (reader) => {
      process.kill(await workerProcess(), 'SIGSTOP');
      const { code, detail } = await problemOf(reader.recognize(page, { signal: never, progress: () => {} }));
      expect({ code, detail }).toEqual({ code: 'provider-failed', detail: expect.stringContaining('hung') });
      expect(reader.isAlive).toBe(false);
      expect(await workerProcesses()).toEqual([]);
    });
  });

  test('is killed when it exceeds its time or memory', async () => {
    await withProcess({ totalMs: 1 }, async (reader) => {
      const { detail } = await problemOf(reader.recognize(page, { signal: never, progress: () => {} }));
      expect(detail).toContain('took longer than 0.001 s');
    });
    await withProcess({ memoryBytes: 1024 ** 2 }, async (reader) => {
      const { detail } = await problemOf(reader.recognize(page, { signal: never, progress: () => {} }));
      expect(detail).toContain('more than 1 MB of memory');
    });
    expect(await workerProcesses()).toEqual([]);
  });

  test('fails only the current image when it crashes', async () => {
    const reader = warmWorker(defaultLimits);
    try {
      const read = () => reader.recognize(page, languages, { signal: never, progress: () => {} });
      const crashed = problemOf(read());
      process.kill(await workerProcess(), 'SIGKILL');
      expect(await crashed).toMatchObject({ code: 'provider-failed', detail: expect.stringContaining('crashed') });
      expect((await read()).map(({ text }) => text.trim())).toEqual(['Rest for two weeks.']);
    } finally {
      await reader.close();
    }
  });

  test('is reused for all images of a language', async () => {
    const reader = warmWorker(defaultLimits);
    const seen = new Set<number>();
    for (let picture = 0; picture < 3; picture += 1) {
      await reader.recognize(page, languages, { signal: never, progress: () => {} });
      for (const id of await workerProcesses()) seen.add(id);
    }
    expect(seen.size).toBe(1);
    await reader.close();
    expect(await workerProcesses()).toEqual([]);
  });

  test('is one of several if images come at the same time, and the only one if they come one by one', async () => {
    const pool = workerPool(defaultLimits, 2);
    const read = () => pool.recognize(page, languages, { signal: never, progress: () => {} });
    try {
      await read();
      await read();
      expect(await workerProcesses()).toHaveLength(1);
      const lines = await Promise.all([read(), read(), read()]);
      expect(lines.flat()).toHaveLength(3);
      expect(await workerProcesses()).toHaveLength(2);
    } finally {
      await pool.close();
    }
    expect(await workerProcesses()).toEqual([]);
  });

  test('rejects a waiting call at once when that is aborted', async () => {
    const reader = warmWorker(defaultLimits);
    const control = new AbortController();
    const reason = new Error('the user cancelled');
    const first = reader.recognize(page, languages, { signal: never, progress: () => {} });
    const waiting = reader.recognize(page, languages, { signal: control.signal, progress: () => {} });
    control.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(await first).toHaveLength(1);
    await reader.close();
  });

  test('reports a language that cannot be loaded', async () => {
    const reader = startOcrWorker({ ...languages, codes: 'fra', folder: folder.path }, defaultLimits);
    const { code, detail } = await problemOf(reader.recognize(page, { signal: never, progress: () => {} }));
    expect(code).toBe('provider-unavailable');
    expect(detail).toContain('could not be loaded');
    expect(await workerProcesses()).toEqual([]);
  });

  test('leaves no files behind', async () => {
    const places = [dirname(page), process.cwd(), english];
    const before = await Promise.all(places.map((place) => readdir(place)));
    await withProcess({}, (reader) => reader.recognize(page, { signal: never, progress: () => {} }));
    expect(await Promise.all(places.map((place) => readdir(place)))).toEqual(before);
  });
});
