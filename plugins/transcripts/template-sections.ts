import type { SectionContent } from 'chronoscribe/kinds/writer';
import { z } from 'zod';

/** A record type, so that a content that is added to the kind but not here does not compile. */
const contents: Readonly<Record<SectionContent, true>> = {
  complaint: true,
  history: true,
  'past-history': true,
  medications: true,
  allergies: true,
  'family-history': true,
  'social-history': true,
  'review-of-systems': true,
  goals: true,
  examination: true,
  results: true,
  behavior: true,
  assessment: true,
  diagnoses: true,
  progress: true,
  intervention: true,
  response: true,
  plan: true,
  'follow-up': true,
  summary: true,
};

const heading = /^[\p{L}\p{N}](?:[^\p{C}\p{Zl}\p{Zp}]*[^\p{C}\p{Z}:])?$/u;

const Section = z.strictObject({
  name: z
    .string()
    .max(80)
    .refine(
      (name) => heading.test(name),
      'expected a heading: one line that begins with a letter or digit, without a colon at its end',
    )
    .describe('the heading in the note, without its colon'),
  contents: z
    // The keys of a record are known by their type.
    .array(z.enum(Object.keys(contents) as [SectionContent, ...SectionContent[]]))
    .min(1)
    .describe('what belongs there; every writer goes by these words'),
  guidance: z.string().max(2000).default('').describe('more on what belongs there, for writers that ask a model'),
});

/** The sections of a template, as the configuration or a person writes them. */
export const TemplateSections = z
  .array(Section)
  .min(1)
  .max(40)
  .superRefine((sections, context) => {
    const first = new Map<string, number>();
    for (const [index, { name }] of sections.entries()) {
      const key = name.toLowerCase();
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, index);
      else
        context.addIssue({
          code: 'custom',
          path: [index, 'name'],
          message: `the name of section ${earlier + 1} already; give each section its own`,
        });
    }
  });
export type TemplateSections = z.output<typeof TemplateSections>;
