import { readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { Problem } from 'chronoscribe';
import { type TranscribeOptions, Transcriber, type Transcription } from 'chronoscribe/kinds/transcriber';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { installWhisperCli } from '../../../test/doubles/whisper-cli.ts';
import command from '../command/index.ts';
import { checkpointsInMemory } from '../testing/checkpoints.ts';
import { writeToneWords } from '../testing/tone-words.ts';

const folder = await temporaryFolder();
afterAll(() => folder.remove());

/** Four sentences, a part each, and silence as long as one between the second and the third. */
const words = Array.from({ length: 16 }, (_, number) => {
  const startMs = 100 + number * 500 + Math.floor(number / 4) * 2000 + (number < 8 ? 0 : 5000);
  return { number, startMs, endMs: startMs + 350 };
});
const recording = await writeToneWords(join(folder.path, 'visit.wav'), 19_000, words);
const everyWord = words.map(({ number, startMs }) => `w${number} at ${Math.round(startMs / 100)}`);
const parts = 4;

/**
 * A recogniser of tones that takes several files. It writes down which it was given, and does what the code says
 * that it gets, with `paths`, `hear(path)`, `write(path, text, name)`, `wait(ms)`, and how many `times` it has run before.
 */
const program = join(folder.path, 'hear.mjs');
await writeFile(
  program,
  `import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
  import { basename, join } from 'node:path';
  import { setTimeout as wait } from 'node:timers/promises';
  import { toneWordIn } from ${JSON.stringify(new URL('../testing/tone-words.ts', import.meta.url).href)};
  const [code, log, format, folder, ...paths] = process.argv.slice(2);
  const isSilent = (sound, at) => sound.subarray(at, at + 320).every((byte) => byte === 0);
  const times = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\\n').length : 0;
  appendFileSync(log, paths.map((path) => /part-(\\d+)/.exec(path)?.[1] ?? 'whole').join(' ') + '\\n');
  function hear(path) {
    const sound = readFileSync(path).subarray(44);
    const segments = [];
    for (let at = 0; at < sound.length; at += 320) {
      if (isSilent(sound, at)) continue;
      let end = at;
      while (end < sound.length && !isSilent(sound, end)) end += 320;
      segments.push({ start: at / 32000, end: end / 32000, text: toneWordIn(sound.subarray(at, end)), avg_logprob: 0 });
      at = end;
    }
    if (format === 'json') return JSON.stringify({ language: 'en', segments });
    const time = (seconds) => new Date(seconds * 1000).toISOString().slice(11, 23);
    return 'WEBVTT\\n\\n' + segments.map(({ start, end, text }) => time(start) + ' --> ' + time(end) + '\\n' + text + '\\n\\n').join('');
  }
  const write = (path, text, name = basename(path, '.wav')) => writeFileSync(join(folder, name + '.' + format), text);
  const AsyncFunction = (async () => {}).constructor;
  await new AsyncFunction('paths', 'hear', 'write', 'wait', 'times', code)(paths, hear, write, wait, times);`,
);

async function recogniser(code: string, { format = 'json' } = {}) {
  const log = join(folder.path, crypto.randomUUID());
  const settings = {
    command: [process.execPath, '--conditions=chronoscribe-source', program, code, log, format, '{output}', '{inputs}'],
    format: format === 'json' ? 'whisper-json' : format,
    pieceMinutes: 0.065,
  };
  const { instance } = await startProvider(Transcriber, command, { with: settings });
  return {
    hear: (options: Partial<TranscribeOptions> = {}, from = recording) =>
      instance.transcribe(from, { signal: new AbortController().signal, progress: () => {}, ...options }),
    /** The parts that each process was given. */
    async processes() {
      const lines = (await readFile(log, 'utf8')).trim().split('\n');
      return lines.map((line) => line.split(' '));
    },
  };
}

const said = ({ utterances }: Transcription) =>
  utterances.map(({ text, startMs }) => `${text} at ${Math.round(startMs / 100)}`);

async function problemOf(outcome: Promise<unknown>): Promise<Problem> {
  const thrown = await outcome.catch((reason: unknown) => reason);
  if (thrown instanceof Problem) return thrown;
  throw new Error(`not a problem: ${String(thrown)}`);
}

const all = 'for (const path of paths) write(path, hear(path));';

describe('a program that takes several recordings', () => {
  test('is started once for all parts, without those in which nobody speaks', async () => {
    const { hear, processes } = await recogniser(all);
    const progress: number[] = [];
    expect(said(await hear({ progress: (fraction) => progress.push(fraction) }))).toEqual(everyWord);
    expect(await processes()).toEqual([[...new Set((await processes()).flat())]]);
    expect((await processes()).flat()).toHaveLength(parts);
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    expect(progress.at(-1)).toBe(1);
    expect((await readdir(folder.path)).filter((name) => name.includes('-part-'))).toEqual([]);
  });

  test.each([
    ['in another order', 'for (const path of paths.toReversed()) write(path, hear(path));'],
    ['named with their extension', 'for (const path of paths) write(path, hear(path), path.split("/").at(-1));'],
    ['in subtitles', all, { format: 'vtt' }],
    ['beside files of other kinds', `${all} write(paths[0], "log", "log.txt"); write(paths[0], "{}", "settings");`],
    ['before it ends with an error', `${all} process.exit(1);`],
    ['before it is killed', `${all} process.kill(process.pid, 'SIGKILL');`],
    ['before it hangs', `${all} await wait(2 ** 30);`],
  ])('may write its results %s', async (_, code, more: { format?: string } = {}) => {
    const { hear, processes } = await recogniser(code, more);
    expect(said(await hear())).toEqual(everyWord);
    expect(await processes()).toHaveLength(1);
  });

  const [first, ...rest] = ['write(paths[0], hear(paths[0]));', 'for (const path of paths.slice(1))'] as const;
  test.each([
    [
      'ends with an error',
      `${first} if (times === 0) process.exit(3); ${rest} write(path, hear(path));`,
      'exit code 3',
    ],
    [
      'is killed',
      `${first} if (times === 0) process.kill(process.pid, 'SIGKILL'); ${rest} write(path, hear(path));`,
      'SIGKILL',
    ],
    ['leaves others out', `${first} if (times > 0) ${rest} write(path, hear(path));`, 'wrote no result'],
    [
      'writes half of the others',
      `${first} ${rest} write(path, hear(path).slice(0, times === 0 ? 90 : undefined));`,
      'not in the format',
    ],
    [
      'writes nothing into the others',
      `${first} ${rest} write(path, times === 0 ? '' : hear(path));`,
      'not in the format',
    ],
    [
      'writes the others twice',
      `${first} ${rest} { write(path, hear(path)); if (times === 0) write(path, '{}', path.split('/').at(-1)); }`,
      'wrote no result',
    ],
  ])('is asked again for what is missing only, if after the first part it %s', async (_, code, detail) => {
    const { hear, processes } = await recogniser(code);
    const { checkpoint, made } = checkpointsInMemory();
    const problem = await problemOf(hear({ checkpoint }));
    expect(problem).toMatchObject({ code: 'provider-failed', detail: expect.stringContaining(detail) });
    expect(made).toHaveLength(1);
    expect(said(await hear({ checkpoint }))).toEqual(everyWord);
    const [before = [], after] = await processes();
    expect(after).toEqual(before.slice(1));
  });
});

describe('a program that takes several recordings and hangs', () => {
  test('ends when it is told to, and what it had written is kept', async () => {
    const { hear, processes } = await recogniser(
      'for (const path of paths) { write(path, hear(path)); if (times === 0 && path === paths[1]) await wait(2 ** 30); }',
    );
    const { checkpoint, made } = checkpointsInMemory();
    const stop = new AbortController();
    const outcome = hear({ checkpoint, signal: stop.signal }).catch((reason: unknown) => reason);
    await expect.poll(() => made.length, { timeout: 30_000 }).toBe(2);
    const reason = new Error('the user cancelled');
    stop.abort(reason);
    expect(await outcome).toBe(reason);
    expect((await readdir(folder.path)).filter((name) => name.includes('-part-'))).toEqual([]);
    expect(said(await hear({ checkpoint }))).toEqual(everyWord);
    const [before = [], after] = await processes();
    expect(after).toEqual(before.slice(2));
  });

  test('while a result is half written, is waited for', async () => {
    const { hear } = await recogniser(
      `for (const path of paths) { write(path, hear(path).slice(0, 100)); await wait(1500); write(path, hear(path)); }`,
    );
    expect(said(await hear())).toEqual(everyWord);
  });
});

describe('of a program that takes several recordings', () => {
  test('subtitles are taken once it has ended well, since nothing else tells that they are whole', async () => {
    const { hear, processes } = await recogniser(`${all} if (times === 0) process.exit(1);`, { format: 'vtt' });
    const { checkpoint, made } = checkpointsInMemory();
    await problemOf(hear({ checkpoint }));
    expect(made).toEqual([]);
    expect(said(await hear({ checkpoint }))).toEqual(everyWord);
    const [before, after] = await processes();
    expect(after).toEqual(before);
  });

  test('what is printed is no result, and the problem names the setting and how files are to be named', async () => {
    const { hear } = await recogniser('for (const path of paths) console.log(hear(path));');
    const { detail } = await problemOf(hear());
    expect(detail).toContain('wrote no result. For each of {inputs} in the setting `command`');
    expect(detail).toContain('visit.json for visit.wav');
  });

  test('a result is found by the name of a recording with spaces, dots and other scripts in it', async () => {
    const whole = { ...recording, path: join(folder.path, 'Aufnahme v1.2 für „日本“.wav') };
    await writeFile(whole.path, await readFile(recording.path));
    const { hear, processes } = await recogniser(all);
    expect(said(await hear({}, whole))).toEqual(everyWord);
    expect((await processes()).flat()).toHaveLength(parts);
  });

  test.each([
    ['nobody speaks', 5000],
    ['nothing is', 0],
  ])('none is started for a recording in which %s', async (_, durationMs) => {
    const silence = await writeToneWords(join(folder.path, `silence-${durationMs}.wav`), durationMs, []);
    const { hear, processes } = await recogniser(all);
    expect(said(await hear({}, silence))).toEqual([]);
    await expect(processes()).rejects.toThrow('ENOENT');
  });

  test('a part without a word is a part without a word', async () => {
    const { hear } = await recogniser(
      `for (const path of paths) write(path, path === paths[0] ? '{"language": null, "segments": []}' : hear(path));`,
    );
    expect(said(await hear())).toEqual(everyWord.slice(4));
  });

  test('no more than sixty are written out at once', async () => {
    const many = Array.from({ length: 130 }, (_, number) => ({
      ...{ number: number % 50, startMs: 100 + number * 2000, endMs: 1500 + number * 2000 },
    }));
    const long = await writeToneWords(join(folder.path, 'long.wav'), 260_000, many);
    const { hear, processes } = await recogniser(all);
    expect(said(await hear({}, long))).toHaveLength(130);
    expect((await processes()).map(({ length }) => length)).toEqual([60, 5]);
  });
});

test('where the language is to be detected, the first part tells that of the others', async () => {
  vi.stubEnv('PATH', `${folder.path}${delimiter}/usr/bin${delimiter}/bin`);
  const model = await installWhisperCli(folder.path, { language: 'fr' });
  const settings = { preset: 'whisper.cpp', model, pieceMinutes: 0.065 };
  const { instance } = await startProvider(Transcriber, command, { with: settings });
  const { checkpoint, made } = checkpointsInMemory();
  const options = { signal: new AbortController().signal, progress: () => {}, checkpoint };
  expect((await instance.transcribe(recording, options)).language).toBe('fr');
  const languages = made.map((key) => JSON.parse(key).at(-3));
  expect(languages).toEqual([null, 'fr', 'fr', 'fr']);
  vi.unstubAllEnvs();
});
