import type { Page } from 'chronoscribe';
import { z } from 'zod';
import { Patient, Visit } from './patient.ts';
import { RecordStatus } from './status.ts';

/** The request for a page of records. */
const RecordListing = z.object({
  patient: z.string().max(200).optional().describe("The patient's id, identifier, or name (whole words)"),
  q: z
    .string()
    .max(200)
    .optional()
    .describe("Beginnings of words in the patient's name or identifier, or in the title: `oka mrn12`"),
  status: RecordStatus.optional().describe('Only records in this state'),
  form: z.string().optional().describe('Only records of this form, such as `audio-note`, `image`, `pdf`'),
  from: z.int().min(0).optional().describe('Only records that were created then or later; milliseconds since 1970'),
  to: z.int().min(0).optional().describe('Only records that were created before; milliseconds since 1970'),
  limit: z.int().min(1).max(100).default(50).describe('Most records in one page'),
  cursor: z.string().optional().describe('`next_cursor` of the page before, with the same filters'),
});

/** The fields of a record in a list; a list of one sort may have more. */
export const listedShape = {
  id: z.string().describe('A UUID'),
  location: z.string().describe('The path of the record'),
  readable: z
    .boolean()
    .describe(
      'False if its content is missing or damaged: then only what the store knows is here, and the warning says what to do',
    ),
  form: z.string().describe('What made it: `audio-note`, `chiropractic-grid`, `image`, `pdf`'),
  template: z.string().describe('Template of the note; empty without one'),
  title: z.string().describe('What the sender called the file; empty if unknown'),
  status: RecordStatus.describe('Whether it is signed'),
  patient: Patient.nullable().describe('Whose record it is; null if unknown'),
  visit: Visit.nullable().describe('The visit that it is about; null if unknown'),
  createdAt: z.int().describe('Milliseconds since 1970'),
  version: z.int().describe('From 1; one more with each change'),
  changedAt: z.int().describe('When this version was made, in milliseconds since 1970'),
  by: z.string().nullable().describe('Who made this version: the name or id of a key; null if unknown'),
  warnings: z.array(z.string()).readonly().describe('What the clinician should check'),
};

/**
 * What routes that list records have in common: the request, the response and the handler.
 *
 * @param item the shape of a record in the list
 * @param list finds a page
 */
export function recordListing<Item extends z.ZodObject>(
  item: Item,
  list: (account: string, request: z.output<typeof RecordListing>) => Promise<Page<z.input<Item>>>,
) {
  return {
    method: 'GET' as const,
    request: RecordListing,
    response: z.object({
      items: z.array(item).readonly().describe('Newest first'),
      next_cursor: z
        .string()
        .nullable()
        .describe('For the next page; null on the last one. A page of a search may have fewer records than `limit`'),
    }),
    problems: ['invalid-cursor'],
    async handle({ account, input }: { readonly account: string; readonly input: z.output<typeof RecordListing> }) {
      const { items, next } = await list(account, input);
      return { items, next_cursor: next };
    },
  };
}
