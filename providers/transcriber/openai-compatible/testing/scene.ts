import { join } from 'node:path';
import {
  type Recording,
  type TranscribeOptions,
  Transcriber,
  type Transcription,
} from 'chronoscribe/kinds/transcriber';
import { type StartedProvider, startProvider, temporaryFolder } from 'chronoscribe/testing';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type OpenAiAudioDouble, startOpenAiAudio } from '../../../../test/doubles/openai-audio.ts';
import openaiCompatible from '../index.ts';
import { type Turn, writeTurns } from './turns.ts';

export interface Scene {
  readonly vendor: OpenAiAudioDouble;
  /** Starts the provider with the vendor's address and key, and `settings`. */
  start(settings?: object): Promise<StartedProvider<Transcriber>>;
  /** Hears a recording, one of five seconds with two turns unless another is given. */
  transcribe(options?: Partial<TranscribeOptions>, settings?: object, recording?: Recording): Promise<Transcription>;
  /** Makes a recording. */
  record(name: string, durationMs: number, turns: readonly Turn[]): Promise<Recording>;
}

const twoTurns = [
  { startMs: 240, endMs: 1890 },
  { startMs: 2100, endMs: 4500 },
];

/** Sets up the double of a vendor and a recording for all tests of a file. */
export function audioScene(): Scene {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let vendor: OpenAiAudioDouble;
  let speech: Recording;
  const record: Scene['record'] = (name, durationMs, turns) => writeTurns(join(folder.path, name), durationMs, turns);
  const start: Scene['start'] = (settings) => {
    const all = { apiKey: vendor.apiKey, baseUrl: vendor.baseUrl, model: 'whisper-1', timeoutMs: 5000, ...settings };
    return startProvider(Transcriber, openaiCompatible, { with: all });
  };
  beforeAll(async () => {
    folder = await temporaryFolder();
    vendor = await startOpenAiAudio();
    speech = await record('speech.wav', 5000, twoTurns);
  });
  afterEach(() => vendor.reset());
  afterAll(async () => {
    await vendor.stop();
    await folder.remove();
  });
  return {
    get vendor() {
      return vendor;
    },
    start,
    record,
    async transcribe(options, settings, recording = speech) {
      const { instance } = await start(settings);
      return instance.transcribe(recording, { signal: new AbortController().signal, progress: () => {}, ...options });
    },
  };
}
