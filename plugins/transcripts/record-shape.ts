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
  id: z.string(),
  note: z.string(),
  transcript: z.string(),
  createdAt: z.number().int().describe('Milliseconds since 1970'),
  language: z.string().nullable().describe('BCP 47'),
  durationMs: z.number(),
  segments: z.array(segment).readonly(),
  sections: z.array(z.object({ name: z.string(), statements: z.array(statement).readonly() })).readonly(),
  warnings: z.array(z.string()).readonly(),
  providers: z.object({ transcriber: engine, writer: engine }),
};

/** A record as it is answered: the five fields of the upload's answer first. */
export const RecordAnswer = z.object({ stream: z.string().describe('`STREAM: ` and the note'), ...recordShape });

export function recordAnswer(record: TranscriptRecord): z.input<typeof RecordAnswer> {
  return { stream: `STREAM: ${record.note}`, ...record };
}
