import { assertions, factKinds } from 'chronoscribe/kinds/grounding';
import { z } from 'zod';
import { LabFinding } from './kind.ts';

const fact = z.object({
  id: z.string().describe('f1, f2, … in order'),
  kind: z.enum(factKinds).describe('What it is about'),
  term: z.string().describe('Its canonical name'),
  text: z.string().describe('A short phrase'),
  value: z.string().nullable().describe('The amount; null without one'),
  unit: z.string().nullable().describe('The unit of the amount; null without one'),
  assertion: z.enum(assertions).describe('What is said of it'),
  evidence: z.array(z.string()).readonly().describe('Ids of the passages that say it'),
  in_note: z.boolean().describe('Whether a statement states it'),
});

const nothing = { facts: 0, in_note: 0, omitted: [] };

/** What a record tells of its review. Records of earlier versions lack it. */
export const reviewSchema = {
  language: z.string().nullable().default(null).describe('BCP 47; null if it is not known'),
  findings: z.array(LabFinding).readonly().default([]).describe('Laboratory results that are flagged or out of range'),
  facts: z.array(fact).readonly().default([]).describe('What the document says that is clinically relevant'),
  coverage: z
    .object({
      facts: z.int().describe('How many facts were found'),
      in_note: z.int().describe('How many of them the statements state'),
      omitted: z.array(z.string()).readonly().describe('Ids of the others'),
    })
    .default(nothing)
    .describe('How many of the facts the statements state'),
};
