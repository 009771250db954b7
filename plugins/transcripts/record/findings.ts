import { z } from 'zod';

/** What a transcript shows beside the note: a level of the spine, a goal. */
export const Finding = z.object({
  element: z.string().describe('What is looked for, by its term, such as `range of motion`'),
  value: z.string().describe('What is found, such as `L5`'),
  evidence: z.array(z.string()).readonly().describe('Ids of the segments that say so; never empty'),
});
export type Finding = Readonly<z.output<typeof Finding>>;

export const Code = z.object({
  system: z.string().describe('`ICD-10-CM` or `CPT`'),
  code: z.string().describe('The code'),
  evidence: z
    .array(z.string())
    .readonly()
    .describe('Ids of the segments that it follows from; empty only where a person added it'),
});
export type Code = Readonly<z.output<typeof Code>>;

const score = z.number().min(0).max(10).nullable();

/** What was found and done at one level of the spine, or at another joint. */
export const GridRow = z.object({
  level: z.string().describe('Such as `C5`, `occiput`, `sacroiliac joint`, `rib 5`, `ankle`'),
  region: z.string().describe('Such as `cervical`, `pelvic`, `lower extremity`'),
  side: z.enum(['left', 'right', 'both']).nullable().describe('Null if none was said'),
  findings: z.array(Finding).readonly().describe('What was found there; `value` is the words for it'),
  technique: z.string().nullable().describe('How it was adjusted; null if that was not said'),
  adjusted: z.boolean().describe('Whether it was adjusted in this visit; planned, declined and past do not count'),
  vas_before: score.describe('Pain before the adjustment, 0 to 10; null if not said'),
  vas_after: score.describe('Pain after the adjustment, 0 to 10; null if not said'),
  evidence: z.array(z.string()).readonly().describe('Ids of the segments that speak of it'),
});
export type GridRow = Readonly<z.output<typeof GridRow>>;

/** What a form finds in a transcript beside the note. */
export const Findings = z.object({
  completeness: z
    .object({
      findings: z.array(Finding).readonly().describe('The requirements that were said'),
      missing: z
        .array(z.string())
        .readonly()
        .describe('The requirements that were not said; nothing is ever filled in'),
    })
    .readonly()
    .describe('Payer requirements'),
  codes: z
    .array(Code)
    .readonly()
    .describe('Codes that follow from the transcript, or that a person gave; for a person to check'),
  grid: z
    .array(GridRow)
    .readonly()
    .exactOptional()
    .describe('A row for each level that was spoken of, from the head down'),
});
export type Findings = Readonly<z.output<typeof Findings>>;
