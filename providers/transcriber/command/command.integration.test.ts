import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from 'chronoscribe';
import { Transcriber, type Transcription } from 'chronoscribe/kinds/transcriber';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { installWhisperCli, type WhisperScript } from '../../../test/doubles/whisper-cli.ts';
import { findProgram } from '../programs/program.ts';
import { writeRecording } from '../testing/recording.ts';
import command from './index.ts';

const jfk = fileURLToPath(new URL('../../../../shared/data/audio/jfk.wav', import.meta.url));
const canHearJfk = existsSync(jfk) && (await findProgram('pocketsphinx_continuous')) !== null;

const folder = await temporaryFolder();
const speech = await writeRecording(join(folder.path, 'speech.wav'), { durationMs: 4000, level: 9000 });
afterAll(() => folder.remove());
beforeEach(() => {
  vi.stubEnv('PATH', `${folder.path}${delimiter}/usr/bin${delimiter}/bin`);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function transcribe(
  settings: object,
  language?: string,
  progress: (fraction: number) => void = () => {},
): Promise<Transcription> {
  const { instance, stop } = await startProvider(Transcriber, command, { with: settings });
  try {
    return await instance.transcribe(speech, { language, progress, signal: new AbortController().signal });
  } finally {
    await stop();
  }
}

async function problemOf(outcome: Promise<unknown>): Promise<Problem> {
  const thrown = await outcome.catch((reason: unknown) => reason);
  if (thrown instanceof Problem) return thrown;
  throw new Error(`not a problem: ${String(thrown)}`);
}

async function healthOf(settings: object) {
  const { health, stop } = await startProvider(Transcriber, command, { with: settings });
  await stop();
  return health();
}

/** Writes a shell script and returns settings that run it. */
async function printing(script: string, format = 'vtt') {
  const path = join(folder.path, `script-${crypto.randomUUID()}.sh`);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return { command: [path, '--input={input}'], format };
}

test('the program gets the variables that the settings name, and no keys of the host', async () => {
  vi.stubEnv('CHRONOSCRIBE_API_KEY', 'opens-every-record');
  vi.stubEnv('ASSEMBLYAI_API_KEY', 'opens-an-account');
  vi.stubEnv('MODEL_FOLDER', 'models');
  const names = ['CHRONOSCRIBE_API_KEY', 'ASSEMBLYAI_API_KEY', 'MODEL_FOLDER']
    .map((name) => `\${${name}:-nothing}`)
    .join(' ');
  const { utterances } = await transcribe({
    ...(await printing(`printf 'WEBVTT\\n\\n00:00:00.000 --> 00:00:01.000\\n%s\\n' "${names}"`)),
    environment: ['MODEL_FOLDER'],
  });
  expect(utterances.map(({ text }) => text)).toEqual(['nothing nothing models']);
});

describe('with the preset whisper.cpp', () => {
  const using = async (script: WhisperScript = {}) => ({
    preset: 'whisper.cpp',
    model: await installWhisperCli(folder.path, script),
  });

  test('the segments become utterances with times and the confidence of their words', async () => {
    const { utterances } = await transcribe(await using());
    expect(utterances.map(({ words: _, ...each }) => each)).toEqual([
      { speaker: null, startMs: 0, endMs: 2100, text: 'And so my fellow Americans,', confidence: 0.9 },
      { speaker: null, startMs: 2100, endMs: 4000, text: 'ask not', confidence: 0.8 },
    ]);
  });

  test('the tokens become words with times, each with its marks', async () => {
    const { utterances } = await transcribe(await using());
    expect(utterances.map(({ words }) => words?.map(({ text }) => text))).toEqual([
      ['And', 'so', 'my', 'fellow', 'Americans,'],
      ['ask', 'not'],
    ]);
    expect(utterances[0]?.words?.at(-1)).toEqual({ text: 'Americans,', startMs: 1400, endMs: 2100, confidence: 0.9 });
  });

  test('the record names the model that heard it', async () => {
    const { engine } = await transcribe(await using());
    expect(engine).toEqual({ provider: 'command', model: 'ggml-double.en', version: null });
  });

  test('a language that was asked for is used, by its first part', async () => {
    expect((await transcribe(await using(), 'de-CH')).language).toBe('de');
  });

  test('without one, the language that was detected is answered', async () => {
    expect((await transcribe(await using({ language: 'fr' }))).language).toBe('fr');
  });

  test('its progress is passed on', async () => {
    const seen: number[] = [];
    await transcribe(await using(), undefined, (fraction) => seen.push(fraction));
    expect(seen).toEqual([0.05, 0.5, 1]);
  });

  test('names of sounds are not taken for speech', async () => {
    const sounds = [' [BLANK_AUDIO]', ' (wind blowing)', ' *coughs*', ' ♪ ♪', ' I said (loudly) no.'];
    const segments = sounds.map((text, at) => ({ from: at * 100, to: at * 100 + 100, text }));
    const { utterances } = await transcribe(await using({ segments }));
    expect(utterances.map(({ text }) => text)).toEqual(['I said (loudly) no.']);
  });

  test('a model that is not there is named, with where to get one', async () => {
    await using();
    const problem = await problemOf(transcribe({ preset: 'whisper.cpp', model: join(folder.path, 'ggml-large.bin') }));
    expect(problem).toMatchObject({ code: 'provider-unavailable', transient: false });
    expect(problem.detail).toContain(join(folder.path, 'ggml-large.bin'));
    expect(problem.detail).toContain('huggingface.co/ggerganov/whisper.cpp');
  });

  test('a failure is told by its exit code, never by its words, which may be what was said', async () => {
    const segments = [{ from: 0, to: 900, text: ' I take lithium' }];
    const problem = await problemOf(transcribe(await using({ segments, exitCode: 10 })));
    expect(problem).toMatchObject({
      code: 'provider-failed',
      status: 502,
      detail: 'whisper-cli ended with exit code 10.',
    });
    expect(String(problem.cause) + problem.stack).not.toContain('lithium');
  });

  test('a language that it does not know, which it ends with code 0, is a failure and no silence', async () => {
    const problem = await problemOf(transcribe(await using(), 'x-klingon'));
    expect(problem).toMatchObject({
      code: 'provider-failed',
      detail: 'whisper-cli ended without an error but wrote no result.',
    });
  });

  test.each([
    ['no JSON', '<html>'],
    ['other JSON', '{"segments": []}'],
    ['half of it', '{"transcription": [{"offsets": {"from": 0, '],
  ])('a result that is %s is a failure', async (_, result) => {
    const problem = await problemOf(transcribe(await using({ result })));
    expect(problem).toMatchObject({ code: 'provider-failed' });
    expect(problem.detail).toContain('whisper-cli');
  });

  test('a program that the system killed is told so', async () => {
    const problem = await problemOf(transcribe(await using({ killed: true })));
    expect(problem).toMatchObject({ code: 'provider-failed' });
    expect(problem.detail).toContain('SIGKILL');
  });

  test('nothing that was said stays in the folder for temporary files', async () => {
    const own = `chronoscribe-recogniser-${process.pid}-`;
    const left = async () => (await readdir(tmpdir())).filter((name) => name.startsWith(own));
    const before = await left();
    await transcribe(await using());
    await problemOf(transcribe(await using({ exitCode: 1 })));
    expect((await left()).filter((name) => !before.includes(name))).toEqual([]);
  });
});

describe('with a program of one’s own', () => {
  test('what it prints is read in the format that was named', async () => {
    const srt = "printf '1\\n00:00:01,000 --> 00:00:02,500\\n[SPEAKER_01]: Good morning.\\n'";
    const { utterances, warnings } = await transcribe(await printing(srt, 'srt'));
    expect(utterances).toEqual([
      { speaker: 'SPEAKER_01', startMs: 1000, endMs: 2500, text: 'Good morning.', confidence: null },
    ]);
    expect(warnings).toEqual([]);
  });

  test('the path of the recording takes the place of {input}', async () => {
    const { utterances } = await transcribe(
      await printing(`printf 'WEBVTT\\n\\n00:00.000 --> 00:01.000\\n%s\\n' "$1"`),
    );
    expect(utterances[0]?.text).toBe(`--input=${speech.path}`);
  });

  test.each([
    ['vtt', 'heard.vtt', 'WEBVTT\\n\\n00:00:01.000 --> 00:00:02.000\\nGood morning.\\n', null],
    ['srt', 'heard.srt', '1\\n00:00:01,000 --> 00:00:02,000\\nGood morning.\\n', null],
    [
      'whisper-json',
      'speech.json',
      '{"language": "en", "segments": [{"start": 1, "end": 2, "text": " Good morning.", "avg_logprob": 0}]}',
      1,
    ],
  ])('the file that it writes into {output} is read as %s', async (format, file, content, confidence) => {
    const { command: own } = await printing(`printf '${content}' > "$2/${file}"; echo "50 % done"`);
    const { utterances } = await transcribe({ command: [...own, '{output}'], format });
    expect(utterances).toEqual([{ speaker: null, startMs: 1000, endMs: 2000, text: 'Good morning.', confidence }]);
  });

  test.each([
    ['none', 'true'],
    ['two', 'touch "$2/a.srt" "$2/b.srt"'],
  ])('%s in {output} is a failure', async (_, script) => {
    const { command: own } = await printing(script);
    const problem = await problemOf(transcribe({ command: [...own, '{output}'], format: 'srt' }));
    expect(problem).toMatchObject({ code: 'provider-failed', detail: expect.stringContaining('wrote no result') });
  });

  test('output in another format is a failure', async () => {
    const problem = await problemOf(transcribe(await printing('echo I take lithium')));
    expect(problem).toMatchObject({ code: 'provider-failed' });
    expect(problem.detail).not.toContain('lithium');
  });

  test('endless output is cut off and the program ended', async () => {
    const problem = await problemOf(transcribe(await printing('exec cat /dev/zero')));
    expect(problem).toMatchObject({ code: 'provider-failed' });
    expect(problem.detail).toContain('printed more than');
  });

  test('a program that talks a lot on standard error still comes to its end', async () => {
    const settings = await printing('head -c 3000000 /dev/zero | tr "\\0" "x" >&2; echo WEBVTT');
    expect((await transcribe(settings)).utterances).toEqual([]);
  });

  test('a program that is not there is named', async () => {
    const problem = await problemOf(transcribe({ command: ['no-such-recogniser', '{input}'], format: 'srt' }));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503 });
    expect(problem.detail).toContain('no-such-recogniser');
  });
});

describe('with the preset pocketsphinx', () => {
  test.skipIf(!canHearJfk)('real speech becomes words, with a warning about how often they are wrong', async () => {
    const { instance, stop } = await startProvider(Transcriber, command, { with: { preset: 'pocketsphinx' } });
    const recording = { path: jfk, durationMs: 11_000 };
    const heard = await instance.transcribe(recording, { progress: () => {}, signal: new AbortController().signal });
    await stop();
    expect(heard.utterances.map(({ words: _, ...each }) => each)).toContainEqual({
      speaker: null,
      startMs: expect.closeTo(5350, -3),
      endMs: expect.closeTo(7670, -3),
      text: 'what your country can do for you',
      confidence: expect.any(Number),
    });
    expect(heard).toMatchObject({ language: 'en-US', engine: { provider: 'command', model: 'pocketsphinx/en-us' } });
    expect(heard.warnings.join()).toContain('errs in about every second word');
  });

  test('when it is not installed, the problem says how to install it', async () => {
    vi.stubEnv('PATH', join(folder.path, 'nothing-here'));
    const problem = await problemOf(transcribe({ preset: 'pocketsphinx' }));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, transient: false });
    expect(problem.detail).toContain('apt-get install pocketsphinx pocketsphinx-en-us');
  });

  test('a language other than English is refused, not written down as English', async () => {
    const problem = await problemOf(transcribe({ preset: 'pocketsphinx' }, 'de'));
    expect(problem).toMatchObject({ code: 'provider-unavailable' });
    expect(problem.detail).toContain('en-US');
  });
});

describe('its health', () => {
  test('is ok with the path of the program that is found', async () => {
    const model = await installWhisperCli(folder.path);
    const { status, detail } = await healthOf({ preset: 'whisper.cpp', model });
    expect({ status, detail }).toEqual({
      status: 'ok',
      detail: `The recogniser is ${join(folder.path, 'whisper-cli')}.`,
    });
  });

  test('is degraded, never failed, with how to mend it, when the program is missing', async () => {
    expect(await healthOf({ command: ['no-such-recogniser', '{input}'], format: 'srt' })).toEqual({
      status: 'degraded',
      detail: 'The program no-such-recogniser was not found.',
      hint: 'Install it, or write the path of the program in the setting `command`.',
    });
  });

  test('is degraded when the model is missing', async () => {
    await installWhisperCli(folder.path);
    const { status, detail } = await healthOf({ preset: 'whisper.cpp', model: join(folder.path, 'gone.bin') });
    expect(status).toBe('degraded');
    expect(detail).toContain('gone.bin');
  });

  test('does not take a folder of the program’s name for the program', async () => {
    await mkdir(join(folder.path, 'folders', 'whisper-cli'), { recursive: true });
    vi.stubEnv('PATH', join(folder.path, 'folders'));
    expect(await healthOf({ preset: 'whisper.cpp' })).toMatchObject({
      detail: 'The program whisper-cli was not found.',
    });
  });
});

describe('its settings', () => {
  const faults = (settings: object) =>
    command.config.safeParse(settings).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

  test.each([
    ['a preset', { preset: 'pocketsphinx' }],
    ['a preset with a model', { preset: 'whisper.cpp', model: '/models/ggml-small.bin' }],
    ['a command with its format', { command: ['hear', '--file={input}'], format: 'whisper.cpp-json' }],
    [
      'a command for several recordings',
      { command: ['hear', '--to={output}', '--', '{inputs}'], format: 'whisper-json' },
    ],
  ])('take %s', (_, settings) => {
    expect(faults(settings)).toBeUndefined();
  });

  test.each([
    ['neither preset nor command', {}, 'preset: set either `preset` or `command`'],
    [
      'both',
      { preset: 'pocketsphinx', command: ['hear', '{input}'], format: 'vtt' },
      'preset: set either `preset` or `command`',
    ],
    ['a command without its format', { command: ['hear', '{input}'] }, 'format: needed with `command`'],
    ['a format with a preset', { preset: 'pocketsphinx', format: 'vtt' }, 'format: goes with `command` only'],
    [
      'a command without {input}',
      { command: ['hear', 'it'], format: 'vtt' },
      'command: one argument must hold {input}',
    ],
    [
      'a command with {input} and {inputs}',
      { command: ['hear', '{input}', '{inputs}', '{output}'], format: 'vtt' },
      'command: one argument must hold {input}, the path of the recording, or {inputs}, but not both',
    ],
    [
      'a command with {inputs} and no {output}',
      { command: ['hear', '{inputs}'], format: 'vtt' },
      'command: with {inputs} one argument must hold {output}',
    ],
    [
      'a model that nobody would load',
      { preset: 'pocketsphinx', model: 'x' },
      'model: goes with `preset: whisper.cpp` and',
    ],
  ])('refuse %s', (_, settings, fault) => {
    expect(faults(settings)?.join()).toContain(fault);
  });
});
