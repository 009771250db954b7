import { z } from 'zod';
import { type FieldError, Problem } from '../api/problem.ts';
import { type Download, downloadTypes, EncodedJson, type StoredFile } from '../api/response.ts';
import type { Route } from '../api/route.ts';
import { collectCooperatively } from '../concurrency/giving-way.ts';

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
  if (typeof body === 'string' || body instanceof Uint8Array) return new Response(Buffer.from(body), { headers });
  if (Symbol.asyncIterator in body) {
    return new Response(ReadableStream.from<string>(body).pipeThrough(new TextEncoderStream()), { headers });
  }
  return storedFileResponse(body, range, headers);
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

/** A list that takes a few milliseconds to check and write. */
const long = 200;

/** A field of an answer with many items. */
interface LongList {
  readonly name: string;
  /** The schema of each item. */
  readonly element: z.ZodType;
  readonly items: readonly unknown[];
}

/** The fields of an answer that are long lists, and have no rules but those of their items. */
export function longLists(response: z.ZodType, body: unknown): readonly LongList[] {
  if (!(response instanceof z.ZodObject) || typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, items]) => {
    const schema: unknown = response.shape[name];
    if (!Array.isArray(items) || items.length < long || !(schema instanceof z.ZodArray)) return [];
    const { element, def } = schema;
    return def.checks === undefined || def.checks.length === 0 ? [{ name, element: element as z.ZodType, items }] : [];
  });
}

/** Writes a list as JSON in UTF-8, and lets the host do other work every few milliseconds. */
export async function encodeList(items: readonly unknown[], toShape: (item: unknown) => unknown): Promise<Uint8Array> {
  const texts = await collectCooperatively(items.values().map((item) => JSON.stringify(toShape(item)) ?? 'null'));
  return new TextEncoder().encode(`[${texts.join(',')}]`);
}

/** The fields of long lists, with nothing in them. */
export function emptied(lists: readonly LongList[]): Readonly<Record<string, readonly unknown[]>> {
  return Object.fromEntries(lists.map(({ name }) => [name, []]));
}

/** An answer with its long lists, which are validated and written in pieces. */
export async function withLists(route: Route, answer: object, lists: readonly LongList[]): Promise<EncodedJson> {
  const fields: Record<string, unknown> = { ...answer };
  for (const { name, element, items } of lists)
    fields[name] = await encodeList(items, (item) => conforming(route, `item of ${name}`, element, item));
  return new EncodedJson(fields);
}

/** @throws Error for a file of a type that the route does not declare */
export function declaredDownload(file: Download, { method, path, response }: Route): Download {
  if (downloadTypes(response)?.has(file.type)) return file;
  throw new Error(`${method} ${path} answered with a file of type ${file.type}, which its response does not declare.`);
}

/** The value as its schema parses it. @throws Error that names the route and what does not match. */
export function conforming({ method, path }: Route, what: string, schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Error(`${method} ${path}: the ${what} does not match its schema:\n${z.prettifyError(parsed.error)}`);
}
