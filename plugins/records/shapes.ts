import { parseJson, singleLine, unknownName } from 'chronoscribe/host';
import { z } from 'zod';

/**
 * - `draft`: may be changed
 * - `signed`: can no longer be changed
 * - `amended`: signed, and has an addendum, or was opened again and signed anew
 */
export const RecordStatus = z.enum(['draft', 'signed', 'amended']);
export type RecordStatus = z.output<typeof RecordStatus>;

/** Whose record it is, as far as the sender says. The codes of `sex` are those of FHIR R4 (AdministrativeGender). */
export const Patient = z
  .object({
    id: singleLine(200).optional().describe('Id in another system, such as the health record'),
    identifier: singleLine(200).optional().describe('Number that people use, such as a medical record number'),
    name: singleLine(200).optional().describe('Full name'),
    birth_date: z.iso.date().optional().describe('YYYY-MM-DD'),
    sex: z.enum(['female', 'male', 'other', 'unknown']).optional().describe('Administrative sex'),
  })
  .refine((patient) => Object.keys(patient).length > 0, 'Name at least one field of the patient')
  .meta({ minProperties: 1 });
export type Patient = z.output<typeof Patient>;

/** The visit that a record is about. */
export const Visit = z
  .object({
    date: z
      .union([z.iso.date(), z.iso.datetime({ offset: true })], 'Expected YYYY-MM-DD, or a date-time with a time zone')
      .optional()
      .describe('When it was: YYYY-MM-DD, or a date-time with a time zone'),
    clinician: singleLine(200).optional().describe('Name of the clinician'),
    location: singleLine(200).optional().describe('Where it was'),
    reason: singleLine(500).optional().describe('Why the patient came'),
  })
  .refine((visit) => Object.keys(visit).length > 0, 'Name at least one field of the visit')
  .meta({ minProperties: 1 });
export type Visit = z.output<typeof Visit>;

/**
 * The fields of an upload that say whose record it will be: JSON in a form field.
 *
 * @example
 * const request = z.object({ text: z.string().default(''), ...patientFields });
 */
export const patientFields = {
  patient: jsonField(Patient)
    .optional()
    .describe('Whose record it is, as JSON: {"id", "identifier", "name", "birth_date", "sex"}, each optional'),
  visit: jsonField(Visit)
    .optional()
    .describe('The visit, as JSON: {"date", "clinician", "location", "reason"}, each optional'),
};

/** A form field whose text is JSON of a shape. Its errors never quote the text. */
function jsonField<S extends z.ZodObject>(schema: S) {
  return z.string().transform((text, context): z.output<S> => {
    const parsed = schema.strict().safeParse(parseJson(text));
    if (parsed.success) return parsed.data as z.output<S>;
    for (const issue of parsed.error.issues) {
      const place = issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
      context.issues.push({
        code: 'custom',
        input: text,
        message:
          place + (unknown === undefined ? issue.message : unknownName('field', unknown, Object.keys(schema.shape))),
        ...(unknown !== undefined && { params: { problem: 'unknown-field' } }),
      });
    }
    return z.NEVER;
  });
}

/** The request for a page of records. */
export const RecordListing = z.object({
  patient: z.string().max(200).optional().describe("The patient's id, identifier, or name (whole words)"),
  q: z
    .string()
    .max(200)
    .optional()
    .describe(
      "Beginnings of words in the patient's name or identifier, in the title, or in what the record says: `oka knee`",
    ),
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
  excerpt: z.string().describe('How its note or summary begins; empty without one'),
  match: z
    .string()
    .nullable()
    .describe('With `q`, the words of the record around one that was found; null if a name or title was found alone'),
};

/** How a note or summary begins, for a list. */
export function excerptOf(statements: readonly { readonly text: string }[]): string {
  const text = statements.map((each) => each.text).join(' ');
  // By characters, so that none is cut in two.
  return Array.from(text.slice(0, 400)).slice(0, 200).join('');
}

/**
 * What routes that list records have in common: the request, the response and the handler.
 *
 * @param item the shape of a record in the list
 * @param list finds a page
 */
export function recordListing<Item extends z.ZodObject>(
  item: Item,
  list: (
    account: string,
    request: z.output<typeof RecordListing>,
  ) => Promise<{ items: readonly z.input<Item>[]; next: string | null; searched: 'names' | 'texts' }>,
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
      searched: z
        .enum(['names', 'texts'])
        .describe('What `q` is looked for in: names and titles alone, if the store keeps no index of words (lowdb)'),
    }),
    problems: ['invalid-cursor'],
    async handle({ account, input }: { readonly account: string; readonly input: z.output<typeof RecordListing> }) {
      const { items, next, searched } = await list(account, input);
      return { items, next_cursor: next, searched };
    },
  };
}
