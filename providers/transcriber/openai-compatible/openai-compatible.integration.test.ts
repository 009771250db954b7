import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Recording } from 'chronoscribe/kinds/transcriber';
import { beforeAll, describe, expect, test } from 'vitest';
import { problemOf } from '../testing/failing-service.ts';
import openaiCompatible from './index.ts';
import { audioScene } from './testing/scene.ts';

const scene = audioScene();
const { record, transcribe } = scene;
const order = 'POST /v1/audio/transcriptions';

/** Turns of a recording that needs three uploads of at most 100 000 bytes. */
const longTurns = [
  { startMs: 200, endMs: 1000 },
  { startMs: 1500, endMs: 2300 },
  { startMs: 3100, endMs: 4900 },
  { startMs: 5600, endMs: 7000 },
];
const smallUploads = { maxUploadBytes: 100_000 };

let long: Recording;
beforeAll(async () => {
  long = await record('long.wav', 7500, longTurns);
});

describe('a recording', () => {
  test('comes back as utterances with times and confidence', async () => {
    const { utterances, ...heard } = await transcribe();
    expect({ ...heard, utterances: utterances.map(({ words: _, ...each }) => each) }).toEqual({
      language: 'en',
      utterances: [
        { speaker: null, startMs: 240, endMs: 1890, text: 'What brings you in today?', confidence: Math.exp(-0.25) },
        {
          speaker: null,
          startMs: 2100,
          endMs: 4500,
          text: 'My lower back has hurt since Tuesday.',
          confidence: Math.exp(-0.25),
        },
      ],
      engine: { provider: 'openai-compatible', model: 'whisper-1', version: null },
      warnings: [],
    });
  });

  test('is sent whole and once, with its length, and asks for times', async () => {
    await transcribe();
    const [sent] = scene.vendor.requests;
    expect(scene.vendor.count(order)).toBe(1);
    expect(scene.vendor.orders[0]?.sound.length).toBe(5000 * 32);
    expect(sent?.headers['content-length']).toBe(String(sent?.body.length));
    expect(scene.vendor.orders[0]?.fields).toEqual({
      model: 'whisper-1',
      response_format: 'verbose_json',
      'timestamp_granularities[]': 'word,segment',
    });
  });

  test('is sent with the words to expect, but not to a model that takes none', async () => {
    const vocabulary = ['apixaban', 'L5'];
    await transcribe({}, { vocabulary });
    await transcribe({}, { vocabulary, model: 'gpt-4o-transcribe-diarize' });
    expect(scene.vendor.orders.map(({ fields }) => fields.prompt)).toEqual(['apixaban, L5', undefined]);
  });

  test('takes no more words than Whisper reads', async () => {
    const vocabulary = Array.from({ length: 100 }, (_, at) => `medicine${at}`);
    await expect(transcribe({}, { vocabulary })).rejects.toThrow('at most 800 characters');
  });

  test.each([
    ['en-GB', 'en'],
    ['pt-BR', 'pt'],
    ['de', 'de'],
  ])('in a given language is ordered by its code: %s as %s', async (language, code) => {
    await transcribe({ language });
    expect(scene.vendor.orders[0]?.fields.language).toBe(code);
  });

  test.each([
    ['german', 'de'],
    ['Chinese', 'zh'],
    ['haitian creole', 'ht'],
    ['pt_br', 'pt-BR'],
    ['???', null],
  ])('has the language that is answered: %s is %s', async (language, tag) => {
    scene.vendor.script({ answer: { language } });
    expect((await transcribe()).language).toBe(tag);
  });

  test('in which nobody speaks is not sent at all: Whisper would hear something in it', async () => {
    const silence = await record('silence.wav', 3000, []);
    expect(await transcribe({}, {}, silence)).toMatchObject({ utterances: [], language: null, warnings: [] });
    expect(scene.vendor.requests).toEqual([]);
  });

  test('that begins with names of programs is sent without them', async () => {
    const speech = await record('plain.wav', 5000, [{ startMs: 240, endMs: 1890 }]);
    const plain = await readFile(speech.path);
    const list = Buffer.from('LIST\x05\0\0\0INFO!\0', 'latin1');
    const path = join(dirname(speech.path), 'titled.wav');
    await writeFile(path, Buffer.concat([plain.subarray(0, 36), list, plain.subarray(36)]));
    const { utterances } = await transcribe({}, {}, { ...speech, path });
    expect(utterances[0]).toMatchObject({ startMs: 240, endMs: 1890 });
    expect(scene.vendor.orders[0]?.sound).toEqual(plain.subarray(44));
  });

  test('shows how far the upload and the parts have come', async () => {
    const seen: number[] = [];
    await transcribe({ progress: (fraction) => seen.push(fraction) }, smallUploads, long);
    // By the length of the parts.
    expect(seen).toEqual(expect.arrayContaining([expect.closeTo(2.6 / 7.5), expect.closeTo(5.2 / 7.5), 1]));
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  });
});

describe('a recording that is larger than an upload may be', () => {
  test('is sent in parts that are small enough, and its times are those of the whole', async () => {
    const { utterances, warnings } = await transcribe({}, smallUploads, long);
    expect(utterances.map(({ startMs, endMs }) => ({ startMs, endMs }))).toEqual(longTurns);
    expect(scene.vendor.requests.map(({ body }) => body.length <= 100_000)).toEqual([true, true, true]);
    expect(scene.vendor.orders.reduce((sum, { sound }) => sum + sound.length, 0)).toBe(7500 * 32);
    expect(warnings).toEqual([]);
  });

  test('is cut at a fixed length where it is never quiet', async () => {
    const buzz = await record('buzz.wav', 6000, [{ startMs: 0, endMs: 6000 }]);
    const { utterances } = await transcribe({}, smallUploads, buzz);
    expect(utterances.at(-1)?.endMs).toBe(6000);
    expect(scene.vendor.requests.every(({ body }) => body.length <= 100_000)).toBe(true);
  });

  test('is not asked for further when a part fails', async () => {
    scene.vendor.fail({ fault: { fault: 'status', status: 500 }, on: order, times: 1 });
    await problemOf(transcribe({}, smallUploads, long));
    expect(scene.vendor.count(order)).toBe(1);
  });

  test('has speakers of each part, which are not mistaken for those of another, and says so', async () => {
    const { utterances, warnings } = await transcribe(
      {},
      { ...smallUploads, model: 'gpt-4o-transcribe-diarize' },
      long,
    );
    expect(utterances.map(({ speaker }) => speaker)).toEqual(['1-A', '1-B', '2-A', '3-A']);
    expect(warnings).toEqual([expect.stringContaining('in 3 parts')]);
  });
});

describe('a model', () => {
  test('that tells speakers apart is asked for them', async () => {
    const { utterances } = await transcribe({}, { model: 'gpt-4o-transcribe-diarize' });
    expect(utterances.map(({ speaker, confidence }) => ({ speaker, confidence }))).toEqual([
      { speaker: 'A', confidence: null },
      { speaker: 'B', confidence: null },
    ]);
    expect(scene.vendor.orders[0]?.fields).toMatchObject({
      response_format: 'diarized_json',
      chunking_strategy: 'auto',
    });
  });

  test('that gives text alone has one utterance for a part, and a warning', async () => {
    const { utterances, warnings } = await transcribe({}, { model: 'gpt-4o-transcribe' });
    const text = 'What brings you in today? My lower back has hurt since Tuesday.';
    expect(utterances).toEqual([{ speaker: null, startMs: 0, endMs: 5000, text, confidence: null }]);
    expect(warnings).toEqual([expect.stringContaining('does not say when')]);
  });

  test('may be asked for another form than its name suggests', async () => {
    await transcribe({}, { responseFormat: 'json' });
    expect(scene.vendor.orders[0]?.fields.response_format).toBe('json');
  });

  test('whose server refuses the form is a failure that names the settings to check', async () => {
    const problem = await problemOf(transcribe({}, { model: 'gpt-4o-transcribe', responseFormat: 'verbose_json' }));
    expect(problem).toMatchObject({ code: 'provider-failed', status: 502, transient: false });
    expect(problem.detail).toMatch(/`model`.*`responseFormat`/);
  });

  test('that the server does not have is named as what to mend', async () => {
    const problem = await problemOf(transcribe({}, { model: 'whisper-9' }));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, transient: false });
    expect(problem.detail).toContain('404 (model_not_found)');
    expect(problem.detail).toContain('`model`');
  });
});

describe('what nobody can have said', () => {
  test.each([
    ['the recogniser doubts that anybody spoke', { no_speech_prob: 0.8, avg_logprob: -1.4 }],
    ['the same words come over and over', { compression_ratio: 3.1 }],
  ])('is left out where %s, and the place is named', async (_, scores) => {
    scene.vendor.script({ segment: (_heard, index) => (index === 1 ? scores : {}) });
    const { utterances, warnings } = await transcribe();
    expect(utterances.map(({ text }) => text)).toEqual(['What brings you in today?']);
    expect(warnings).toEqual([expect.stringContaining('00:00:02–00:00:04')]);
    expect(warnings[0]).not.toContain('back');
  });

  test('is left out where the recording is silent, without a word', async () => {
    scene.vendor.script({
      segment: (_heard, index) => (index === 1 ? { start: 4.6, end: 4.9, text: ' Thank you for watching!' } : {}),
    });
    const { utterances, warnings } = await transcribe();
    expect(utterances.map(({ text }) => text)).toEqual(['What brings you in today?']);
    expect(warnings).toEqual([]);
  });

  test('is left out where it is the name of a sound', async () => {
    scene.vendor.script({ texts: [' [BLANK_AUDIO]', ' (coughs)'] });
    expect((await transcribe()).utterances).toEqual([]);
    expect((await transcribe({}, { responseFormat: 'json' })).utterances).toEqual([
      expect.objectContaining({ text: '[BLANK_AUDIO] (coughs)' }),
    ]);
  });

  test('is not what is said quickly, with little doubt', async () => {
    scene.vendor.script({ segment: () => ({ no_speech_prob: 0.7, avg_logprob: -0.3, compression_ratio: 2.3 }) });
    expect((await transcribe()).utterances).toHaveLength(2);
  });
});

describe('another server that speaks the protocol', () => {
  test('may leave out scores, the language and the duration, as whisper.cpp does', async () => {
    const bare = { avg_logprob: undefined, no_speech_prob: undefined, compression_ratio: undefined };
    scene.vendor.script({ segment: () => bare, answer: { language: undefined, duration: undefined } });
    const { language, utterances } = await transcribe({ language: 'en-GB' });
    expect(language).toBe('en');
    expect(utterances.map(({ confidence }) => confidence)).toEqual([null, null]);
  });

  test('may count in nanoseconds, as LocalAI does', async () => {
    scene.vendor.script({ segment: ({ start, end }) => ({ start: start * 1e9, end: end * 1e9 }) });
    const { utterances } = await transcribe();
    expect(utterances.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [240, 1890],
      [2100, 4500],
    ]);
  });

  test('may refuse to tell of words, and is then not asked again', async () => {
    scene.vendor.script({ refusesWords: true });
    const { instance } = await scene.start();
    const speech = await scene.record('refused.wav', 5000, [
      { startMs: 240, endMs: 1890 },
      { startMs: 2100, endMs: 4500 },
    ]);
    const hear = () => instance.transcribe(speech, { signal: new AbortController().signal, progress: () => {} });
    expect((await hear()).utterances.map(({ text }) => text)).toHaveLength(2);
    expect((await hear()).utterances.flatMap(({ words }) => words ?? [])).toEqual([]);
    expect(scene.vendor.count(order)).toBe(3);
  });

  test('may not heed the wish for words', async () => {
    scene.vendor.script({ ignoresWords: true });
    const { utterances } = await transcribe();
    expect(utterances.map(({ text, words }) => [text, words])).toEqual([
      ['What brings you in today?', undefined],
      ['My lower back has hurt since Tuesday.', undefined],
    ]);
  });

  test('may have the words within its segments, as whisper.cpp, with how likely they are', async () => {
    const wordOf = (start: number) => ({ word: ' Back', start, end: start + 0.4, probability: 0.25, t_dtw: -1 });
    scene.vendor.script({
      ignoresWords: true,
      texts: [' Back'],
      segment: ({ start }) => ({ words: [wordOf(start)] }),
    });
    const { utterances } = await transcribe();
    expect(utterances.map(({ words }) => words)).toEqual([
      [{ text: 'Back', startMs: 240, endMs: 640, confidence: 0.25 }],
      [{ text: 'Back', startMs: 2100, endMs: 2500, confidence: 0.25 }],
    ]);
  });

  test('may write words in a way of its own, which costs no text', async () => {
    scene.vendor.script({ answer: { words: [{ word: 'What', start: '0.24 s' }] } });
    expect((await transcribe()).utterances.map(({ words }) => words)).toEqual([undefined, undefined]);
  });

  test('may list other words than those of a segment, which then has none, while the next one has its own', async () => {
    const words = ['Which', 'brings', 'you', 'in', 'today'].map((word, at) => ({ word, start: at / 3, end: at / 3 }));
    const next = ['My', 'lower', 'back', 'has', 'hurt', 'since', 'Tuesday'];
    const listed = next.map((word, at) => ({ word, start: 2.1 + at / 3, end: 2.1 + at / 3 }));
    scene.vendor.script({ answer: { words: [...words, ...listed] } });
    const { utterances } = await transcribe();
    expect(utterances.map((each) => each.words?.map(({ text }) => text))).toEqual([
      undefined,
      [...next.slice(0, -1), 'Tuesday.'],
    ]);
  });

  test('may answer text without segments, which is not lost', async () => {
    scene.vendor.script({ answer: { segments: [] } });
    const { utterances, warnings } = await transcribe();
    expect(utterances).toHaveLength(1);
    expect(warnings).toHaveLength(1);
  });

  test('may name or number speakers in its segments', async () => {
    scene.vendor.script({ segment: (_heard, index) => ({ speaker: index === 0 ? 'SPEAKER_00' : 1 }) });
    expect((await transcribe()).utterances.map(({ speaker }) => speaker)).toEqual(['SPEAKER_00', '1']);
  });

  test('may want no key, and gets none', async () => {
    scene.vendor.fail({ fault: { fault: 'html' } });
    await problemOf(transcribe({}, { apiKey: undefined }));
    expect(scene.vendor.requests[0]?.headers).not.toHaveProperty('authorization');
  });
});

describe('its settings', () => {
  const read = (settings: object) => openaiCompatible.config.safeParse(settings);
  const least = { baseUrl: 'http://127.0.0.1:8000/v1', model: 'tiny' };

  test('need no more than an address and a model', () => {
    expect(read({ ...least, baseUrl: `${least.baseUrl}/` }).data).toEqual({
      ...least,
      maxUploadBytes: 25_000_000,
      vocabulary: [],
      timeoutMs: 1_200_000,
    });
  });

  test.each([
    ['no model', { baseUrl: least.baseUrl }],
    ['no address', { model: 'tiny' }],
    ['an address of another kind', { ...least, baseUrl: 'file:///etc/passwd' }],
    ['a key with a line break, which no header can hold', { ...least, apiKey: 'k\n' }],
    ['a model with a line break', { ...least, model: 'a\r\nb' }],
    ['uploads of almost nothing', { ...least, maxUploadBytes: 1000 }],
    ['an unknown setting', { ...least, langauge: 'en' }],
  ])('refuse %s', (_, settings) => {
    expect(read(settings).success).toBe(false);
  });
});
