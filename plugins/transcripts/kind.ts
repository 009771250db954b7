import { defineKind, type Page, type StepContext, type UploadedFile } from 'chronoscribe';
import type { Engine } from 'chronoscribe/kinds/transcriber';
import type { Draft, Passage } from 'chronoscribe/kinds/writer';

export type Role = 'clinician' | 'patient' | 'other' | 'unknown';

/** A piece of a transcript that evidence points to. */
export interface Segment {
  /** `s1`, `s2`, … in order. */
  readonly id: string;
  /** `Speaker 1`, `Speaker 2`, … numbered by first word. */
  readonly speaker: string;
  readonly role: Role;
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  readonly confidence: number | null;
}

/** What came in, ready to be recognised: sound as 16 kHz mono WAV in the blob store, or words with times from a subtitle file. */
export type Intake =
  | { readonly type: 'sound'; readonly blob: string; readonly durationMs: number; readonly warnings: readonly string[] }
  | { readonly type: 'cues'; readonly blob: string; readonly format: 'vtt' | 'srt' };

/** Who said what, when. */
export interface Transcript {
  readonly language: string | null;
  readonly durationMs: number;
  /** Never empty: where nobody spoke, the step fails with `no-speech`. */
  readonly segments: readonly Segment[];
  readonly engine: Engine;
  readonly warnings: readonly string[];
}

export interface TranscriptOptions {
  readonly language?: string | undefined;
  readonly speakers?: number | undefined;
}

/** The record of one consultation. */
export interface TranscriptRecord {
  readonly id: string;
  readonly account: string;
  /** The run that made it. */
  readonly runId: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly template: string;
  readonly note: string;
  /** The text shape of the specification, see `transcriptText`. */
  readonly transcript: string;
  readonly language: string | null;
  readonly durationMs: number;
  readonly segments: readonly Segment[];
  readonly sections: Draft['sections'];
  readonly warnings: readonly string[];
  readonly providers: { readonly transcriber: Engine; readonly writer: Draft['engine'] };
}

/** The steps from recording to transcript, and the record that results; for every plugin that starts from a consultation. */
export interface Transcripts {
  /** Media types of the recordings that are taken, by content: sound in the formats of the contract, WebVTT and SRT. */
  readonly accept: readonly string[];
  /** A recording's limit in bytes. */
  readonly maxBytes: number;
  /** First step: decodes sound and measures it. Too long, unreadable or without a decoder are problems. */
  intake(file: UploadedFile, context: StepContext): Promise<Intake>;
  /** Second step: recognises sound, or reads the cues. */
  transcribe(intake: Intake, options: TranscriptOptions, context: StepContext): Promise<Transcript>;
  /** A transcript's segments as a writer wants them. */
  passages(transcript: Transcript): readonly Passage[];
  /** The transcript as the specification shapes it. */
  text(transcript: Transcript): string;
  /** Keeps a record; the same id again replaces it, so that a step can be redone. */
  save(record: TranscriptRecord): Promise<void>;
  /** Throws `not-found`. */
  get(account: string, id: string): Promise<TranscriptRecord>;
  /** Newest first. */
  list(
    account: string,
    options: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  ): Promise<Page<TranscriptRecord>>;
  /** Deletes the record, its run and its files. Throws `not-found`. */
  delete(account: string, id: string): Promise<void>;
}

export const Transcripts = defineKind<Transcripts>('transcripts');
