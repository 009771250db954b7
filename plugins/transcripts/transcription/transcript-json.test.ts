import { describe, expect, test } from 'vitest';
import { parseTranscriptJson } from './transcript-json.ts';

const parse = (content: unknown) => parseTranscriptJson(JSON.stringify(content));

/** What each of these files says. */
const said = [
  { speaker: 'A', startMs: 500, endMs: 1500, text: 'Any fever?' },
  { speaker: 'B', startMs: 2000, endMs: 2400, text: 'No.' },
];
const silent = said.map((each) => ({ ...each, speaker: null }));

describe('JSON of AssemblyAI', () => {
  const words = [
    { text: 'Any', start: 500, end: 900, confidence: 0.9, speaker: 'A' },
    { text: 'fever?', start: 900, end: 1500, confidence: 0.7, speaker: 'A' },
    { text: 'No.', start: 2000, end: 2400, confidence: 0.8, speaker: 'B' },
  ];
  const utterances = [
    { speaker: 'A', start: 500, end: 1500, text: 'Any fever?', confidence: 0.8, words: words.slice(0, 2) },
    { speaker: 'B', start: 2000, end: 2400, text: 'No.', confidence: 0.8, words: words.slice(2) },
  ];
  const job = { id: 'x', status: 'completed', text: 'Any fever? No.', audio_duration: 3, language_code: 'en_us' };

  test('gives its turns with speakers, times and scores', () => {
    expect(parse({ ...job, words, utterances })).toEqual({
      source: 'assemblyai',
      language: 'en-US',
      hasTimes: true,
      utterances: said.map((each, at) => ({
        ...{ ...each, confidence: 0.8 },
        words: (at === 0 ? words.slice(0, 2) : words.slice(2)).map(({ text, start, end, confidence }) => ({
          ...{ text, startMs: start, endMs: end, confidence },
        })),
      })),
    });
  });

  test('without turns gives its words by sentence', () => {
    const { utterances: read } = parse({ ...job, words, utterances: null });
    expect(read).toMatchObject(said);
    expect(read[0]?.confidence).toBeCloseTo(0.8);
  });

  test('with its text alone has no times', () => {
    expect(parse({ ...job, words: null, utterances: null })).toMatchObject({
      hasTimes: false,
      utterances: [{ text: 'Any fever? No.' }],
    });
  });

  test('is refused while it is not complete', () => {
    expect(() => parse({ id: 'x', status: 'processing', text: null })).toThrow('is not complete');
  });
});

describe('JSON of Whisper', () => {
  const segments = [
    { id: 0, seek: 0, start: 0.5, end: 1.5, text: ' Any fever?', tokens: [1, 2], temperature: 0, avg_logprob: -0.2 },
    { id: 1, seek: 0, start: 2, end: 2.4, text: ' No.', tokens: [3], temperature: 0, avg_logprob: -0.2 },
  ];
  const heard = silent.map((each) => expect.objectContaining({ ...each, text: ` ${each.text}` }));

  test.each([
    [
      'as OpenAI answers it',
      { task: 'transcribe', language: 'english', duration: 3, text: 'Any fever? No.', segments },
    ],
    ['as openai-whisper writes it', { text: ' Any fever? No.', segments, language: 'en' }],
    ['as faster-whisper gives it', { segments, info: { language: 'en', language_probability: 0.9 } }],
  ])('%s gives its segments', (_, content) => {
    expect(parse(content)).toMatchObject({ source: 'whisper', language: 'en', hasTimes: true, utterances: heard });
  });

  test('may be the list of segments alone, and have speakers', () => {
    const labelled = segments.map((each, index) => ({ ...each, speaker: ['A', 'B'][index] }));
    expect(parse(labelled).utterances.map(({ speaker }) => speaker)).toEqual(['A', 'B']);
    expect(parse(segments).utterances[0]?.confidence).toBeCloseTo(Math.exp(-0.2));
  });

  test('as whisper.cpp writes it gives its segments', () => {
    const transcription = said.map(({ speaker, startMs, endMs, text }) => ({
      timestamps: { from: '00:00:00,500', to: '00:00:01,500' },
      offsets: { from: startMs, to: endMs },
      text,
      speaker,
    }));
    expect(parse({ systeminfo: '', model: {}, params: {}, result: { language: 'en' }, transcription })).toMatchObject({
      source: 'whisper',
      language: 'en',
      utterances: said,
    });
  });
});

test('a refusal names the field and quotes nothing', () => {
  expect(() => parse({ segments: [{ start: 0, end: 'Jane Roe', text: 'secret' }] })).toThrow(
    /^The field `segments\.0\.end` of the JSON is wrong: Invalid input: expected number, received string$/,
  );
});

test.each([null, 5, 'text', {}, { error: 'no' }])('%j is no transcript', (content) => {
  expect(() => parse(content)).toThrow();
});
