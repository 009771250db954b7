import { randomUUID } from 'node:crypto';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hostWithObserver, note, spineForm, visit } from './testing/observed-host.ts';
import { recorded } from './testing/visits.ts';

const answer = z.object({
  id: z.string(),
  segments: z.array(
    z.looseObject({
      text: z.string(),
      words: z
        .array(
          z.strictObject({
            text: z.string(),
            start_ms: z.number().nullable(),
            end_ms: z.number().nullable(),
            confidence: z.number().nullable(),
          }),
        )
        .optional(),
    }),
  ),
});

const { host, save } = await hostWithObserver();
afterAll(() => host.stop());

const get = async (path: string) => answer.parse((await host.call('GET', `/api/v1/transcripts/${path}`)).json);

/** A record whose first segment, "I adjusted L5.", has words; the others have none. */
async function saved(): Promise<string> {
  const id = randomUUID();
  const [first, ...rest] = visit.segments;
  const segments = [{ ...(first ?? rest[0]), wordTimes: '1 100 200 98,8 300 500 40,3 600 300 90' }, ...rest];
  await save(spineForm, { ...visit, segments: segments as typeof rest }, note, {
    id,
    account: 'default',
    createdAt: 5000,
  });
  return id;
}

const words = [
  { text: 'I', start_ms: 100, end_ms: 300, confidence: 0.98 },
  { text: 'adjusted', start_ms: 400, end_ms: 900, confidence: 0.4 },
  { text: 'L5.', start_ms: 1000, end_ms: 1300, confidence: 0.9 },
];

describe('the words of a record', () => {
  test('are given to those who ask for them, with their times and confidence', async () => {
    const id = await saved();
    for (const path of [`${id}?words=true`, `${id}/versions/1?words=true`]) {
      const { segments } = await get(path);
      expect(segments.map((segment) => segment.words)).toEqual([words, undefined, undefined]);
    }
  });

  test('are left out for everybody else', async () => {
    const id = await saved();
    for (const path of [id, `${id}?words=false`, `${id}/versions/1`]) {
      const { segments } = await get(path);
      expect(segments[0]).not.toHaveProperty('words');
      expect(segments[0]).not.toHaveProperty('wordTimes');
    }
  });

  test('that a person corrects have no times, and the others keep theirs', async () => {
    const id = await saved();
    const json = { segments: [{ id: 's1', text: 'I have adjusted L4.' }] };
    const edited = await host.call('PATCH', `/api/v1/transcripts/${id}?words=true`, { json });
    const none = { start_ms: null, end_ms: null, confidence: null };
    const corrected = [words[0], { text: 'have', ...none }, words[1], { text: 'L4.', ...none }];
    expect(answer.parse(edited.json).segments[0]?.words).toEqual(corrected);
    expect((await get(`${id}?words=true`)).segments[0]?.words).toEqual(corrected);
    expect((await get(`${id}/versions/1?words=true`)).segments[0]?.words).toEqual(words);
    // Who does not ask gets none.
    const again = await host.call('PATCH', `/api/v1/transcripts/${id}`, {
      json: { segments: [{ id: 's1', text: 'Quite other.' }] },
    });
    expect(answer.parse(again.json).segments[0]).not.toHaveProperty('words');
    expect((await get(`${id}?words=true`)).segments[0]).not.toHaveProperty('words');
  });

  test('stay where somebody else is said to have spoken, and after the note was rewritten', async () => {
    const id = await saved();
    await host.call('PATCH', `/api/v1/transcripts/${id}`, { json: { segments: [{ id: 's1', speaker: 'Speaker 2' }] } });
    await host.call('POST', `/api/v1/transcripts/${id}/rewrite`, { json: {} });
    expect((await get(`${id}?words=true`)).segments[0]?.words).toEqual(words);
  });

  test('are in the exported record, and their times in its cues', async () => {
    const id = await saved();
    const exported = async (format: string) =>
      (await host.call('GET', `/api/v1/transcripts/${id}/export?format=${format}`)).text;
    expect(answer.parse(JSON.parse(await exported('json'))).segments[0]?.words).toEqual(words);
    expect(await exported('json')).not.toContain('wordTimes');
    expect(await exported('vtt')).toContain('<v Speaker 1><00:00:00.100>I <00:00:00.400>adjusted <00:00:01.000>L5.\n');
    expect(await exported('srt')).toContain('\nSpeaker 1: I adjusted L5.\n');
  });
});

const openai = {
  text: 'Any fever? No.',
  segments: [
    { start: 0.5, end: 1.5, text: ' Any fever?' },
    { start: 2, end: 2.4, text: ' No.' },
  ],
  words: [
    { word: 'Any', start: 0.5, end: 0.9 },
    { word: 'fever', start: 0.9, end: 1.5 },
    { word: 'No', start: 2, end: 2.4 },
  ],
};
const withWords = openai.segments.map((segment, at) => ({
  ...segment,
  words: (at === 0 ? openai.words.slice(0, 2) : openai.words.slice(2)).map((word) => ({ ...word, probability: 0.9 })),
}));
const milliseconds = ({ word, start, end }: (typeof openai.words)[number]) => ({
  ...{ text: word, start: start * 1000, end: end * 1000, confidence: 0.9, speaker: 'A' },
});
const token = (text: string, from: number, to: number) => ({ text, p: 0.9, offsets: { from, to } });
const uploads: readonly (readonly [string, string, string])[] = [
  [
    'vtt',
    'WebVTT',
    'WEBVTT\n\n00:00.500 --> 00:01.500\nAny <00:00.900>fever?\n\n00:02.000 --> 00:02.400\n<00:02.000>No.\n',
  ],
  ['json', 'OpenAI', JSON.stringify(openai)],
  ['json', 'Whisper', JSON.stringify({ language: 'en', text: openai.text, segments: withWords })],
  [
    'json',
    'whisper.cpp',
    JSON.stringify({
      transcription: [
        {
          text: ' Any fever?',
          offsets: { from: 500, to: 1500 },
          tokens: [
            token('[_BEG_]', 500, 500),
            token(' Any', 500, 900),
            token(' fe', 900, 1200),
            token('ver?', 1200, 1500),
          ],
        },
        { text: ' No.', offsets: { from: 2000, to: 2400 }, tokens: [token(' No.', 2000, 2400)] },
      ],
    }),
  ],
  [
    'json',
    'AssemblyAI',
    JSON.stringify({
      status: 'completed',
      utterances: [
        { speaker: 'A', start: 500, end: 1500, text: 'Any fever?', words: openai.words.slice(0, 2).map(milliseconds) },
        { speaker: 'A', start: 2000, end: 2400, text: 'No.', words: openai.words.slice(2).map(milliseconds) },
      ],
    }),
  ],
  [
    'json',
    'Deepgram',
    JSON.stringify({
      results: {
        channels: [
          {
            alternatives: [
              { words: openai.words.map((word, at) => ({ ...word, punctuated_word: ['Any', 'fever?', 'No.'][at] })) },
            ],
          },
        ],
      },
    }),
  ],
];

describe('an uploaded transcript', () => {
  let notes: TestHost;
  beforeAll(async () => {
    notes = await testHost();
  });
  afterAll(() => notes.stop());

  test.each(uploads)('keeps the words that it has: %s of %s', async (extension, _, text) => {
    const id = await recorded(notes, text, { name: `visit.${extension}` });
    const { segments } = answer.parse((await notes.call('GET', `/api/v1/transcripts/${id}?words=true`)).json);
    expect(segments.map((each) => each.words?.map(({ confidence: __, ...word }) => word))).toEqual([
      [
        { text: 'Any', start_ms: 500, end_ms: 900 },
        { text: 'fever?', start_ms: 900, end_ms: 1500 },
      ],
      [{ text: 'No.', start_ms: 2000, end_ms: 2400 }],
    ]);
  });
});
