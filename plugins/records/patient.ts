import { singleLine, unknownName } from 'chronoscribe';
import { z } from 'zod';

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
    const parsed = schema.strict().safeParse(jsonOf(text));
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

/** Undefined, which no object schema accepts, if the text is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
