import { defineKind } from 'chronoscribe';

/** Sound to be recognised: a WAV file of 16 kHz, mono, 16 bits, on this machine, that holds for as long as `transcribe` runs. */
export interface Recording {
  readonly path: string;
  readonly durationMs: number;
}

export interface TranscribeOptions {
  /** BCP 47 tag; undefined: to be detected. */
  readonly language?: string | undefined;
  /** How many speakers are expected; undefined: to be found out. */
  readonly speakers?: number | undefined;
  /** When it aborts, all work ends (a child is killed, a remote job is left or deleted) and `transcribe` rejects with its reason. */
  readonly signal: AbortSignal;
  /** 0 to 1, never falling. */
  progress(fraction: number): void;
}

/** What one speaker said without a longer break. */
export interface Utterance {
  /** The recogniser's own label, the same for the same voice; `null` where it does not tell voices apart. */
  readonly speaker: string | null;
  /** Milliseconds from the start of the recording. `0 <= startMs <= endMs <= durationMs`. */
  readonly startMs: number;
  readonly endMs: number;
  /** Not empty, trimmed. */
  readonly text: string;
  /** 0 to 1; null where the recogniser does not say. */
  readonly confidence: number | null;
}

/** Which software gave an answer; kept in the record. */
export interface Engine {
  /** The provider's name, as in configuration. */
  readonly provider: string;
  readonly model: string | null;
  readonly version: string | null;
}

export interface Transcription {
  /** BCP 47; null where it is not known. */
  readonly language: string | null;
  /** In order of `startMs`. Empty where nobody speaks: nothing is ever invented. */
  readonly utterances: readonly Utterance[];
  readonly engine: Engine;
  /** For the clinician, for example that this recogniser errs often. */
  readonly warnings: readonly string[];
}

/**
 * Turns sound into words with speakers and times.
 *
 * A service that cannot be reached, refuses its key, answers 429 or is not installed is a `provider-unavailable` problem whose detail
 * says which and how to mend it (`transient` where trying again may help); an answer that makes no sense is `provider-failed`.
 */
export interface Transcriber {
  transcribe(recording: Recording, options: TranscribeOptions): Promise<Transcription>;
}

export const Transcriber = defineKind<Transcriber>('transcriber');
