import type { IncomingMessage } from 'node:http';
import type { FieldError } from '../api/problem.ts';
import type { Route } from '../api/route.ts';
import type { RawBody, UploadedFile } from '../api/upload.ts';
import type { Blobs } from '../kinds/blobs.ts';
import { fingerprint } from './fingerprint.ts';
import { type FormBody, readFormBody } from './form-body.ts';
import { readJsonBody, withQuery } from './json-body.ts';
import { readRawBody } from './raw-body.ts';
import { type RequestFields, unknownField } from './validation.ts';

/** A request whose body has been read. Its fields are not validated yet. */
export interface ParsedRequest extends RequestFields {
  readonly files: FormBody['files'];
  readonly body: UploadedFile | undefined;
  /** All blobs that were written. The caller owns them. */
  readonly blobs: readonly string[];
  /** The same for a repeated request that is the same. */
  readonly fingerprint: string;
}

/** Reads what a route takes: a raw body, a form with files, or JSON. */
export async function readRequest(
  incoming: IncomingMessage,
  query: URLSearchParams,
  route: Route,
  blobs: Blobs,
): Promise<ParsedRequest> {
  if (route.body !== undefined) return rawRequest(incoming, query, route, route.body, blobs);
  if (Object.keys(route.files).length > 0) {
    const { errors, ...form } = await readFormBody(incoming, route.files, Object.keys(route.request?.shape ?? {}), blobs);
    return {
      ...form,
      placeOf: () => 'body',
      body: undefined,
      errors: [...unexpectedQuery(query), ...errors],
      otherNames: Object.keys(route.files),
    };
  }
  const { fields, fingerprint } = await readJsonBody(incoming);
  const rest = { files: {}, body: undefined, blobs: [], otherNames: [], fingerprint };
  // By the route's method: a HEAD is answered as its GET is, without the body.
  if (route.method !== 'GET' && route.method !== 'DELETE') {
    return { ...rest, fields, placeOf: () => 'body', errors: unexpectedQuery(query) };
  }
  const missingIn = Object.keys(fields).length === 0 ? 'query' : 'body';
  return {
    ...rest,
    fields: withQuery(fields, query, route.request),
    placeOf: (name = '') => {
      if (Object.hasOwn(fields, name)) return 'body';
      return query.has(name) ? 'query' : missingIn;
    },
    errors: [],
  };
}

/** Errors for the query parameters of a route that takes its fields from the body alone. */
function unexpectedQuery(query: URLSearchParams): readonly FieldError[] {
  return [...new Set(query.keys())].map((name) => ({ in: 'query', ...unknownField([name], [], 'query parameter') }));
}

/** The body is a file from its first byte to its last, so the fields are in the query string. */
async function rawRequest(
  incoming: IncomingMessage,
  query: URLSearchParams,
  route: Route,
  expected: RawBody,
  blobs: Blobs,
): Promise<ParsedRequest> {
  const fields = withQuery({}, query, route.request);
  const body = await readRawBody(incoming, expected, blobs);
  const detail = `Body required, of the type ${expected.accept.join(', ')}`;
  return {
    fields,
    placeOf: () => 'query',
    files: {},
    body,
    otherNames: [],
    errors: body === undefined ? [{ in: 'body', path: [], detail, type: 'missing' }] : [],
    blobs: body === undefined ? [] : [body.blob],
    fingerprint: fingerprint([...[...query].map(([name, value]) => ['query', name, value]), ['body', body?.sha256 ?? '']]),
  };
}
