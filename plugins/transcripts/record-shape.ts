import { z } from 'zod';
import type { TranscriptRecord } from './kind.ts';

const engine = z.object({ provider: z.string(), model: z.string().nullable(), version: z.string().nullable() });

const segment = z.object({
  id: z.string().describe('s1, s2, … in order'),
  speaker: z.string(),
  role: z.enum(['clinician', 'patient', 'other', 'unknown']),
  startMs: z.number(),
  endMs: z.number(),
  text: z.string(),
  confidence: z.number().nullable(),
});

const statement = z.object({
  text: z.string(),
  evidence: z.array(z.string()).readonly().describe('Ids of the segments that support it'),
  grounded: z.boolean().describe('False where the segments do not bear it out'),
});

/** The fields of a record that are kept as they are shown. */
export const recordShape = {
  id: z.string().describe('A UUID'),
  note: z.string().describe('The sections of the template, each name alone on its line'),
  transcript: z.string().describe('`--- Transcript:`, then a block for each turn'),
  createdAt: z.number().int().describe('Milliseconds since 1970'),
  language: z.string().nullable().describe('BCP 47'),
  durationMs: z.number().describe('Of the recording, in milliseconds'),
  segments: z.array(segment).readonly().describe('Who said what, when'),
  sections: z
    .array(z.object({ name: z.string(), statements: z.array(statement).readonly() }))
    .readonly()
    .describe('The note by sections, each statement with its evidence'),
  warnings: z.array(z.string()).readonly().describe('What the clinician should check'),
  providers: z.object({ transcriber: engine, writer: engine }).describe('Which software heard and wrote it'),
};

/** A record as it is answered: the five fields of the upload's answer first. */
export const RecordAnswer = z.object({ stream: z.string().describe('`STREAM: ` and the note'), ...recordShape });

export function recordAnswer(record: TranscriptRecord): z.input<typeof RecordAnswer> {
  return { stream: `STREAM: ${record.note}`, ...record };
}
