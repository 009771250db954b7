import { z } from 'zod/mini';

/** What the API says about one field, or about the request if `field` is empty. */
export interface Issue {
  /** Path of the field in the body or the query, such as `patient.birth_date`. */
  readonly field: string;
  /** The API's own words. */
  readonly message: string;
}

/** An answer of the API that is an error, or a request that did not reach it. */
export class ApiError extends Error {
  /** HTTP status; 0 if the host was not reached. */
  readonly status: number;
  /** The API's code, such as `version_conflict`; `unreachable` if the host was not reached. */
  readonly code: string;
  readonly issues: readonly Issue[];
  /** The whole body, for errors that carry more, such as `changes` of a conflict. */
  readonly body: unknown;

  constructor(status: number, code: string, issues: readonly Issue[], body: unknown) {
    super(issues.map(({ message }) => message).join(' ') || code);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.issues = issues;
    this.body = body;
  }

  /** What the API says about a field and its parts; undefined if nothing. */
  about(field: string): string | undefined {
    const found = this.issues.filter((issue) => issue.field === field || issue.field.startsWith(`${field}.`));
    return found.length === 0 ? undefined : found.map(({ message }) => message).join(' ');
  }
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
export function readApiError(status: number, body: unknown): ApiError {
  const clinical = ClinicalError.safeParse(body);
  if (clinical.success) {
    const issues = clinical.data.detail.map(({ loc, msg }) => ({
      field: loc.filter((part, index) => index > 0 || !places.includes(String(part))).join('.'),
      message: msg,
    }));
    return new ApiError(status, clinical.data.detail[0]?.type ?? 'unknown', issues, body);
  }
  const problem = Problem.safeParse(body);
  if (problem.success) {
    const { type, detail, errors = [] } = problem.data;
    const fields = errors.map((each) => ({
      field: (each.pointer ?? '').replace(/^#?\//, '').replaceAll('/', '.'),
      message: each.detail,
    }));
    const code = type.slice(type.lastIndexOf(':') + 1);
    return new ApiError(status, code, fields.length > 0 ? fields : [{ field: '', message: detail }], body);
  }
  return new ApiError(status, 'unknown', [], body);
}
