import { z } from 'zod';
import type { TranscriptRecord } from '../kind.ts';
import { contentShape, findingsShape, Role, segmentShape } from './content.ts';

const place = {
  id: z.string().describe('A UUID'),
  version: z.int().describe('From 1; one more with each edit and each rewriting'),
  createdAt: z.int().describe('Milliseconds since 1970'),
};
const note = z.string().describe('The sections of the template, each name alone on its line');
const warnings = z.array(z.string()).readonly().describe('What the clinician should check');

/** The response for a record. The five fields of the upload's response come first. */
export const RecordAnswer = z.object({
  stream: z.string().describe('`STREAM: ` and the note'),
  id: place.id,
  note,
  transcript: z.string().describe('`--- Transcript:`, then a block for each turn'),
  createdAt: place.createdAt,
  version: place.version,
  ...contentShape,
  segments: z
    .array(
      z.object({
        ...segmentShape,
        role: Role.describe('Role of the speaker'),
        name: z.string().nullable().describe('Name of the speaker, if it was given'),
      }),
    )
    .readonly()
    .describe('Who said what, when'),
  warnings,
  completeness: findingsShape.completeness.optional(),
  codes: findingsShape.codes.optional(),
});

/** The response for a record, without its account. */
export function recordAnswer({ account: _, findings, ...record }: TranscriptRecord): z.input<typeof RecordAnswer> {
  const names = new Map(record.speakers.map(({ speaker, name }) => [speaker, name]));
  return {
    ...record,
    ...findings,
    stream: `STREAM: ${record.note}`,
    segments: record.segments.map((segment) => ({ ...segment, name: names.get(segment.speaker) ?? null })),
  };
}

const { form, template, language, durationMs } = contentShape;

/** A record in a list, without its transcript. */
export const RecordSummary = z.object({ ...place, form, template, language, durationMs, note, warnings });

/** A version in the list of a record's versions. */
export const VersionSummary = z.object({
  version: place.version,
  changedAt: z.int().describe('Milliseconds since 1970'),
  change: z.string().describe('What made it: `made`, `edited` or `rewritten`'),
});
