/** **Stable**: the tests that every recogniser passes. */

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  Recording,
  SpokenWord,
  TranscribeOptions,
  Transcriber,
  Transcription,
  Utterance,
} from 'chronoscribe/kinds/transcriber';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { writeRecording } from './testing/recording.ts';

/** A transcriber for the suite, with its test data. */
export interface TranscriberUnderTest {
  readonly transcriber: Transcriber;
  /** The provider's name, as in configuration. */
  readonly provider: string;
  /** A recording with speech. */
  readonly speech: Recording;
  /** A recording that takes longer than a test may last. */
  readonly long: Recording;
  /** The number of child processes, requests or threads that work on recordings now. */
  running(): number | Promise<number>;
  /** False if the result is scripted, so that silence cannot be told from speech. */
  readonly hearsSilence: boolean;
  /** Whether it tells when each word was said. */
  readonly tellsWords?: boolean;
  close(): Promise<void>;
}

/**
 * The behaviour that every transcriber must have:
 *
 * ```ts
 * transcriberContract('parrot', async () => ({ transcriber: await startParrot(), provider: 'parrot', … }));
 * ```
 */
export function transcriberContract(name: string, start: () => Promise<TranscriberUnderTest>): void {
  describe(`the transcriber ${name}`, () => {
    let subject: TranscriberUnderTest;
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let heard: Heard;

    beforeAll(async () => {
      folder = await temporaryFolder();
      subject = await start();
      heard = await hear(subject, subject.speech);
    });
    afterAll(async () => {
      await subject?.close();
      await folder.remove();
    });

    test('writes down what was said, in order and within the recording', () => {
      expect(heard.transcription.utterances).not.toEqual([]);
      expectWellFormed(heard.transcription, subject.speech);
    });

    test('tells when each word was said, or of none in an utterance', (context) => {
      context.skip(subject.tellsWords !== true, `${name} gives no times of words`);
      const words = heard.transcription.utterances.flatMap((utterance) => utterance.words ?? []);
      expect(words).not.toEqual([]);
    });

    test('names itself in the record', () => {
      const { engine } = heard.transcription;
      expect(engine.provider).toBe(subject.provider);
      expect(engine.model).not.toBe('');
      expect(engine.version).not.toBe('');
    });

    test('shows progress that never falls, within 0 and 1', () => {
      const { progress } = heard;
      expect(progress).not.toEqual([]);
      expect(progress).toEqual(progress.toSorted((one, other) => one - other));
      expect(progress.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
    });

    test('answers with plain JSON, so that a workflow can keep it', () => {
      expect(JSON.parse(JSON.stringify(heard.transcription))).toEqual(heard.transcription);
    });

    test('hears a recording whose path has spaces, quotes and other scripts in it', async () => {
      const path = join(folder.path, `Aufnahme für "日本" $HOME; exit 1 'a'.wav`);
      await copyFile(subject.speech.path, path);
      const { transcription } = await hear(subject, { ...subject.speech, path });
      expect(transcription.utterances).not.toEqual([]);
    });

    test('invents nothing where nobody speaks', async (context) => {
      context.skip(!subject.hearsSilence, `what ${name} hears is scripted here`);
      const silence = await writeRecording(join(folder.path, 'silence.wav'), { durationMs: 3000, level: 0 });
      const { transcription } = await hear(subject, silence);
      expect(transcription.utterances).toEqual([]);
      expectWellFormed(transcription, silence);
    });

    test('stops when it is told to, gives that as the reason and leaves nothing running', async () => {
      const control = new AbortController();
      const reason = new Error('the user cancelled');
      const outcome = subject.transcriber.transcribe(subject.long, options(control.signal)).then(
        () => 'it finished',
        (thrown: unknown) => thrown,
      );
      await vi.waitFor(async () => expect(await subject.running()).toBeGreaterThan(0), {
        timeout: 10_000,
        interval: 5,
      });
      control.abort(reason);
      expect(await outcome).toBe(reason);
      await vi.waitFor(async () => expect(await subject.running()).toBe(0), { timeout: 10_000 });
    });

    test('does not begin when it is told to stop beforehand', async () => {
      const reason = new Error('the user cancelled');
      const outcome = subject.transcriber.transcribe(subject.long, options(AbortSignal.abort(reason)));
      await expect(outcome).rejects.toBe(reason);
      expect(await subject.running()).toBe(0);
    });

    test('rejects when the recording is gone', async () => {
      const gone = { ...subject.speech, path: join(folder.path, 'gone.wav') };
      await expect(subject.transcriber.transcribe(gone, options())).rejects.toThrow();
      expect(await subject.running()).toBe(0);
    });
  });
}

interface Heard {
  readonly transcription: Transcription;
  readonly progress: readonly number[];
}

async function hear({ transcriber }: TranscriberUnderTest, recording: Recording): Promise<Heard> {
  const progress: number[] = [];
  const transcription = await transcriber.transcribe(recording, {
    ...options(),
    progress: (fraction) => progress.push(fraction),
  });
  return { transcription, progress };
}

function options(signal: AbortSignal = new AbortController().signal): TranscribeOptions {
  return { signal, progress: () => {} };
}

/** Checks that words are those of their utterance, and that their times rise within it. */
export function expectWordsOf(
  { startMs, endMs, text }: Pick<Utterance, 'startMs' | 'endMs' | 'text'>,
  words: readonly SpokenWord[],
): void {
  expect(words.map((word) => word.text.replace(/\s/g, '')).join('')).toBe(text.replace(/\s/g, ''));
  const times = words.flatMap((word) => [word.startMs, word.endMs]);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times[0]).toBeGreaterThanOrEqual(startMs);
  expect(times.at(-1)).toBeLessThanOrEqual(endMs);
  for (const word of words) {
    expect(word.text).toBe(word.text.trim());
    expect(word.text).not.toBe('');
    expect(word.confidence ?? 0).toBeGreaterThanOrEqual(0);
    expect(word.confidence ?? 0).toBeLessThanOrEqual(1);
  }
}

/** Checks what the docstrings of `Transcription` and `Utterance` specify. */
function expectWellFormed({ language, utterances, warnings }: Transcription, { durationMs }: Recording): void {
  for (const { speaker, startMs, endMs, text, confidence, words } of utterances) {
    expect(startMs).toBeGreaterThanOrEqual(0);
    expect(endMs).toBeGreaterThanOrEqual(startMs);
    expect(endMs).toBeLessThanOrEqual(durationMs);
    expect(text).toBe(text.trim());
    expect(text).not.toBe('');
    expect(speaker).not.toBe('');
    expect(confidence ?? 0).toBeGreaterThanOrEqual(0);
    expect(confidence ?? 0).toBeLessThanOrEqual(1);
    if (words !== undefined) expectWordsOf({ startMs, endMs, text }, words);
  }
  const starts = utterances.map(({ startMs }) => startMs);
  expect(starts).toEqual(starts.toSorted((one, other) => one - other));
  if (language !== null) expect(Intl.getCanonicalLocales(language)).toEqual([language]);
  expect(warnings.every((warning) => warning.trim() !== '')).toBe(true);
}
