import { z } from 'zod/mini';
import { ApiError } from './api-error.ts';

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
