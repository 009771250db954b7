import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transcriber, type Transcription } from 'chronoscribe/kinds/transcriber';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterAll, expect, test } from 'vitest';
import { startOpenAiAudio } from '../../test/doubles/openai-audio.ts';
import command from './command/index.ts';
import { credible } from './credible.ts';
import openaiCompatible from './openai-compatible/index.ts';
import { checkpointsInMemory } from './testing/checkpoints.ts';
import { toneWordIn, writeToneWords } from './testing/tone-words.ts';

const order = 'POST /v1/audio/transcriptions';
/** Sixty words in sentences of four. */
const words = Array.from({ length: 60 }, (_, number) => {
  const startMs = 100 + number * 500 + Math.floor(number / 4) * 1000;
  return { number, startMs, endMs: startMs + 350 };
});
const durationMs = 46_000;

const folder = await temporaryFolder();
const recogniser = await startOpenAiAudio({ hear: (samples) => ` ${toneWordIn(samples)}` });
const recording = await writeToneWords(join(folder.path, 'visit.wav'), durationMs, words);
afterAll(async () => {
  await recogniser.stop();
  await folder.remove();
});

const options = () => ({ signal: new AbortController().signal, progress: () => {} });
const said = ({ utterances }: Transcription) =>
  utterances.flatMap(({ text, startMs, endMs }) =>
    text.split(' ').map((word) => ({ word, startMs: Math.round(startMs / 50), endMs: Math.round(endMs / 50) })),
  );
const everyWord = words.map(({ number, startMs, endMs }) => ({
  ...{ word: `w${number}`, startMs: Math.round(startMs / 50), endMs: Math.round(endMs / 50) },
}));

async function startServer() {
  const { baseUrl, apiKey } = recogniser;
  const settings = { baseUrl, apiKey, model: 'whisper-1', pieceMinutes: 0.1 };
  return (await startProvider(Transcriber, openaiCompatible, { with: settings })).instance;
}

test('a recording in pieces has each word once, at its place, however long the pieces are', async () => {
  const { baseUrl, apiKey } = recogniser;
  for (const pieceMinutes of [0.05, 0.07, 0.1, 0.21, 0.5, 5]) {
    const settings = { baseUrl, apiKey, model: 'whisper-1', pieceMinutes };
    const { instance } = await startProvider(Transcriber, openaiCompatible, { with: settings });
    expect(said(await instance.transcribe(recording, options()))).toEqual(everyWord);
  }
});

test('a program hears piece by piece, and a repeated recording only what is missing', async () => {
  const script = join(folder.path, 'hear.mjs');
  const doubles = JSON.stringify(new URL('./testing/tone-words.ts', import.meta.url).href);
  const log = join(folder.path, 'heard');
  await writeFile(
    script,
    `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
    import { toneWordIn } from ${doubles};
    const sound = readFileSync(process.argv[2]).subarray(44);
    appendFileSync(process.argv[3], '.');
    if (readFileSync(process.argv[3]).length === 4) process.exit(1);
    const time = (at) => new Date(at / 32).toISOString().slice(11, 23);
    const isSilent = (at) => sound.subarray(at, at + 320).every((byte) => byte === 0);
    console.log('WEBVTT\\n');
    for (let at = 0; at < sound.length; at += 320) {
      if (isSilent(at)) continue;
      let end = at;
      while (end < sound.length && !isSilent(end)) end += 320;
      console.log(time(at) + ' --> ' + time(end) + '\\n<' + time(at) + '>' + toneWordIn(sound.subarray(at, end)) + '\\n');
      at = end;
    }`,
  );
  const program = [process.execPath, '--conditions=chronoscribe-source', script, '{input}', log];
  const settings = { command: program, format: 'vtt', pieceMinutes: 0.1 };
  const { instance } = await startProvider(Transcriber, command, { with: settings });
  const { checkpoint, made } = checkpointsInMemory();
  await expect(instance.transcribe(recording, { ...options(), checkpoint })).rejects.toThrow('exit code 1');
  expect(made).toHaveLength(3);
  const { utterances, ...rest } = await instance.transcribe(recording, { ...options(), checkpoint });
  expect(said({ utterances, ...rest })).toEqual(everyWord);
  expect(utterances.map(({ words }) => words?.[0]?.startMs)).toEqual(utterances.map(({ startMs }) => startMs));
  // The part that failed was heard twice.
  expect(new Set(made).size).toBe(made.length);
  expect((await readdir(folder.path)).filter((name) => name.includes('-part-'))).toEqual([]);
});

test('what is recognised again, since it turned in a circle, is kept too, and not mistaken for the recording', async () => {
  const words = Array.from({ length: 30 }, (_, at) => ({ number: 7, startMs: 100 + at * 300, endMs: 250 + at * 300 }));
  const circle = await writeToneWords(join(folder.path, 'circle.wav'), 9500, words);
  const transcriber = credible(await startServer());
  const { checkpoint, made } = checkpointsInMemory();
  const first = await transcriber.transcribe(circle, { ...options(), checkpoint });
  const asked = recogniser.count(order);
  expect(made.filter((key) => key.startsWith('from '))).not.toEqual([]);
  expect(await transcriber.transcribe(circle, { ...options(), checkpoint })).toEqual(first);
  expect(recogniser.count(order)).toBe(asked);
});

test.each([
  ['another language', {}, { language: 'de' }],
  ['other words to expect', { vocabulary: ['apixaban'] }, {}],
  ['another format of the answer', { responseFormat: 'json' }, {}],
])('%s is not answered by what was heard without it', async (_, settings, more) => {
  const { baseUrl, apiKey } = recogniser;
  const start = async (more: object) =>
    (
      await startProvider(Transcriber, openaiCompatible, {
        with: { baseUrl, apiKey, model: 'whisper-1', pieceMinutes: 0.2, ...more },
      })
    ).instance;
  const { checkpoint, made } = checkpointsInMemory();
  await (await start({})).transcribe(recording, { ...options(), checkpoint });
  const pieces = made.length;
  await (await start(settings)).transcribe(recording, { ...options(), ...more, checkpoint });
  expect(made).toHaveLength(2 * pieces);
});
