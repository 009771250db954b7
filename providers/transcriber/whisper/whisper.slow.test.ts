import { cp, mkdir, rename, truncate } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Models, Problem } from 'chronoscribe';
import { credible, type TranscribeOptions, Transcriber } from 'chronoscribe/kinds/transcriber';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import type { ModelPackage } from 'chronoscribe/types';
import { afterAll, describe, expect, test } from 'vitest';
import { modelsOnDisk } from '../sherpa/testing/models.ts';
import { hasSharedData, sharedAudio, silero } from '../sherpa/testing/shared.ts';
import { writeTinyModels } from '../sherpa/testing/tiny-models.ts';
import { writeTinySegmentation } from '../sherpa/testing/tiny-voices.ts';
import type { LocalWhisper } from '../sherpa/transcriber.ts';
import { writeRecording } from '../testing/recording.ts';
import whisper from './index.ts';

const folder = await temporaryFolder();
const speech = await writeRecording(join(folder.path, 'speech.wav'), { durationMs: 6000, level: 9000 });
afterAll(() => folder.remove());

function start(settings: object, models: Models) {
  return startProvider(Transcriber, whisper, {
    with: { threads: 1, ...settings },
    needs: { models },
    dataFolder: folder.path,
  });
}

async function transcribe(
  settings: { readonly model: string } & Readonly<Record<string, unknown>>,
  options: Partial<TranscribeOptions> = {},
  { recording = speech, models = modelsOnDisk({}) } = {},
) {
  const { instance } = await start(settings, models);
  return instance.transcribe(recording, {
    signal: new AbortController().signal,
    progress: () => {},
    ...options,
  });
}

async function problemOf(outcome: Promise<unknown>): Promise<Problem> {
  const thrown = await outcome.catch((reason: unknown) => reason);
  if (thrown instanceof Problem) return thrown;
  throw new Error(`not a problem: ${String(thrown)}`);
}

/** A folder with models that nobody else changes. */
async function ownModels(
  name: string,
  ...[script]: Parameters<typeof writeTinyModels> extends [string, (infer S)?] ? [S?] : never
) {
  const model = join(folder.path, name);
  await writeTinyModels(model, script);
  return model;
}

describe('a recording', () => {
  test('becomes utterances with times, and the record names the model and the software', async () => {
    const model = await ownModels('plain');
    expect(await transcribe({ model, diarize: false })).toEqual({
      language: 'en',
      utterances: [
        { speaker: null, startMs: 0, endMs: 2000, text: 'Good morning doctor.', confidence: null },
        { speaker: null, startMs: 2000, endMs: 5000, text: 'I have a cough.', confidence: null },
      ],
      engine: { provider: 'whisper', model: 'plain', version: expect.stringMatching(/^sherpa-onnx \d/) },
      warnings: [],
      speakersAreFinal: true,
    });
  });

  test('without the models for voices has no speakers, which leaves them to the diarizer', async () => {
    const heard = await transcribe({ model: await ownModels('voiceless'), autoDownload: false });
    expect(heard.utterances.map(({ speaker }) => speaker)).toEqual([null, null]);
    expect(heard.speakersAreFinal).toBeUndefined();
  });

  test('without the models for voices is cut and has speakers where it is known who speaks when', async () => {
    const turns = [
      { startMs: 0, endMs: 3000, speaker: 'left' },
      { startMs: 3000, endMs: 6000, speaker: 'right' },
    ];
    const { utterances } = await transcribe({ model: await ownModels('known'), autoDownload: false }, { turns });
    expect(utterances.map(({ speaker, startMs }) => [speaker, startMs])).toEqual([
      ['Speaker 1', 0],
      ['Speaker 1', 2000],
      ['Speaker 2', 3000],
      ['Speaker 2', 5000],
    ]);
  });

  test('has speakers where the models for voices are there', async () => {
    const model = await ownModels('voices', { voices: true });
    await writeTinySegmentation(model);
    const { utterances, warnings } = await transcribe({ model });
    expect(utterances.map(({ speaker }) => speaker)).toEqual(['Speaker 1', 'Speaker 1']);
    expect(warnings).toEqual([]);
  });

  test('has none of the text that Whisper hears in the silence behind the voice, and a warning says where that was', async () => {
    const model = await ownModels('short');
    const short = await writeRecording(join(folder.path, 'short.wav'), { durationMs: 1800, level: 9000 });
    const { utterances, warnings } = await transcribe({ model, diarize: false }, {}, { recording: short });
    expect(utterances).toEqual([
      { speaker: null, startMs: 0, endMs: expect.closeTo(1800, -2), text: 'Good morning doctor.', confidence: null },
    ]);
    expect(warnings).toEqual([expect.stringContaining('1 passage of text')]);
  });

  test('in which Whisper turns in a circle has no utterances of that', async () => {
    const segments = Array.from({ length: 8 }, (_, at) => ({
      start: at / 2,
      end: (at + 1) / 2,
      text: 'I take lithium.',
    }));
    const settings = { model: await ownModels('circle', { segments }), diarize: false };
    const { instance } = await start(settings, modelsOnDisk({}));
    const options = { signal: new AbortController().signal, progress: () => {} };
    const { utterances, warnings } = await credible(instance).transcribe(speech, options);
    expect(utterances).toEqual([]);
    expect(warnings.join()).toMatch(/8 passages of text left out because nobody/);
    expect(warnings.join()).not.toContain('lithium');
  });

  test('of a fast speaker loses none of the words', async () => {
    const words = Array.from({ length: 24 }, (_, at) => `w${at}`).join(' ');
    const model = await ownModels('fast', { segments: [{ start: 0, end: 3, text: words }] });
    const three = await writeRecording(join(folder.path, 'three.wav'), { durationMs: 3000, level: 9000 });
    const { utterances } = await transcribe({ model, diarize: false }, {}, { recording: three });
    expect(utterances.map(({ text }) => text)).toEqual([words]);
  });
});

describe.skipIf(!hasSharedData)('real speech', () => {
  test('is cut by Silero’s detector, and every turn of a consultation is one speaker’s', async () => {
    const model = await ownModels('consult', { voices: true });
    await cp(silero, join(model, 'silero_vad.onnx'));
    const recording = { path: join(sharedAudio, 'consult.wav'), durationMs: 31_169 };
    const { utterances } = await transcribe({ model }, { speakers: 2 }, { recording });
    const turns = utterances.filter(({ speaker }, at) => speaker !== utterances[at - 1]?.speaker);
    expect(turns.map(({ speaker }) => speaker)).toEqual([
      'Speaker 1',
      'Speaker 2',
      'Speaker 1',
      'Speaker 2',
      'Speaker 1',
      'Speaker 2',
      'Speaker 1',
      'Speaker 2',
    ]);
  });
});

describe('the language', () => {
  test('is detected where the model knows several', async () => {
    const model = await ownModels('several', { languages: ['en', 'de'] });
    expect((await transcribe({ model, diarize: false })).language).toBe('de');
  });

  test('that is asked for is used', async () => {
    const model = await ownModels('asked', { languages: ['en', 'de'] });
    expect((await transcribe({ model, diarize: false }, { language: 'en-GB' })).language).toBe('en-GB');
  });

  test('is refused where the model knows only English, also where that shows only at work', async () => {
    const named = await problemOf(transcribe({ model: 'tiny.en' }, { language: 'de' }));
    const own = await problemOf(transcribe({ model: await ownModels('english'), diarize: false }, { language: 'de' }));
    for (const problem of [named, own]) {
      expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, transient: false });
      expect(problem.detail).toContain('knows only English, not de');
    }
  });
});

describe('models that are not on this machine', () => {
  const fetched: string[] = [];
  /** What is fetched are the models that were made by hand, under the names of the real ones. */
  async function fetchTiny({ name, files }: ModelPackage): Promise<string> {
    fetched.push(name);
    const made = await ownModels(`made-${name}`, { voices: true });
    await writeTinySegmentation(made);
    const target = join(folder.path, 'fetched', name);
    await mkdir(target, { recursive: true });
    for (const file of files) {
      const kind =
        /encoder|decoder|tokens|vad/.exec(file)?.[0] ?? (name.startsWith('pyannote') ? 'segmentation' : 'embedding');
      const from = {
        encoder: 'tiny-encoder.onnx',
        decoder: 'tiny-decoder.onnx',
        tokens: 'tiny-tokens.txt',
        vad: 'silero_vad.onnx',
      };
      await rename(join(made, from[kind as keyof typeof from] ?? `${kind}.onnx`), join(target, file));
    }
    return target;
  }

  test('are fetched with the first recording, which is the first part of the progress', async () => {
    const progress: number[] = [];
    const models = modelsOnDisk({}, fetchTiny);
    const heard = await transcribe(
      { model: 'tiny.en' },
      { progress: (fraction) => progress.push(fraction) },
      { models },
    );
    expect(heard).toMatchObject({
      language: 'en',
      utterances: [{ speaker: 'Speaker 1' }, {}],
      engine: { model: 'whisper-tiny.en' },
    });
    expect(fetched).toEqual(['whisper-tiny.en', 'silero-vad', 'pyannote-segmentation-3.0', 'titanet-small']);
    expect(progress).toEqual(progress.toSorted((one, other) => one - other));
    expect(progress.find((fraction) => fraction > 0.2)).toBeLessThanOrEqual(0.3);
    expect(progress.at(-1)).toBe(1);
  });

  test('for voices are not asked for again and again where there is no network', async () => {
    const asked: string[] = [];
    const own = await ownModels('offline');
    const models = modelsOnDisk({}, async ({ name }) => {
      asked.push(name);
      throw new Problem('provider-unavailable', { detail: 'no network' });
    });
    const { instance } = await start({ model: own }, models);
    for (const _ of [1, 2]) {
      const heard = await instance.transcribe(speech, { signal: new AbortController().signal, progress: () => {} });
      expect(heard.utterances.map(({ speaker }) => speaker)).toEqual([null, null]);
    }
    expect(asked).toEqual(['pyannote-segmentation-3.0', 'titanet-small']);
  });

  test('and must not be fetched are a problem that names the exact command', async () => {
    const problem = await problemOf(transcribe({ model: 'base.en', autoDownload: false, diarize: false }));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, transient: false });
    expect(problem.detail).toContain('`chronoscribe models pull whisper-base.en silero-vad`');
  });

  test('and cannot be fetched are a problem too', async () => {
    expect((await problemOf(transcribe({ model: 'small' }))).detail).toContain(
      '`chronoscribe models pull whisper-small`',
    );
  });
});

describe('a diagnosis', () => {
  const diagnose = async (model: string) => {
    const { instance } = await start({ model, diarize: false }, modelsOnDisk({}));
    return (instance as LocalWhisper).diagnose();
  };

  test('loads the models', async () => {
    const model = await ownModels('whole');
    expect(await diagnose(model)).toEqual({ status: 'ok', detail: 'The model is whole. It was loaded.' });
  });

  test.each(['tiny-encoder.onnx', 'tiny-decoder.onnx', 'silero_vad.onnx'])('names a damaged %s', async (file) => {
    const model = await ownModels(`broken-${file}`);
    await truncate(join(model, file), 100);
    const { status, detail } = await diagnose(model);
    expect(status).toBe('degraded');
    expect(detail).toContain(`The model in ${model} could not be loaded: its file ${file} is damaged`);
    expect(detail).toContain('Put a whole one there');
  });
});

describe('a damaged model', () => {
  test('of one’s own is named by its folder', async () => {
    const model = await ownModels('damaged');
    await truncate(join(model, 'tiny-encoder.onnx'), 100);
    const problem = await problemOf(transcribe({ model, diarize: false }));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, transient: false });
    expect(problem.detail).toContain(
      `The model in ${model} could not be loaded: its file tiny-encoder.onnx is damaged`,
    );
  });

  test('that was fetched is named with how to fetch it again', async () => {
    const model = await ownModels('own-whisper');
    const vad = join(folder.path, 'broken-vad');
    await mkdir(vad);
    await rename(join(model, 'silero_vad.onnx'), join(vad, 'silero_vad.onnx'));
    await truncate(join(vad, 'silero_vad.onnx'), 30);
    const models = modelsOnDisk({ 'silero-vad': vad });
    const problem = await problemOf(transcribe({ model, diarize: false }, {}, { models }));
    expect(problem.detail).toContain(`Delete the folder ${vad} and run \`chronoscribe models pull silero-vad\``);
  });

  test('that fails at work is an answer that makes no sense, and no silence', async () => {
    const model = await ownModels('failing', { failing: true });
    const problem = await problemOf(transcribe({ model, diarize: false }));
    expect(problem).toMatchObject({ code: 'provider-failed', status: 502 });
    expect(problem.detail).toContain(basename(model));
  });
});
