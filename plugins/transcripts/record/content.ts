import { z } from 'zod';

const engine = z.object({
  provider: z.string().describe('Name of the provider, as in configuration; for an uploaded transcript, its format'),
  model: z.string().nullable().describe('Null if there is none'),
  version: z.string().nullable().describe('Null if it is not known'),
});

const finding = z.object({
  element: z.string().describe('What is looked for, such as `range of motion`'),
  value: z.string().describe('What is found'),
  evidence: z.array(z.string()).readonly().describe('Ids of the segments that say so'),
});

const code = z.object({
  system: z.string().describe('`ICD-10-CM` or `CPT`'),
  code: z.string().describe('The code'),
  evidence: z.array(z.string()).readonly().describe('Ids of the segments that it follows from'),
});

const statement = z.object({
  text: z.string().describe('One sentence or finding'),
  evidence: z.array(z.string()).readonly().describe('Ids of the segments that support it'),
  grounded: z.boolean().describe('False if the segments do not support it'),
});

/** The stored fields of a segment. Its role is stored with its speaker. */
export const segmentShape = {
  id: z.string().describe('s1, s2, … in order'),
  speaker: z.string().describe('Speaker 1, Speaker 2, … by first word'),
  startMs: z.number().describe('From the start of the recording, in milliseconds'),
  endMs: z.number().describe('From the start of the recording, in milliseconds'),
  text: z.string().describe('What was said'),
  confidence: z.number().nullable().describe('0 to 1; null if the recogniser gives none'),
};

export const Role = z.enum(['clinician', 'patient', 'other', 'unknown']);

/** The stored fields of a consultation that are shown as they are. */
export const contentShape = {
  form: z.string().describe('The form of documentation, such as `audio-note`'),
  template: z.string().describe('What the note looks like'),
  language: z.string().nullable().describe('BCP 47; null if it is not known'),
  durationMs: z.number().describe('Of the recording, in milliseconds'),
  speakers: z
    .array(
      z.object({
        speaker: z.string().describe('Speaker 1, Speaker 2, … by first word'),
        name: z.string().nullable().describe('The name that was given; null before that'),
        role: Role.describe('The role in the consultation'),
      }),
    )
    .readonly()
    .describe('Who speaks'),
  sections: z
    .array(
      z.object({
        name: z.string().describe('Its heading'),
        statements: z.array(statement).readonly().describe('Empty if nothing was said about it'),
      }),
    )
    .readonly()
    .describe('The note by sections, each statement with its evidence'),
  providers: z
    .object({ transcriber: engine.describe('The recogniser'), writer: engine.describe('The writer') })
    .describe('The software that made the record'),
};

export const findingsShape = {
  completeness: z
    .object({
      findings: z.array(finding).readonly().describe('The requirements that were said'),
      missing: z
        .array(z.string())
        .readonly()
        .describe('The requirements that were not said; nothing is ever filled in'),
    })
    .describe('Payer requirements'),
  codes: z.array(code).readonly().describe('Codes that follow from the transcript, for a person to check'),
};

/** The stored content of a record. Derived fields, such as the text of note and transcript, are not stored. */
export const TranscriptContent = z.object({
  ...contentShape,
  /** The client's free text for the note; empty if there was none. */
  text: z.string(),
  segments: z.array(z.object(segmentShape)).readonly(),
  findings: z.object(findingsShape).nullable(),
  /** Warnings of recognition and of writing; a rewriting replaces the latter. */
  warnings: z.object({ transcript: z.array(z.string()).readonly(), note: z.array(z.string()).readonly() }),
  /** Whether words or roles were changed since the note was written from them. */
  editedSinceNote: z.boolean(),
});

export type TranscriptContent = Readonly<z.output<typeof TranscriptContent>>;
