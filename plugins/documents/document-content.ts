import { z } from 'zod';
import type { DocumentContent } from './kind.ts';

const Engine = z.object({
  provider: z.string().describe('Name of the provider, as in configuration'),
  model: z.string().nullable().describe('Null where there is none, or none is named'),
  version: z.string().nullable().describe('Null where it is not known'),
});

/** The parts of a record that are answered beside the answer that made it. */
export const evidenceFields = {
  form: z.enum(['image', 'pdf']).describe('What was uploaded'),
  statements: z
    .array(
      z.object({
        text: z.string().describe('One sentence or finding of the analysis or summary'),
        evidence: z.array(z.string()).readonly().describe('Ids of the passages that it rests on; `image` is the image itself'),
        grounded: z.boolean().describe('False where the passages do not bear it out'),
      }),
    )
    .readonly()
    .describe('The analysis or summary, one by one'),
  passages: z
    .array(
      z.object({
        id: z.string().describe('What evidence refers to'),
        file: z.int().min(0).describe("The file's place in the request, from 0"),
        page: z.int().min(1).describe('The page in the file, from 1; an image is page 1'),
        text: z.string().describe('The text that was read'),
      }),
    )
    .readonly()
    .describe('The text that was read, in pieces'),
  warnings: z.array(z.string()).readonly().describe('What the clinician should check'),
  providers: z
    .object({
      reader: Engine.nullable().describe('Read the text in pictures; null where there was none to read'),
      writer: Engine.describe('Wrote the statements'),
    })
    .describe('Which software made this'),
};

/** A record as it is kept. */
export const StoredDocument: z.ZodType<DocumentContent> = z.object({
  ...evidenceFields,
  answer: z.record(z.string(), z.unknown()),
});
