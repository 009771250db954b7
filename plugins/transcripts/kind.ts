/** **Internal**: transcripts and notes, and the steps that make them of a recording. */

import { defineExtensionPoint, defineKind, type UploadedFile, type Workflow } from 'chronoscribe';
import { LanguageTag } from 'chronoscribe/host';
import type { Coverage } from 'chronoscribe/kinds/grounding';
import {
  type Patient,
  patientFields,
  type RecordListener,
  type RecordStatus,
  type RecordVersion,
  type Visit,
} from 'chronoscribe/kinds/records';
import type { Engine } from 'chronoscribe/kinds/transcriber';
import type { Draft, OutlineSection } from 'chronoscribe/kinds/writer';
import type { FileField } from 'chronoscribe/types';
import { z } from 'zod';
import type { Role, StoredSegment, TranscriptContent } from './record/content.ts';
import type { Findings } from './record/findings.ts';
import type { Signature, Signing } from './record/signature.ts';
import type { Decoder } from './sound/decoder.ts';

export type { Role } from './record/content.ts';
export type { Code, Finding, Findings, GridRow } from './record/findings.ts';
export { noteText } from './record/note-text.ts';
export type { Signature } from './record/signature.ts';
export { wordsOf } from './record/word-times.ts';
export { TemplateSections } from './template-sections.ts';
export type { ReadTranscriptFile, UploadedTranscript } from './transcription/uploaded-transcript.ts';

/** A part of a transcript that evidence refers to by its id. */
export type Segment = StoredSegment & {
  readonly role: Role;
  /** The speaker's name in the source; left out: it gives none. */
  readonly name?: string;
};

/** Who said what, when. */
export interface Transcript {
  readonly language: string | null;
  readonly durationMs: number;
  /** Never empty: if nobody speaks, the step fails with `no-speech`. */
  readonly segments: readonly Segment[];
  readonly engine: Engine;
  readonly warnings: readonly string[];
}

/** The fields of a request beside the recording, for every endpoint that takes one. */
export const consultationFields = {
  text: z.string().default('').describe('What the note should emphasise'),
  language: LanguageTag.optional().describe('BCP 47; default: detected'),
  speakers: z.coerce
    .number('Expected a whole number from 1 to 10')
    .int()
    .min(1)
    .max(10)
    .optional()
    .describe('Number of speakers; default: detected. 1: voices are not told apart'),
  ...patientFields,
};

/** An upload with the fields of its request. */
export interface Consultation {
  readonly file: UploadedFile;
  /** The client's free text. */
  readonly text: string;
  readonly language?: string | undefined;
  readonly speakers?: number | undefined;
  /** One of the form's; left out: its default. */
  readonly template?: string | undefined;
  readonly patient?: Patient | null | undefined;
  readonly visit?: Visit | null | undefined;
  /** Moments that somebody marked while recording, in milliseconds from the start of the sound. */
  readonly marks?: readonly number[] | undefined;
  /** Who sent it: the name or id of a key. */
  readonly by?: string | undefined;
  /** Milliseconds since 1970. Part of the input, so that a repeated step cannot change it. */
  readonly createdAt: number;
}

/**
 * A way to document a consultation. `Transcripts.noteWorkflow` registers it. A note is rewritten by the form that wrote
 * it first.
 */
export interface NoteForm {
  /** `audio-note`, `chiropractic-grid`; kept in the record. */
  readonly name: string;
  /** The templates it knows by name; the first is the default. A form with one way to write has one. */
  readonly templates: readonly [string, ...string[]];
  /** @returns what to write, for writers that follow words @throws Error for an unknown template */
  instructions(template: string): string;
  /** @returns the sections of the note @throws Error for an unknown template */
  outline(template: string): readonly OutlineSection[];
  /** What people write beside them. Default: nothing can be written. */
  readonly written?: WrittenTemplates;
  /**
   * Looks for more than the note in a transcript. Long work belongs in a child process (`scriptPool`): while it runs
   * here, no other request is answered.
   *
   * @param signal aborts the work
   * @returns what the segments show; null for a form that looks for nothing
   */
  findings(segments: readonly Segment[], signal: AbortSignal): Findings | null | Promise<Findings | null>;
  /**
   * Adds to a draft what the findings show and the draft lacks, before it is checked. Long work belongs in a child
   * process. Default: adds nothing.
   *
   * @param signal aborts the work
   * @returns the same sections, in the same order
   */
  complete?(
    sections: Draft['sections'],
    source: { readonly findings: Findings; readonly segments: readonly Segment[] },
    signal: AbortSignal,
  ): Draft['sections'] | Promise<Draft['sections']>;
  /**
   * Tells automations of a new record, in the transaction that saves it. Default: as `transcript.completed`.
   */
  completed?: RecordListener;
}

/** Templates that the people of an account have written. */
export interface WrittenTemplates {
  /** What to write, for writers that follow words. */
  readonly instructions: string;
  /** The sections of each by its name. One that a form has too stands in its place. */
  of(account: string): Promise<ReadonlyMap<string, readonly OutlineSection[]>>;
}

/** A part of a note under its heading, and its statements; their ids are unique in the record, and never used again. */
export type NoteSection = Readonly<TranscriptContent['sections'][number]>;
export type NoteStatement = Readonly<NoteSection['statements'][number]>;

/** What of a content is no part of the record as it is read. */
type Inner = 'text' | 'editedSinceNote' | 'lastStatement' | 'signing' | 'segments' | 'coverage' | 'warnings';

/** The record of one consultation. */
export interface TranscriptRecord extends Omit<RecordVersion, 'change'>, Omit<TranscriptContent, Inner>, Signing {
  /** The note as text, see `noteText`. */
  readonly note: string;
  /** The text shape of the specification, see `transcriptText`. It has no names of speakers. */
  readonly transcript: string;
  readonly segments: readonly Segment[];
  readonly coverage: Coverage;
  readonly warnings: readonly string[];
  readonly status: RecordStatus;
  /** Null for a draft. `valid` is false if the record is not what was signed. */
  readonly signature: (Signature & { readonly valid: boolean }) | null;
}

/**
 * The formats in which records are exported.
 *
 * @example
 * ```ts
 * const letters = exportFormats.add({
 *   name: 'letter',
 *   mediaType: 'text/plain',
 *   extension: 'letter.txt',
 *   *pieces({ note, patient }) {
 *     yield `About ${patient?.name ?? 'our patient'}:\n\n`;
 *     yield note;
 *   },
 * });
 * ```
 */
export const exportFormats = defineExtensionPoint({
  name: 'transcripts.export-formats',
  schema: z.strictObject({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9-]*$/, 'expected lower-case letters, digits and "-"')
      .describe('as `?format=` takes it'),
    mediaType: z
      .string()
      .regex(/^[\w.+-]+\/[\w.+-]+$/, 'expected a media type')
      .describe('what the answer is'),
    extension: z
      .string()
      .regex(/^[a-z0-9]+(\.[a-z0-9]+)*$/, 'expected letters and digits, as `fhir.json`')
      .describe('the end of the file name, without the dot before it'),
    json: z
      .custom<z.ZodType>((value) => value instanceof z.ZodType)
      .optional()
      .describe('of JSON, its schema'),
    pieces: z
      .custom<(record: TranscriptRecord, options: ExportOptions) => Iterable<string> | Promise<Uint8Array>>(
        (value) => typeof value === 'function',
        'expected a function',
      )
      .describe(
        'the file in pieces of a line or so, which are computed while others are served; or, of one that is no text, its bytes',
      ),
  }),
  nameOf: ({ name }) => name,
});

export type ExportFormat = z.output<typeof exportFormats.schema>;

export interface ExportOptions {
  /** Whether a letter ends with the words that each statement rests on. */
  readonly citations: boolean;
}

/** The forms of documentation that plugins of this host have registered. */
export interface ConsultationForms {
  names(): readonly string[];
  /** @throws Problem `invalid-request` if an account has no such template; `provider-unavailable` as `workflowOf` */
  requireTemplate(form: string, account: string, template: string): Promise<void>;
  /** From an upload to a record. @throws Problem `provider-unavailable` if the form's plugin does not run */
  workflowOf(form: string): Workflow<Consultation, unknown>;
}

/** Sound before it is a file of its own: 16 kHz, mono, signed 16 bits, little-endian. */
export interface Sound {
  /** Decodes sound while it is recorded, in a child process, see `Decoder`. */
  readonly decodeStream: Decoder['decodeStream'];
  /** The path of a new temporary file of sound, which is deleted later if this process is killed. */
  temporaryFile(): string;
}

/**
 * Consultations from the upload to the record, for every plugin that documents them.
 *
 * @example
 * ```ts
 * declare const letterForm: NoteForm;
 * definePlugin({
 *   name: 'letters',
 *   auth: 'clinical',
 *   needs: { transcripts: Transcripts },
 *   workflows: ({ needs: { transcripts } }) => ({
 *     letter: transcripts.noteWorkflow(letterForm, ({ id, note }) => ({ id, note })),
 *   }),
 *   routes: ({ needs: { transcripts }, workflows }) => [
 *     route({
 *       method: 'POST',
 *       path: '/api/v1/letters',
 *       summary: 'Write a letter from a recording',
 *       request: z.object(consultationFields),
 *       files: { file: oneFile(transcripts.recording) },
 *       response: z.object({ id: z.string(), note: z.string() }),
 *       byRun: true,
 *       handle: ({ input, files: { file }, run }) => run(workflows.letter, { ...input, file, createdAt: Date.now() }),
 *     }),
 *   ],
 * });
 * ```
 */
export interface Transcripts {
  /** What an upload may hold, for `oneFile` and `manyFiles`: sound, and transcripts in any format. */
  readonly recording: Omit<FileField, 'many'>;
  /**
   * A workflow from an upload to a record, named as the form. The record has the id of its run. Call it once for each
   * form, in the plugin's `workflows`; from then on the notes of this form can be rewritten.
   *
   * @param body makes the answer from the record
   * @throws Error if another plugin has registered a form of this name
   */
  noteWorkflow<Body>(form: NoteForm, body: (record: TranscriptRecord) => Body): Workflow<Consultation, Body>;
  readonly forms: ConsultationForms;
  readonly sound: Sound;
  /** @returns the record as it is now @throws Problem `not-found` */
  get(account: string, id: string): Promise<TranscriptRecord>;
  /** @returns the record in a format of `exportFormats` @throws Problem `not-found` */
  export(account: string, id: string, format: string, options?: ExportOptions): Promise<Uint8Array>;
}

export const Transcripts = defineKind<Transcripts>('transcripts', {
  ...({ recording: 'object', noteWorkflow: 'function', forms: 'object', sound: 'object', get: 'function' } as const),
  ...({ export: 'function' } as const),
});
