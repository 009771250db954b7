import { Coverage, doubtsDescription, RecordedFact } from 'chronoscribe/kinds/grounding';
import { Patient, Visit } from 'chronoscribe/kinds/records';
import { proofShape } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { Findings } from './findings.ts';
import { Signing } from './signature.ts';

const engine = z.object({
  provider: z.string().describe('Name of the provider, as in configuration; for an uploaded transcript, its format'),
  model: z.string().nullable().describe('Null if there is none'),
  version: z.string().nullable().describe('Null if it is not known'),
});

const statement = z.object({
  id: z.string().default('').describe('Unique in the record, and never used again for another statement'),
  text: z.string().describe('One sentence or finding'),
  evidence: z.array(z.string()).readonly().describe('Ids of the segments that support it'),
  origin: z.enum(['writer', 'person']).default('writer').describe('Who wrote it'),
  ...proofShape,
  grounded: z.boolean().describe('False if the segments do not support it'),
  doubts: z
    .array(z.string())
    .readonly()
    .default([])
    .describe(`Why the segments do not support it; empty if they do: ${doubtsDescription}`),
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
export type Role = z.output<typeof Role>;

/** The stored fields of a consultation that are shown as they are. */
export const contentShape = {
  form: z.string().describe('The form of documentation, such as `audio-note`'),
  template: z.string().describe('What the note looks like'),
  language: z.string().nullable().describe('BCP 47; null if it is not known'),
  durationMs: z.number().describe('Of the recording, in milliseconds'),
  marks: z
    .array(z.number())
    .readonly()
    .default([])
    .describe('Moments that somebody marked while recording, in milliseconds from its start'),
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
  title: z.string().default('').describe('What the sender called the file; empty if unknown'),
  patient: Patient.nullable().default(null).describe('Whose record it is; null if unknown'),
  visit: Visit.nullable().default(null).describe('The visit that it is about; null if unknown'),
  facts: z.array(RecordedFact).readonly().default([]).describe('What was said that is clinically relevant'),
  providers: z
    .object({ transcriber: engine.describe('The recogniser'), writer: engine.describe('The writer') })
    .describe('The software that made the record'),
};

/** A stored segment. `wordTimes`: when each of its words was said, see `wordsOf`; left out: the recogniser did not tell. */
const StoredSegment = z.object({ ...segmentShape, wordTimes: z.string().exactOptional() });
export type StoredSegment = Readonly<z.output<typeof StoredSegment>>;

/** The stored content of a record. Derived fields, such as the text of note and transcript, are not stored. */
export const TranscriptContent = z.object({
  ...contentShape,
  /** The client's free text for the note; empty if there was none. */
  text: z.string(),
  segments: z.array(StoredSegment).readonly(),
  findings: Findings.nullable(),
  /** Warnings of recognition and of writing; a rewriting replaces the latter. */
  warnings: z.object({ transcript: z.array(z.string()).readonly(), note: z.array(z.string()).readonly() }),
  /** Whether words or roles were changed since the note was written from them. */
  editedSinceNote: z.boolean(),
  /** What the coverage rests on beside the facts. */
  coverage: Coverage.pick({ language: true, unmentioned: true }),
  signing: Signing,
  /** The highest number of a statement that there ever was. */
  lastStatement: z.int(),
});
export type TranscriptContent = Readonly<z.output<typeof TranscriptContent>>;
