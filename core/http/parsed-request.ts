import type { IncomingMessage } from 'node:http';
import type { FieldError } from '../api/problem.ts';
import type { Route } from '../api/route.ts';
import type { RawBody, UploadedFile } from '../api/upload.ts';
import type { Blobs } from '../kinds/blobs.ts';
import { fingerprint } from './fingerprint.ts';
import { type FormBody, readFormBody } from './form-body.ts';
import { readJsonBody, withQuery } from './json-body.ts';
import { readRawBody } from './raw-body.ts';

/** What came with a request, read but not yet checked. */
export interface ParsedRequest {
  readonly fields: Readonly<Record<string, unknown>>;
  /** Where the fields were looked for. */
  readonly place: FieldError['in'];
  readonly files: FormBody['files'];
  readonly body: UploadedFile | undefined;
  /** What should have come and did not. */
  readonly missing: readonly FieldError[];
  /** All blobs that were written. Whoever gets what arrived owns them. */
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
    return { place: 'body', body: undefined, ...(await readFormBody(incoming, route.files, blobs)) };
  }
  const json = await readJsonBody(incoming);
  // By the route's method: a HEAD is answered as its GET is, without the body.
  const takesQuery = route.method === 'GET' || route.method === 'DELETE';
  return {
    fields: takesQuery ? withQuery(json.fields, query, route.request) : json.fields,
    // Whoever sent no body looks for the fault in the address.
    place: takesQuery && Object.keys(json.fields).length === 0 ? 'query' : 'body',
    files: {},
    body: undefined,
    missing: [],
    blobs: [],
    fingerprint: json.fingerprint,
  };
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
    place: 'query',
    files: {},
    body,
    missing: body === undefined ? [{ in: 'body', path: [], detail, type: 'missing' }] : [],
    blobs: body === undefined ? [] : [body.blob],
    fingerprint: fingerprint([...[...query].map(([name, value]) => ['query', name, value]), ['body', body?.sha256 ?? '']]),
  };
}
