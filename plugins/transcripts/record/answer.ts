import { Coverage } from 'chronoscribe/kinds/grounding';
import { listedShape } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import type { TranscriptRecord } from '../kind.ts';
import { contentShape, Role, segmentShape } from './content.ts';
import { Findings } from './findings.ts';
import { Signature, Signing } from './signature.ts';

const { id, createdAt, version, changedAt, by, status, warnings } = listedShape;
const note = z.string().describe('The sections of the template, each name alone on its line');

/** The response for a record. The five fields of the upload's response come first. */
export const RecordAnswer = z
  .object({
    stream: z.string().describe('`STREAM: ` and the note'),
    id,
    note,
    transcript: z.string().describe('`--- Transcript:`, then a block for each turn'),
    ...{ createdAt, version, changedAt, by },
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
    coverage: Coverage.describe('How much of what was said the note states'),
    warnings,
    status,
    ...Signing.shape,
    signature: Signature.extend({ valid: z.boolean().describe('False if the record is not what was signed') })
      .nullable()
      .describe('Null for a draft'),
    completeness: Findings.shape.completeness.optional(),
    codes: Findings.shape.codes.optional(),
    grid: Findings.shape.grid,
  })
  .meta({ id: 'Transcript' });

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

/** A record in a list, without its transcript. */
export const RecordSummary = z.object({
  ...listedShape,
  note: note.default(''),
  language: contentShape.language.default(null),
  durationMs: contentShape.durationMs.default(0),
});

/** A version in the list of a record's versions. */
export const VersionSummary = z.object({
  ...{ version, changedAt, by },
  change: z.string().describe('What made it: `made`, `edited`, `rewritten`, `signed`, `addendum` or `reopened`'),
});
