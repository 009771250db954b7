import { type FieldError, Problem } from '../api/problem.ts';
import type { Download, StoredFile } from '../api/response.ts';

/**
 * A JSON response. The Node adapter sends plain text and plain headers as they are; `Response.json` would be slower.
 */
export function jsonResponse(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** A response of JSON in UTF-8. */
export function encodedResponse(json: Uint8Array, status: number): Response {
  return new Response(Buffer.from(json.buffer as ArrayBuffer, json.byteOffset, json.byteLength), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

/**
 * A response with a file to download, or with the part of a stored file that is asked for (RFC 9110, 14).
 *
 * @param range the header `Range`; one range is understood, of others the whole file is sent
 */
export function downloadResponse({ type, name, body }: Download, range: string | undefined): Response {
  const isText = type.startsWith('text/');
  const headers = {
    'content-type': isText ? `${type}; charset=utf-8` : type,
    'content-disposition': `attachment; filename="${name.replace(/[^A-Za-z0-9._-]/g, '_')}"`,
    'x-content-type-options': 'nosniff',
  };
  return typeof body === 'string' ? new Response(body, { headers }) : storedFileResponse(body, range, headers);
}

function storedFileResponse(
  { bytes, read }: StoredFile,
  range: string | undefined,
  shared: Readonly<Record<string, string>>,
): Response {
  const headers = { ...shared, 'accept-ranges': 'bytes' };
  const part = byteRange(range, bytes);
  if (part === 'unsatisfiable') {
    throw new Problem('range-not-satisfiable', {
      status: 416,
      detail: `The file has ${bytes} bytes; the part that was asked for lies beyond its end.`,
    });
  }
  const { from, to } = part ?? { from: 0, to: bytes - 1 };
  const content = bytes === 0 ? null : ReadableStream.from(read({ from, to }));
  return new Response(content, {
    status: part === undefined ? 200 : 206,
    headers: {
      ...headers,
      'content-length': String(to - from + 1),
      ...(part !== undefined && { 'content-range': `bytes ${from}-${to}/${bytes}` }),
    },
  });
}

/** The one range that a header asks for; undefined for none, for several, and for what is no range of bytes. */
function byteRange(
  header: string | undefined,
  bytes: number,
): { readonly from: number; readonly to: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return undefined;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && first !== '' && Number(last) < Number(first)) return undefined;
  return from < bytes && from <= to ? { from, to } : 'unsatisfiable';
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
