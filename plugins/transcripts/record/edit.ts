import { singleLine } from 'chronoscribe/host';
import { Patient, Visit } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import { Role } from './content.ts';

const words = singleLine(20_000);

const SegmentEdit = z
  .object({
    id: z.string().describe('Id of the segment: s1, s2, …'),
    text: words.optional().describe('The corrected text'),
    speaker: z
      .string()
      .optional()
      .describe('Who said it: a speaker of this record, or a new one, `Speaker` and a number that is not taken'),
  })
  .refine(({ text, speaker }) => text !== undefined || speaker !== undefined, {
    message: 'Give a text or a speaker',
    path: ['text'],
  });

const SpeakerEdit = z.object({
  speaker: z.string().describe('Speaker 1, Speaker 2, …'),
  name: singleLine(200).nullish().describe('Name of the speaker; null removes it'),
  role: Role.optional().describe('Role in the consultation'),
});

/** What a statement is read with and only the host says, so that it can be sent as it was read. */
const readOnly = z.unknown().optional().describe('Read-only: ignored');

const StatementEdit = z.object({
  id: z.string().optional().describe('Id of a statement of this record; left out for a new one'),
  text: words.describe('The statement'),
  evidence: z
    .array(z.string())
    .max(200)
    .optional()
    .describe('Ids of the segments that support it; default: as before, none for a new one'),
  ...{ origin: readOnly, grounded: readOnly, doubts: readOnly },
  ...{ engine: readOnly, checked: readOnly, repaired: readOnly },
});

const SectionEdit = z.object({
  name: z.string().describe('A section of the note'),
  statements: z.array(StatementEdit).max(500).describe('All statements of the section, in their order'),
});

const CodeEdit = z.object({
  system: z.enum(['ICD-10-CM', 'CPT']).describe('What the code is of'),
  code: z
    .string()
    .regex(/^[A-Z0-9][A-Z0-9.]{1,8}$/, 'expected a code such as M99.03 or 98941')
    .describe('The code'),
  evidence: z.array(z.string()).max(200).default([]).describe('Ids of the segments that it follows from'),
});

/** A change of a record by a person. */
export const TranscriptEdit = z
  .object({
    version: z
      .int()
      .min(1)
      .optional()
      .describe(
        'The version that the change was made from. What others have changed since is kept; where it is the same that you change, the answer is 409. Default: the current one',
      ),
    segments: z.array(SegmentEdit).default([]).describe('Segments with another text or speaker'),
    speakers: z.array(SpeakerEdit).default([]).describe('Speakers with a name or another role'),
    sections: z
      .array(SectionEdit)
      .default([])
      .describe('Sections whose statements are replaced. A statement that is left out is removed'),
    template: z
      .string()
      .optional()
      .describe(
        'Template of the note: its sections come first. No statement is removed; have the note rewritten for that',
      ),
    patient: Patient.nullish().describe('Whose record it is; null removes it'),
    visit: Visit.nullish().describe('The visit that it is about; null removes it'),
    codes: z
      .array(CodeEdit)
      .max(100)
      .optional()
      .describe('All codes of a chiropractic visit. One that is left out is removed; rewriting proposes them anew'),
  })
  .refine(
    ({ segments, speakers, sections, template, patient, visit, codes }) =>
      segments.length + speakers.length + sections.length > 0 ||
      [template, patient, visit, codes].some((field) => field !== undefined),
    'Name at least one segment, speaker, section or field to change',
  );

export type TranscriptEdit = z.output<typeof TranscriptEdit>;
