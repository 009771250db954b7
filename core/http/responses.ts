import type { FieldError, Problem } from '../api/problem.ts';
import type { Download } from '../api/response.ts';

/**
 * A JSON response. The Node adapter sends plain text and plain headers as they are; `Response.json` would be slower.
 */
export function jsonResponse(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** A response with a file to download. */
export function downloadResponse({ type, name, body }: Download): Response {
  const isText = type.startsWith('text/');
  return new Response(body, {
    headers: {
      'content-type': isText ? `${type}; charset=utf-8` : type,
      'content-disposition': `attachment; filename="${name.replace(/[^A-Za-z0-9._-]/g, '_')}"`,
      'x-content-type-options': 'nosniff',
    },
  });
}

/** The shape of errors: RFC 9457 everywhere, except `{ detail: […] }` under `/api/` (clinical documentation). */
export type ErrorStyle = 'problem' | 'detail';

export function errorStyle(path: string): ErrorStyle {
  return path.startsWith('/api/') ? 'detail' : 'problem';
}

/** One entry of the clinical error shape. */
export interface ErrorDetail {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** A problem as the body of a response, in the style of the service that was called. */
export function problemBody(problem: Problem, style: ErrorStyle, requestId: string): object {
  switch (style) {
    case 'problem':
      return {
        type: `urn:chronoscribe:problem:${problem.code}`,
        title: problem.title,
        status: problem.status,
        detail: problem.detail,
        ...(problem.errors.length > 0 && {
          errors: problem.errors.map((error) => ({ pointer: pointer(error), detail: error.detail })),
        }),
        ...problem.members,
        ...(problem.status === 500 && { request_id: requestId }),
      };
    case 'detail':
      return {
        detail: problemDetails(problem),
        ...problem.members,
        ...(problem.status === 500 && { request_id: requestId }),
      };
  }
}

/** The entries of the clinical error shape, which runs and event streams use too. */
export function problemDetails(problem: Problem): readonly ErrorDetail[] {
  if (problem.code === 'unauthorized') {
    return [{ loc: ['header', 'x-api-key'], msg: problem.title, type: 'invalid_api_key' }];
  }
  const type = problem.code.replaceAll('-', '_');
  if (problem.errors.length === 0) return [{ loc: [], msg: problem.detail, type }];
  return problem.errors.map((error) => ({
    loc: [error.in, ...error.path],
    msg: error.detail,
    type: problem.code === 'invalid-request' ? error.type : type,
  }));
}

export function problemResponse(
  problem: Problem,
  style: ErrorStyle,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return jsonResponse(problemBody(problem, style, requestId), problem.status, {
    ...(style === 'problem' && { 'content-type': 'application/problem+json' }),
    ...(problem.retryAfter !== undefined && { 'retry-after': String(Math.ceil(problem.retryAfter)) }),
    ...(problem.code === 'unauthorized' &&
      style === 'problem' && { 'www-authenticate': 'Bearer realm="chronoscribe"' }),
    ...headers,
  });
}

/** RFC 6901. */
function pointer(error: FieldError): string {
  return error.path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
