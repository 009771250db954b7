import { Coverage, doubtsDescription, RecordedFact, StoredFact, shareStated } from 'chronoscribe/kinds/grounding';
import { Patient, type RecordEvent, type RecordLabels, Visit } from 'chronoscribe/kinds/records';
import { proofShape } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { LabFinding } from './kind.ts';

const Engine = z.object({
  provider: z.string().describe('Name of the provider, as in configuration'),
  model: z.string().nullable().describe('Null if there is none'),
  version: z.string().nullable().describe('Null if unknown'),
});

/** Of a record of an earlier version, whose document was not read for facts. */
const noCoverage: Coverage = { language: null, facts: null, in_note: null, omitted: null, unmentioned: null };

/** Fields that a record adds to the answer that it was made with. */
export const evidenceSchema = {
  form: z.enum(['image', 'pdf']).describe('What was uploaded'),
  statements: z
    .array(
      z.object({
        text: z.string().describe('One sentence or finding of the analysis or summary'),
        evidence: z.array(z.string()).readonly().describe('Ids of the cited passages; `image` is the image itself'),
        ...proofShape,
        grounded: z.boolean().describe('False if the passages do not support it'),
        doubts: z
          .array(z.string())
          .readonly()
          .default([])
          .describe(`Why they do not; empty if they do: ${doubtsDescription}`),
      }),
    )
    .readonly()
    .describe('The statements of the analysis or summary'),
  passages: z
    .array(
      z.object({
        id: z.string().describe('What evidence refers to'),
        file: z.int().min(0).describe('Index of the file in the request, from 0'),
        page: z.int().min(1).describe('Page in the file, from 1; an image is page 1'),
        text: z.string().describe('Its text'),
      }),
    )
    .readonly()
    .describe('The text of the document, by paragraph'),
  // Records of earlier versions lack these.
  language: z.string().nullable().default(null).describe('BCP 47; null if it is not known'),
  findings: z.array(LabFinding).readonly().default([]).describe('Laboratory results that are flagged or out of range'),
  facts: z.array(RecordedFact).readonly().default([]).describe('What the document says that is clinically relevant'),
  coverage: Coverage.default(noCoverage).describe('How much of what the document says the statements convey'),
  warnings: z.array(z.string()).readonly().describe('What the clinician should check'),
  providers: z
    .object({
      reader: Engine.nullable().describe('The recogniser that read images; null if there was nothing to read'),
      writer: Engine.describe('The writer of the statements'),
    })
    .describe('The software that made the record'),
};

/** Fields that the sender gives, and may change. */
export const aboutSchema = {
  title: z.string().default('').describe('What the sender called the first file; empty if unknown'),
  patient: Patient.nullable().default(null).describe('Whose record it is; null if unknown'),
  visit: Visit.nullable().default(null).describe('The visit that it is about; null if unknown'),
};

/** A stored record. */
export const StoredDocument = z.object({
  ...evidenceSchema,
  ...aboutSchema,
  facts: z.array(StoredFact).readonly().default([]),
  answer: z.record(z.string(), z.unknown()),
});
export type StoredDocument = z.output<typeof StoredDocument>;

/** What lists and searches show of a record. Documents are not signed. */
export function labelsOf({ form, title, patient, visit, warnings }: StoredDocument): RecordLabels {
  return { form, template: '', title, status: 'draft', patient, visit, warnings };
}

/** What automations learn of a record. @param patient the same text for all records of a patient */
export function recordEvent(id: string, document: StoredDocument, patient: string | null): RecordEvent {
  const { form, warnings, coverage } = document;
  return { record: { id, form, template: '', patient, warnings: warnings.length, coverage: shareStated(coverage) } };
}
