import { defineKind, type FileField, LanguageTag, type UploadedFile, type Workflow } from 'chronoscribe';
import type { Engine } from 'chronoscribe/kinds/transcriber';
import type { Draft, OutlineSection } from 'chronoscribe/kinds/writer';
import { z } from 'zod';

export { noteText } from './record/note-text.ts';

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

/** Who said what, when. */
export interface Transcript {
  readonly language: string | null;
  readonly durationMs: number;
  /** Never empty: where nobody spoke, the step fails with `no-speech`. */
  readonly segments: readonly Segment[];
  readonly engine: Engine;
  readonly warnings: readonly string[];
}

/** Something that the words of a consultation show beside the note: a level of the spine, a goal, a code. */
export interface Finding {
  /** What was looked for, in the field's words: `range of motion`, `spinal level`. */
  readonly element: string;
  /** What was found: `L5`, `asymmetry`. */
  readonly value: string;
  /** Ids of the segments that say so; never empty. */
  readonly evidence: readonly string[];
}

export interface Code {
  /** `ICD-10-CM` or `CPT`. */
  readonly system: string;
  readonly code: string;
  /** Ids of the segments that it follows from; never empty. */
  readonly evidence: readonly string[];
}

/** What a payer asks a record for: what of it was said, and what is missing. Nothing is ever filled in. */
export interface Completeness {
  readonly findings: readonly Finding[];
  /** Sentences for the clinician. */
  readonly missing: readonly string[];
}

/** What a form finds in a transcript beside the note. */
export interface Findings {
  readonly completeness: Completeness;
  readonly codes: readonly Code[];
}

/** The fields of a request beside the recording, for every endpoint that takes one. */
export const consultationFields = {
  text: z.string().default('').describe('What the note should dwell on'),
  language: LanguageTag.optional().describe('BCP 47; left out: detected'),
  speakers: z.coerce
    .number('Expected a whole number from 1 to 10')
    .int()
    .min(1)
    .max(10)
    .optional()
    .describe('How many speak; left out: found out'),
};

/** A recording and what the client said of it. */
export interface Consultation {
  readonly file: UploadedFile;
  /** The client's free text. */
  readonly text: string;
  readonly language?: string | undefined;
  readonly speakers?: number | undefined;
  /** One of the form's; left out: its default. */
  readonly template?: string | undefined;
  /** Milliseconds since 1970. Part of the input, so that a step that is redone cannot change it. */
  readonly createdAt: number;
}

/** A way to document a consultation, registered by the plugin that it belongs to. A note is written anew by the form that wrote it first. */
export interface NoteForm {
  /** `audio-note`, `chiropractic-grid`; kept in the record. */
  readonly name: string;
  /** The templates it knows by name; the first is the default. A form with one way to write has one. */
  readonly templates: readonly [string, ...string[]];
  instructions(template: string): string;
  outline(template: string): readonly OutlineSection[];
  /**
   * What the segments show beside the note; null for a form that looks for nothing. Work on long transcripts belongs into a child
   * process: every other request waits for what is computed here.
   */
  findings(segments: readonly Segment[], signal: AbortSignal): Findings | null | Promise<Findings | null>;
}

/** The record of one consultation. */
export interface TranscriptRecord {
  readonly id: string;
  readonly account: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** From 1; one more with each edit and each rewriting. */
  readonly version: number;
  readonly form: string;
  readonly template: string;
  /** The note as text, see `noteText`. */
  readonly note: string;
  /** The text shape of the specification, see `transcriptText`. */
  readonly transcript: string;
  readonly language: string | null;
  readonly durationMs: number;
  readonly segments: readonly Segment[];
  /** Names that were given to speakers, by `Speaker 1`; in segments and exports, never in `transcript`. */
  readonly speakers: readonly { readonly speaker: string; readonly name: string | null; readonly role: Role }[];
  readonly sections: Draft['sections'];
  /** Null where the form finds nothing beside the note. */
  readonly findings: Findings | null;
  readonly warnings: readonly string[];
  readonly providers: { readonly transcriber: Engine; readonly writer: Draft['engine'] };
}

/** The formats that a record can be had in, with their media types. */
export const exportFormats = {
  md: 'text/markdown',
  txt: 'text/plain',
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  json: 'application/json',
  fhir: 'application/fhir+json',
} as const;

export type ExportFormat = keyof typeof exportFormats;

/** Consultations from the recording to the record, for every plugin that documents them. */
export interface Transcripts {
  /** What is taken, for `oneFile` and `manyFiles`: sound in the formats of the contract, WebVTT and SRT. */
  readonly recording: Omit<FileField, 'many'>;
  /**
   * The whole way as a workflow, named as the form: from a recording to a record that is kept under the id of its run and answered as `body` says. Called once for each form, by its plugin's
   * `workflows`; from then on the form's notes can be written anew.
   */
  documenting<Body>(form: NoteForm, body: (record: TranscriptRecord) => Body): Workflow<Consultation, Body>;
  /** Throws `not-found`. */
  get(account: string, id: string): Promise<TranscriptRecord>;
  /** A record in a format, as text. Throws `not-found`. */
  export(account: string, id: string, format: ExportFormat): Promise<string>;
}

export const Transcripts = defineKind<Transcripts>('transcripts');
