import { z } from 'zod/mini';

/** What the API says about one field, or about the request if `field` is empty. */
export interface Issue {
  /** Path of the field in the body or the query, such as `patient.birth_date`. */
  readonly field: string;
  /** The API's own words. */
  readonly message: string;
}

const ClinicalError = z.object({
  detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string(), type: z.string() })),
});
const Problem = z.object({
  type: z.string(),
  title: z.string(),
  detail: z.string(),
  errors: z.optional(z.array(z.object({ pointer: z.optional(z.string()), detail: z.string() }))),
});

const places = ['body', 'query', 'path', 'header'];

/** Reads both of the API's error formats: that of `/api/v1`, and RFC 9457. */
export function readIssues(body: unknown): { readonly code: string; readonly issues: readonly Issue[] } {
  const clinical = ClinicalError.safeParse(body);
  if (clinical.success) {
    const issues = clinical.data.detail.map(({ loc, msg }) => ({
      field: loc.filter((part, index) => index > 0 || !places.includes(String(part))).join('.'),
      message: msg,
    }));
    return { code: clinical.data.detail[0]?.type ?? 'unknown', issues };
  }
  const problem = Problem.safeParse(body);
  if (problem.success) {
    const { type, detail, errors = [] } = problem.data;
    const fields = errors.map((each) => ({
      field: (each.pointer ?? '').replace(/^#?\//, '').replaceAll('/', '.'),
      message: each.detail,
    }));
    const code = type.slice(type.lastIndexOf(':') + 1);
    return { code, issues: fields.length > 0 ? fields : [{ field: '', message: detail }] };
  }
  return { code: 'unknown', issues: [] };
}
