import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { WhisperScript } from './whisper-cli.ts';

const heardByDefault = [
  { from: 0, to: 2100, text: ' And so my fellow Americans,', p: 0.9 },
  { from: 2100, to: 4600, text: ' ask not', p: 0.8 },
];

const { values } = readOptions();
const { model = 'models/ggml-base.en.bin', file: files = [''], language = 'en' } = values;

for (const file of files) if (!existsSync(file)) leave(2, `error: input file not found '${file}'`);
if (!existsSync(model)) leave(3, 'error: failed to initialize whisper context');
if (language !== 'auto' && !/^[a-z]{2,3}$/.test(language)) leave(0, `error: unknown language '${language}'`);

const script: WhisperScript = JSON.parse(readFileSync(model, 'utf8'));
for (const [at, file] of files.entries()) await recognise(file, values['output-file']?.[at] ?? file);

async function recognise(file: string, output: string): Promise<void> {
  const sound = readFileSync(file).subarray(44);
  const seconds = sound.length / 32_000;
  const isSilent = sound.every((byte) => byte === 0);
  const segments = isSilent ? [{ from: 0, to: 3000, text: ' [BLANK_AUDIO]' }] : (script.segments ?? heardByDefault);
  for (const percent of [5, 50, 100]) {
    if (values['print-progress'])
      process.stderr.write(`whisper_print_progress_callback: progress = ${String(percent).padStart(3)}%\n`);
    await wait(((script.msPerSecond ?? 0) * seconds) / 3);
  }
  for (const { text } of segments) process.stdout.write(`[00:00:00.000 --> 00:00:01.000] ${text}\n`);
  if (script.killed) process.kill(process.pid, 'SIGKILL');
  if (script.exitCode !== undefined) leave(script.exitCode, segments.map(({ text }) => text).join());
  writeFileSync(`${output}.json`, script.result ?? resultJson(segments));
}

/** An option that it does not know ends the real program with code 0, too. */
function readOptions() {
  try {
    return parseArgs({
      options: {
        model: { type: 'string', short: 'm' },
        file: { type: 'string', short: 'f', multiple: true },
        language: { type: 'string', short: 'l' },
        'output-file': { type: 'string', multiple: true },
        'output-json-full': { type: 'boolean' },
        'no-prints': { type: 'boolean' },
        'print-progress': { type: 'boolean' },
      },
    });
  } catch (thrown) {
    return leave(0, `error: unknown argument: ${String(thrown)}`);
  }
}

function resultJson(segments: NonNullable<WhisperScript['segments']>): string {
  return JSON.stringify({
    systeminfo: 'AVX = 1',
    model: { type: 'base', multilingual: false },
    params: { model, language, translate: false },
    result: { language: language === 'auto' ? (script.language ?? 'en') : language },
    transcription: segments.map(({ from, to, text, p = 0.9 }) => ({
      offsets: { from, to },
      text,
      tokens: [{ text: '[_BEG_]', id: 50363, p: 0.1, offsets: { from, to: from } }, ...tokensOf({ from, to, text, p })],
    })),
  });
}

/** A token for each word, and one for the mark behind it; they take turns of equal length. */
function tokensOf({ from, to, text, p }: { from: number; to: number; text: string; p: number }) {
  const tokens = text.match(/\s*[^\s.,?]+|[.,?]|\s+/g) ?? [];
  const lasts = (to - from) / tokens.length;
  return tokens.map((token, at) => ({
    ...{ text: token, id: 843, p },
    offsets: { from: Math.round(from + at * lasts), to: Math.round(from + (at + 1) * lasts) },
  }));
}

function leave(code: number, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
