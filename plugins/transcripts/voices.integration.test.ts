import { defineProvider, Problem } from 'chronoscribe';
import { Diarizer } from 'chronoscribe/kinds/diarizer';
import { type SpeakerTurn, Transcriber, type Transcription, type Utterance } from 'chronoscribe/kinds/transcriber';
import { testHost } from 'chronoscribe/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { tone, wav } from './testing/sounds.ts';
import { send } from './testing/visits.ts';

let heard: Partial<Transcription>;
let known: readonly SpeakerTurn[] | undefined;
let diarize: Diarizer['diarize'];

const recogniser = defineProvider({
  kind: Transcriber,
  name: 'voiceless',
  config: z.strictObject({}),
  create: () => ({
    transcribe: async (_recording, { turns }) => {
      known = turns;
      const engine = { provider: 'voiceless', model: null, version: null };
      return { language: 'en', utterances: [], warnings: [], engine, ...heard };
    },
  }),
});
const diarizer = defineProvider({
  kind: Diarizer,
  name: 'scripted',
  config: z.strictObject({}),
  create: () => ({ diarize: (...request: Parameters<Diarizer['diarize']>) => diarize(...request) }),
});

const host = await testHost({ providers: [recogniser, diarizer] });
afterAll(() => host.stop());

const visit: Utterance = {
  ...{ speaker: null, startMs: 0, endMs: 6500, text: 'Where does it hurt? In my left knee.', confidence: null },
};
const turns = [
  { startMs: 0, endMs: 3300, speaker: 'A' },
  { startMs: 3300, endMs: 6500, speaker: 'B' },
];
const both = ['Speaker 1: Where does it hurt?', 'Speaker 2: In my left knee.'];

beforeEach(() => {
  heard = { utterances: [visit] };
  diarize = async () => turns;
});

/** One tone on the left for three seconds, then one on the right. */
function stereo(): Uint8Array {
  const [seconds, rate] = [6.5, 16_000];
  const sound = tone(2 * seconds).map((sample, at) => {
    const time = Math.floor(at / 2) / rate;
    const isLeft = at % 2 === 0;
    return (isLeft && time < 3) || (!isLeft && time > 3.5) ? sample : 0;
  });
  const file = wav(sound);
  const view = new DataView(file.buffer);
  view.setUint16(22, 2, true);
  view.setUint32(28, 4 * rate, true);
  view.setUint16(32, 4, true);
  return file;
}

async function recorded(sound = wav(tone(6.5)), fields: Readonly<Record<string, string>> = {}) {
  const { status, headers } = await send(host, sound, { fields });
  expect(status).toBe(200);
  const { json } = await host.call('GET', headers.get('content-location') ?? '');
  const { segments, warnings } = z
    .object({
      segments: z.array(z.looseObject({ speaker: z.string(), text: z.string() })),
      warnings: z.array(z.string()),
    })
    .parse(json);
  return { lines: segments.map(({ speaker, text }) => `${speaker}: ${text}`), warnings };
}

test('what a recogniser without voices heard is given to those that the diarizer tells apart', async () => {
  const { lines, warnings } = await recorded();
  expect(lines).toEqual(both);
  expect(warnings.join()).not.toContain('told apart');
});

test('where each person has a channel, that decides: the recogniser knows it, and no diarizer is asked', async () => {
  diarize = async () => Promise.reject(new Problem('provider-failed', { detail: 'It was asked.' }));
  const { lines, warnings } = await recorded(stereo());
  expect(lines).toEqual(both);
  expect(warnings.join()).not.toContain('told apart');
  expect(known).toMatchObject([{ speaker: 'Channel 1' }, { speaker: 'Channel 2', endMs: 6500 }]);
});

test('more people than channels are told apart by their voices', async () => {
  const asked: unknown[] = [];
  diarize = async (_recording, { speakers }) => {
    asked.push(speakers);
    return turns;
  };
  expect((await recorded(stereo(), { speakers: '3' })).lines).toEqual(both);
  expect([known, asked]).toEqual([undefined, [3]]);
});

test.each<[string, Partial<Transcription>, Record<string, string>]>([
  ['a recogniser that tells voices apart', { utterances: [{ ...visit, speaker: 'A' }] }, {}],
  ['a recogniser that is not to tell them apart', { utterances: [visit], speakersAreFinal: true }, {}],
  ['a recording of one person', { utterances: [visit] }, { speakers: '1' }],
])('%s needs no diarizer', async (_, said, fields) => {
  heard = said;
  diarize = async () => Promise.reject(new Problem('provider-failed', { detail: 'It was asked.' }));
  const { lines, warnings } = await recorded(undefined, fields);
  expect(lines).toEqual([`Speaker 1: ${visit.text}`]);
  expect(warnings.join()).not.toContain('It was asked');
});

test('if voices cannot be told apart the transcript stays, and one warning says why', async () => {
  diarize = async () => {
    throw new Problem('provider-unavailable', { detail: 'Run `chronoscribe models pull titanet-small`.' });
  };
  const { lines, warnings } = await recorded();
  expect(lines).toEqual([`Speaker 1: ${visit.text}`]);
  expect(warnings.filter((warning) => warning.includes('told apart'))).toEqual([
    'Speakers were not told apart. Run `chronoscribe models pull titanet-small`.',
  ]);
});
