import { defineProvider, Problem } from 'chronoscribe';
import { Punctuator } from 'chronoscribe/kinds/punctuator';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { localPunctuator } from '../../providers/punctuator/sherpa/index.ts';
import { writeTinyPunctuation } from '../../providers/punctuator/sherpa/testing/tiny-punctuation.ts';
import { modelsOnDisk } from '../../providers/transcriber/sherpa/testing/models.ts';
import { tone, wav } from './testing/sounds.ts';
import { send } from './testing/visits.ts';

let heard: readonly string[];
let failure: Problem | undefined;
let host: TestHost;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

const recogniser = defineProvider({
  kind: Transcriber,
  name: 'unpunctuating',
  config: z.strictObject({}),
  create: () => ({
    transcribe: async () => ({
      language: 'en',
      utterances: heard.map((text, at) => ({
        ...{ speaker: `S${at + 1}`, startMs: at * 1000, endMs: at * 1000 + 900, text, confidence: null },
        words: text.split(' ').map((word, place) => ({
          ...{ text: word, startMs: at * 1000 + place * 200, endMs: at * 1000 + place * 200 + 100, confidence: 0.9 },
        })),
      })),
      engine: { provider: 'unpunctuating', model: null, version: null },
      warnings: [],
    }),
  }),
});

beforeAll(async () => {
  folder = await temporaryFolder();
  const model = await writeTinyPunctuation(folder.path, {
    do: { letters: 'capital' },
    pain: { mark: '?' },
    no: { letters: 'capital', mark: ',' },
    penicillin: { mark: '.' },
  });
  const files = ['model.int8.onnx', 'bpe.vocab'];
  const tiny = {
    name: 'tiny',
    description: '',
    url: '',
    bytes: null,
    sha256: null,
    archive: 'none',
    licence: '',
  } as const;
  const local = localPunctuator({ models: modelsOnDisk({ tiny: model }), model: { ...tiny, files }, uploads: true });
  const punctuator = defineProvider({
    kind: Punctuator,
    name: 'tiny',
    config: z.strictObject({}),
    create: () => ({
      async punctuate(...request: Parameters<Punctuator['punctuate']>) {
        if (failure !== undefined) throw failure;
        return local.punctuate(...request);
      },
    }),
    stop: () => local.close(),
  });
  host = await testHost({ providers: [recogniser, punctuator] });
});
afterAll(async () => {
  await host.stop();
  await folder.remove();
});
beforeEach(() => {
  heard = ['do you have pain', 'no i take penicillin'];
  failure = undefined;
});

async function uploaded(content: string | Uint8Array, name: string) {
  const { status, headers } = await send(host, content, { name, fields: { language: 'en' } });
  expect(status).toBe(200);
  const { json } = await host.call('GET', `${headers.get('content-location')}?words=true`);
  return z
    .object({ segments: z.array(z.looseObject({ text: z.string() })), warnings: z.array(z.string()) })
    .parse(json);
}
const recorded = () => uploaded(wav(tone(3)), 'visit.wav');
const textsOf = ({ segments }: Awaited<ReturnType<typeof uploaded>>) => segments.map(({ text }) => text);

test('a recogniser that writes no punctuation gives a transcript with marks, at the same times', async () => {
  const record = await recorded();
  expect(textsOf(record)).toEqual(['Do you have pain?', 'No, i take penicillin.']);
  expect(record.segments).toMatchObject([
    {
      startMs: 0,
      endMs: 900,
      words: [{ text: 'Do', start_ms: 0 }, {}, {}, { text: 'pain?', start_ms: 600, end_ms: 700 }],
    },
    {
      startMs: 1000,
      endMs: 1900,
      words: [{ text: 'No,' }, { text: 'i' }, {}, { text: 'penicillin.', start_ms: 1600 }],
    },
  ]);
});

test('a recogniser that writes punctuation keeps its own', async () => {
  heard = ['Do you have pain', 'No! I take penicillin;'];
  expect(textsOf(await recorded())).toEqual(heard);
});

test('an uploaded transcript without punctuation is punctuated like a recording', async () => {
  const cues = '00:01.000 --> 00:02.000\n<v Doctor>do you have pain\n\n00:03.000 --> 00:04.500\n<v Patient>no\n';
  const record = await uploaded(`WEBVTT\n\n${cues}`, 'visit.vtt');
  expect(textsOf(record)).toEqual(['Do you have pain?', 'No,']);
  expect(record.segments).toMatchObject([{ startMs: 1000 }, { startMs: 3000, endMs: 4500 }]);
});

test('a transcript that cannot be punctuated is kept as it is, and says so', async () => {
  failure = new Problem('provider-failed', { detail: 'The model is damaged.' });
  const record = await recorded();
  expect(textsOf(record)).toEqual(heard);
  expect(record.warnings).toContainEqual(expect.stringContaining('none could be added: The model is damaged.'));
});
