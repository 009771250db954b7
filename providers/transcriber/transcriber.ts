import type { Checkpoint } from 'chronoscribe/types';

/** Sound to recognise: a WAV file of 16 kHz, mono, 16 bits, on this machine. It exists while `transcribe` runs. */
export interface Recording {
  readonly path: string;
  readonly durationMs: number;
}

/** What is known of a recording before, and how the work is followed. */
export interface TranscribeOptions {
  /** BCP 47 tag; undefined: to be detected. */
  readonly language?: string | undefined;
  /** The expected number of speakers; undefined: to be detected. */
  readonly speakers?: number | undefined;
  /** Who speaks when, if that is known before, as where each person has a channel: a recogniser may cut there. */
  readonly turns?: readonly SpeakerTurn[] | undefined;
  /**
   * Aborts all work (a child process is killed, a remote job is deleted); `transcribe` then rejects with its reason.
   */
  readonly signal: AbortSignal;
  /** Called at least once with the completed share, 0 to 1, never decreasing. */
  progress(fraction: number): void;
  /**
   * Saves the result of a part of the work (a piece of the recording), so that a repeated call does not do it again. Its
   * key names the engine and the part; the recording is the same for the same options. Undefined: nothing is saved.
   */
  readonly checkpoint?: Checkpoint | undefined;
  /**
   * What lives as long as the recording and its parts are recognised, and is disposed of then: a recogniser may keep its
   * loaded model there. Undefined: nothing is kept.
   */
  readonly kept?: AsyncDisposableStack | undefined;
}

/** A stretch in which one voice speaks. */
export interface SpeakerTurn {
  /** Milliseconds from the start of the recording. `0 <= startMs <= endMs <= durationMs`. */
  readonly startMs: number;
  readonly endMs: number;
  /** The same for the same voice, such as `Speaker 1`. */
  readonly speaker: string;
}

/** A word as it was spoken. */
export interface SpokenWord {
  /** As it stands in the text of the utterance, with its punctuation; trimmed, not empty. */
  readonly text: string;
  /** Milliseconds from the start of the recording, within its utterance. */
  readonly startMs: number;
  readonly endMs: number;
  /** 0 to 1; null if the recogniser gives none. */
  readonly confidence: number | null;
}

/** A word of a text. Its times and confidence are null where nobody heard it as it stands there. */
export interface TextWord {
  readonly text: string;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly confidence: number | null;
}

/** What one speaker says without a longer pause. */
export interface Utterance {
  /** The recogniser's label, the same for the same voice; null if it does not tell voices apart. */
  readonly speaker: string | null;
  /** Milliseconds from the start of the recording. `0 <= startMs <= endMs <= durationMs`. */
  readonly startMs: number;
  readonly endMs: number;
  /** Trimmed, not empty. */
  readonly text: string;
  /** 0 to 1; null if the recogniser gives none. */
  readonly confidence: number | null;
  /** If the recogniser gives their times: all words of the text, in order, which do not overlap. */
  readonly words?: readonly SpokenWord[] | undefined;
}

/** The software that made a result; kept in the record. */
export interface Engine {
  /** The provider's name, as in configuration. */
  readonly provider: string;
  readonly model: string | null;
  readonly version: string | null;
}

/** What was said in a recording, by whom and when. */
export interface Transcription {
  /** BCP 47; null if it is not known. */
  readonly language: string | null;
  /** In order of `startMs`. Empty if nobody speaks: a transcriber invents nothing. */
  readonly utterances: readonly Utterance[];
  /**
   * True: nobody else is to tell voices apart. Left out: a diarizer does, unless an utterance has a speaker.
   */
  readonly speakersAreFinal?: boolean | undefined;
  readonly engine: Engine;
  /** Sentences for the clinician, for example that this recogniser errs often. */
  readonly warnings: readonly string[];
}

/**
 * Speech recognition with times and speakers.
 *
 * `provider-unavailable` means that a service cannot be reached, refuses its key or answers 429, or that a program or
 * model is not installed; the detail says which and how to fix it (`transient` if a retry may help). `provider-failed`
 * means an unusable answer.
 *
 * @example
 * ```ts
 * const transcriber: Transcriber = {
 *   async transcribe({ durationMs }, { language, signal, progress }) {
 *     signal.throwIfAborted();
 *     progress(1);
 *     return {
 *       language: language ?? 'en',
 *       utterances: [{ speaker: null, startMs: 0, endMs: durationMs, text: 'Hello.', confidence: null }],
 *       engine: { provider: 'parrot', model: null, version: null },
 *       warnings: [],
 *     };
 *   },
 * };
 * ```
 */
export interface Transcriber {
  /**
   * Recognises one recording.
   *
   * @param recording the sound; the file is read, never changed
   * @param options language, speakers, cancellation and progress
   * @returns who said what and when, as plain JSON
   * @throws Problem `provider-unavailable` or `provider-failed`; the reason of `options.signal` when that aborts
   */
  transcribe(recording: Recording, options: TranscribeOptions): Promise<Transcription>;
}
