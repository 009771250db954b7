import { Coverage } from 'chronoscribe/kinds/grounding';
import { listedShape } from 'chronoscribe/kinds/records';
import type { TextWord } from 'chronoscribe/kinds/transcriber';
import { z } from 'zod';
import type { TranscriptRecord } from '../kind.ts';
import { contentShape, Role, segmentShape } from './content.ts';
import { Findings } from './findings.ts';
import { Signature, Signing } from './signature.ts';
import { wordsOf } from './word-times.ts';

const { id, createdAt, version, changedAt, by, status, warnings } = listedShape;
const note = z.string().describe('The sections of the template, each name alone on its line');

const time = z.number().nullable().describe('From the start of the recording; null for a word that a person wrote');
const Word = z.object({
  text: z.string().describe('As it stands in the text, with its punctuation'),
  ...{ start_ms: time, end_ms: time },
  confidence: z.number().nullable().describe('0 to 1; null if the recogniser gives none, or did not hear it'),
});

/** Asks for the words of the segments. */
export const wordsField = {
  words: z.boolean().default(false).describe('Whether segments have `words`, with their times and confidence'),
};

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
          words: z
            .array(Word)
            .readonly()
            .exactOptional()
            .describe('With `words=true`, where the recogniser tells their times: all words of the text, in order'),
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

/** The response for a record, without its account. @param options `words`: whether segments have theirs */
export function recordAnswer(
  { account: _, findings, ...record }: TranscriptRecord,
  { words = false }: { readonly words?: boolean } = {},
): z.input<typeof RecordAnswer> {
  const names = new Map(record.speakers.map(({ speaker, name }) => [speaker, name]));
  return {
    ...record,
    ...findings,
    stream: `STREAM: ${record.note}`,
    segments: record.segments.map(({ wordTimes, ...segment }) => ({
      ...{ ...segment, name: names.get(segment.speaker) ?? null },
      ...(words && wordTimes !== undefined && { words: wordsOf({ ...segment, wordTimes })?.map(wordAnswer) ?? [] }),
    })),
  };
}

function wordAnswer({ startMs, endMs, ...word }: TextWord): z.output<typeof Word> {
  return { ...word, start_ms: startMs, end_ms: endMs };
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
