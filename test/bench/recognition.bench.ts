import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { basename, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { temporaryFolder } from 'chronoscribe/testing';
import { z } from 'zod';
import { type Recogniser, recognisers } from '../models/recognisers.ts';
import { type SpeechParts, speechParts } from '../models/setup.ts';
import { compared, isLoop, wordsOf } from '../models/words.ts';
import { doubledWords, lostWords, rightSpeakers } from './recognition/errors.ts';
import { dialogue, formats, inFormat, type Spoken, speak, temptations } from './recognition/sounds.ts';
import { cpuMsOf, type ServerProcess, startServer } from './server-process.ts';
import { table } from './table.ts';

const run = promisify(execFile);
const key = 'a-key-for-benchmarks-that-is-long';

/** Long enough for several parts, and for all recognisers to be done in ten minutes. */
const longSeconds = 150;
const pieceMinutes = 0.75;

/** A visit of ten minutes, recognised as it is without settings, by turns with the recogniser alone. */
const usualSeconds = 600;
const timesOver = 3;

/** The recogniser alone is started as far behind others as the host starts it: see `stepBehindHost`. */
const behind = ['nice', '-n', '5'] as const;

/** The folder `data/models` of a host that has the models for voices, which no package carries in a form to be used. */
const voiceModels = process.env.CHRONOSCRIBE_TEST_VOICES;

const Answer = z.object({ id: z.string() });
const Transcript = z.object({
  segments: z.array(z.object({ text: z.string(), speaker: z.string().nullish() })),
  warnings: z.array(z.string()),
});
const Heard = z.object({ text: z.string() });
const Counted = z.object({ requests: z.number(), seconds: z.number() });

/**
 * What the product makes of recordings beside the same recogniser alone, with the weights of Whisper tiny.en: errors,
 * words lost or doubled where parts of a recording meet, speakers, loops that nothing warns of, and time.
 */
export async function benchRecognition(): Promise<void> {
  const parts = await speechParts();
  if (voiceModels === undefined)
    console.log('\nOne channel: voices are not told apart, since CHRONOSCRIBE_TEST_VOICES names no models for it.');
  if ('lacks' in parts.voices) return console.log(`\nRecognition: not measured, since ${parts.voices.lacks}.`);
  const folder = await temporaryFolder();
  const lines = dialogue();
  const short = await speak(lines.slice(0, 8), folder.path, 'short');
  const long = await speak(lines, folder.path, 'long', longSeconds);
  const usual = await speak([...lines, ...lines, ...lines, ...lines], folder.path, 'usual', usualSeconds);
  const tempting = await temptations(short, folder.path);
  for (const [use, start] of Object.entries(recognisers(parts))) {
    if (typeof start === 'string') {
      console.log(`\nThe transcriber ${use}: not measured, since ${start}.`);
      continue;
    }
    const recogniser = await start();
    const host = await hostWith(recogniser, join(folder.path, use), use === 'whisper' ? {} : { pieceMinutes });
    try {
      await measureLength(recogniser, host, parts, long);
      await measureSpeakers(recogniser, join(folder.path, `${use}-voices`), short);
      await measureLoops(recogniser, host, tempting);
      // What they are decoded by is the same for every recogniser.
      if (recogniser.use === 'openai-compatible') await measureFormats(recogniser, host, parts, short);
      await host.stop();
      await measureTime(recogniser, join(folder.path, `${use}-usual`), parts, { short, usual });
    } finally {
      await host.stop();
      await recogniser.stop();
    }
  }
  await folder.remove();
}

async function hostWith({ configuration }: Recogniser, data: string, settings: object): Promise<ServerProcess> {
  const config = `${data}.yaml`;
  const transcriber = { use: configuration.use, with: { ...configuration.with, ...settings } };
  await writeFile(config, JSON.stringify({ log: { level: 'silent' }, providers: { transcriber } }));
  return startServer('core/cli/main.js', ['start', '--port', '0', '--data', data, '--config', config], {
    CHRONOSCRIBE_API_KEY: key,
  });
}

async function measureFormats(recogniser: Recogniser, host: ServerProcess, parts: SpeechParts, { mono, said }: Spoken) {
  const words = said.map(({ word }) => word);
  const rows: string[][] = [];
  for (const format of Object.keys(formats)) {
    const path = await inFormat(mono, format);
    if (path === null) {
      rows.push([format, 'not written by this ffmpeg']);
      continue;
    }
    const ours = await timed(() => upload(host, path));
    const bare = await timed(() => alone(recogniser, parts, path));
    const [here, there] = [wordsIn(ours.result), wordsOf(bare.result)];
    rows.push([
      format,
      percent(compared(words, here).error),
      percent(compared(words, there).error),
      seconds(ours),
      seconds(bare),
    ]);
  }
  const head = ['format', 'word error', 'of it alone', 'upload to note, s', 'it alone, s'];
  table(`${recogniser.use}: a short visit in each format`, head, rows);
}

async function measureLength(recogniser: Recogniser, host: ServerProcess, parts: SpeechParts, long: Spoken) {
  const words = long.said.map(({ word }) => word);
  const before = await counted(recogniser);
  const ours = await timed(() => upload(host, long.mono));
  const between = await counted(recogniser);
  const bare = await timed(() => alone(recogniser, parts, long.mono));
  const after = await counted(recogniser);
  const [here, there] = [wordsIn(ours.result), wordsOf(bare.result)];
  const row = (
    name: string,
    heard: readonly string[],
    other: readonly string[],
    { ms }: Timed<unknown>,
    [from, to]: readonly (z.output<typeof Counted> | null)[],
  ) => [
    ...[name, long.seconds.toFixed(0), String(words.length), percent(compared(words, heard).error)],
    ...[String(lostWords(words, heard, other)), String(doubledWords(words, heard))],
    ...(from && to ? [(to.seconds - from.seconds).toFixed(0), String(to.requests - from.requests)] : ['–', '–']),
    ...[seconds({ ms }), (ms / bare.ms).toFixed(2)],
  ];
  const head = ['', 'sound, s', 'words', 'word error', 'lost', 'doubled', 'sent, s', 'requests', 's', 'ratio'];
  const given = recogniser.use === 'whisper' ? 'cut where nobody speaks' : `in parts of ${pieceMinutes * 60} s`;
  table(`${recogniser.use}: one sound, ${given}`, head, [
    row('upload to note', here, there, ours, [before, between]),
    row('it alone', there, here, bare, [between, after]),
  ]);
}

async function measureTime(
  recogniser: Recogniser,
  data: string,
  parts: SpeechParts,
  { short, usual }: Readonly<Record<'short' | 'usual', Spoken>>,
) {
  const host = await hostWith(recogniser, data, {});
  // What a host and a server do once is not measured.
  await upload(host, short.mono);
  await alone(recogniser, parts, short.mono);
  const spent = async (work: () => Promise<unknown>) => {
    // Host and recognisers are started from here.
    const before = await cpuMsOf(process.pid);
    const { ms } = await timed(work);
    return { ms, cpu: (await cpuMsOf(process.pid)) - before };
  };
  const ours: Spent[] = [];
  const bare: Spent[] = [];
  for (let turn = 0; turn < timesOver; turn += 1) {
    ours.push(await spent(() => upload(host, usual.mono)));
    bare.push(await spent(() => alone(recogniser, parts, usual.mono)));
  }
  await host.stop();
  const least = (of: readonly Spent[], what: keyof Spent) => Math.min(...of.map((each) => each[what]));
  const row = (name: string, of: readonly Spent[]) => [
    name,
    of.map(seconds).join(', '),
    (least(of, 'ms') / least(bare, 'ms')).toFixed(2),
    of.map(({ cpu }) => seconds({ ms: cpu })).join(', '),
    (least(of, 'cpu') / least(bare, 'cpu')).toFixed(2),
  ];
  const head = ['', 's, by turns', 'least, ratio', 'of processors, s', 'least, ratio'];
  table(`${recogniser.use}: a visit of ${usual.seconds.toFixed(0)} s, as it is without settings`, head, [
    row('upload to note', ours),
    row('it alone', bare),
  ]);
}

/** Milliseconds, and those of all processors. */
interface Spent {
  readonly ms: number;
  readonly cpu: number;
}

/** What a server was sent so far; null: there is none. */
async function counted({ url }: Recogniser) {
  return url === null ? null : Counted.parse(await (await fetch(`${url}/heard`)).json());
}

async function measureSpeakers(recogniser: Recogniser, data: string, { mono, stereo, said }: Spoken) {
  const { use } = recogniser;
  if (voiceModels !== undefined) await cp(voiceModels, join(data, 'models'), { recursive: true });
  const host = await hostWith(recogniser, data, {});
  const rows: string[][] = [];
  for (const [name, path] of Object.entries({ 'a channel for each': stereo, 'one channel': mono })) {
    const { segments } = await upload(host, path);
    const heard = segments.flatMap(({ text, speaker = null }) => wordsOf(text).map((word) => ({ word, speaker })));
    rows.push([
      name,
      percent(rightSpeakers(said, heard)),
      String(new Set(segments.map(({ speaker }) => speaker)).size),
    ]);
  }
  await host.stop();
  table(`${use}: two people`, ['recorded with', 'words with the right speaker', 'speakers'], rows);
}

async function measureLoops({ use }: Recogniser, host: ServerProcess, paths: readonly string[]) {
  const rows: string[][] = [];
  for (const path of paths) {
    const heard = await upload(host, path);
    const loops = heard.segments.filter(({ text }) => isLoop(text)).length + (isLoop(wordsIn(heard).join(' ')) ? 1 : 0);
    const isUnmarked = loops > 0 && heard.warnings.length === 0;
    rows.push([
      basename(path),
      String(wordsIn(heard).length),
      String(loops),
      isUnmarked ? String(loops) : '0',
      heard.warnings.join(' ').slice(0, 90),
    ]);
  }
  table(`${use}: what tempts a recogniser to loop`, ['sound', 'words', 'loops', 'unmarked', 'warnings'], rows);
}

async function upload({ url }: ServerProcess, path: string): Promise<z.output<typeof Transcript>> {
  const headers = { 'x-api-key': key };
  const { status, text } = await sent(`${url}/api/v1/transcripts/upload_audio_file`, path, { language: 'en' }, headers);
  // Nobody speaks in it.
  if (status === 422) return { segments: [], warnings: [text] };
  if (status !== 200) throw new Error(`the upload was answered ${status}: ${text}`);
  const { id } = Answer.parse(JSON.parse(text));
  return Transcript.parse(await (await fetch(`${url}/api/v1/transcripts/${id}`, { headers })).json());
}

/** Posts a form with a file, and waits as long as the answer takes: `fetch` would give up after five minutes. */
async function sent(url: string, path: string, fields: Readonly<Record<string, string>>, headers: OutgoingHttpHeaders) {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await readFile(path))], basename(path)));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  const outgoing = request(url, { method: 'POST', headers: { ...headers, 'content-type': type } });
  outgoing.end(new Uint8Array(await encoded.arrayBuffer()));
  const [answer]: IncomingMessage[] = await once(outgoing, 'response');
  return answer === undefined ? { status: 0, text: '' } : { status: answer.statusCode, text: await textOf(answer) };
}

/** What the recogniser hears without the product. sherpa-onnx gets the sound as WAV, since it reads nothing else. */
async function alone({ use, url }: Recogniser, { python, sherpa }: SpeechParts, path: string): Promise<string> {
  if ('lacks' in python || 'lacks' in sherpa) throw new Error('a recogniser was started without its weights');
  switch (use) {
    case 'openai-compatible': {
      const alike = { model: 'tiny.en', language: 'en', 'timestamp_granularities[]': 'word' };
      const { text } = await sent(`${url}/v1/audio/transcriptions`, path, alike, {});
      return Heard.parse(JSON.parse(text)).text;
    }
    case 'command': {
      const folder = await temporaryFolder();
      const to = ['--output_dir', folder.path, '--output_format', 'txt', '--verbose', 'False'];
      const program = join(python.there.programs, 'whisper-ctranslate2');
      await run(behind[0], [
        ...behind.slice(1),
        program,
        path,
        '--model_directory',
        python.there.ctranslate2,
        '--language',
        'en',
        ...to,
      ]);
      const text = await readFile(join(folder.path, `${basename(path).replace(/\.[^.]+$/, '')}.txt`), 'utf8');
      await folder.remove();
      return text;
    }
    case 'whisper': {
      const wav = `${path}.decoded.wav`;
      await run('ffmpeg', ['-v', 'error', '-y', '-i', path, '-ar', '16000', '-ac', '1', wav]);
      const script = join(import.meta.dirname, 'recognition/bare-sherpa.ts');
      const program = ['--conditions=chronoscribe-source', script, sherpa.there, wav];
      return (await run(behind[0], [...behind.slice(1), process.execPath, ...program])).stdout;
    }
    default:
      return use satisfies never;
  }
}

interface Timed<T> {
  readonly result: T;
  readonly ms: number;
}

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const begun = performance.now();
  const result = await work();
  return { result, ms: performance.now() - begun };
}

function wordsIn({ segments }: Pick<z.output<typeof Transcript>, 'segments'>): readonly string[] {
  return segments.flatMap(({ text }) => wordsOf(text));
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const seconds = ({ ms }: { readonly ms: number }): string => (ms / 1000).toFixed(1);
