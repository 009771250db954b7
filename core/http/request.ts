import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type FieldError, Problem } from '../api/problem.ts';
import type { Route } from '../api/route.ts';
import { isDeeper, maxJsonDepth } from '../api/text.ts';
import type { RawBody, UploadedFile } from '../api/upload.ts';
import { type RequestFields, unknownField, unwrapped } from '../api/validation.ts';
import type { Blobs } from '../kinds/blobs.ts';
import { readBody } from './body/body-stream.ts';
import { unsupportedContentType } from './body/media-type.ts';
import { readRawBody, uploadedField, uploadIdField } from './body/uploads.ts';
import { type FormBody, readFormBody } from './form-body.ts';
import { fingerprint } from './idempotency.ts';

/** A request whose body has been read. Its fields are not validated yet. */
export interface ParsedRequest extends RequestFields {
  readonly files: FormBody['files'];
  readonly body: UploadedFile | undefined;
  /** The uploads that stand in place of files. */
  readonly uploadIds: readonly string[];
  /** All blobs that were written. The caller owns them. */
  readonly blobs: readonly string[];
  /** Equal for requests with the same content. */
  fingerprint(): string;
}

/** Reads a request as its route declares it: a raw body, a form with files, or JSON. */
export async function readRequest(
  incoming: IncomingMessage,
  query: URLSearchParams,
  route: Route,
  blobs: Blobs,
): Promise<ParsedRequest> {
  if (route.body !== undefined) return rawRequest(incoming, query, route, route.body, blobs);
  if (Object.keys(route.files).length > 0) {
    const { errors, ...form } = await readFormBody(
      incoming,
      route.files,
      Object.keys(route.request?.shape ?? {}),
      blobs,
    );
    return {
      ...form,
      placeOf: () => 'body',
      body: undefined,
      errors: [...unexpectedQuery(query.keys()), ...errors],
      otherNames: [
        ...Object.keys(route.files),
        ...(uploadedField(route.files, Object.keys(route.request?.shape ?? {})) === undefined ? [] : [uploadIdField]),
      ],
    };
  }
  const json = await readJsonBody(incoming);
  const { fields } = json;
  const rest = { files: {}, uploadIds: [], body: undefined, blobs: [], otherNames: [], fingerprint: json.fingerprint };
  // By the route's method: a HEAD is answered as its GET is, without the body.
  if (route.method !== 'GET' && route.method !== 'DELETE') {
    const parameters = [...query];
    const known = new URLSearchParams(parameters.filter(([name]) => route.query.includes(name)));
    return {
      ...rest,
      fields: mergeQuery(fields, known, route.request),
      placeOf: (name = '') => (known.has(name) && !Object.hasOwn(fields, name) ? 'query' : 'body'),
      errors: unexpectedQuery(parameters.flatMap(([name]) => (route.query.includes(name) ? [] : [name]))),
      ...(known.size > 0 && { fingerprint: () => fingerprint([['body', json.fingerprint()], ...known]) }),
    };
  }
  const missingIn = Object.keys(fields).length === 0 ? 'query' : 'body';
  return {
    ...rest,
    fields: mergeQuery(fields, query, route.request),
    placeOf: (name = '') => {
      if (Object.hasOwn(fields, name)) return 'body';
      return query.has(name) ? 'query' : missingIn;
    },
    errors: [],
  };
}

/** Errors for the query parameters of a route that takes its fields from the body alone. */
function unexpectedQuery(names: Iterable<string>): readonly FieldError[] {
  return [...new Set(names)].map((name) => ({ in: 'query', ...unknownField([name], [], 'query parameter') }));
}

/** The whole body is a file, so the fields are in the query string. */
async function rawRequest(
  incoming: IncomingMessage,
  query: URLSearchParams,
  route: Route,
  expected: RawBody,
  blobs: Blobs,
): Promise<ParsedRequest> {
  const fields = mergeQuery({}, query, route.request);
  const body = await readRawBody(incoming, expected, blobs);
  const detail = `Body required, of the type ${expected.accept.join(', ')}`;
  return {
    fields,
    placeOf: () => 'query',
    files: {},
    uploadIds: [],
    body,
    otherNames: [],
    errors: body === undefined ? [{ in: 'body', path: [], detail, type: 'missing' }] : [],
    blobs: body === undefined ? [] : [body.blob],
    fingerprint: () =>
      fingerprint([...[...query].map(([name, value]) => ['query', name, value]), ['body', body?.sha256 ?? '']]),
  };
}

const maxJsonBytes = 1024 * 1024;

/** Reads a JSON body of any method, GET too. A request without a body has no fields. */
async function readJsonBody(incoming: IncomingMessage): Promise<Pick<ParsedRequest, 'fields' | 'fingerprint'>> {
  const type = incoming.headers['content-type'];
  if (/^multipart\//i.test(type ?? '')) throw unsupportedContentType('application/json', type);
  const bytes = await readBody(incoming, maxJsonBytes);
  return { fields: bytes.length === 0 ? {} : parseObject(bytes), fingerprint: () => hash('sha256', bytes) };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new Problem('malformed-json', { detail: 'The body is not valid JSON in UTF-8.', cause });
  }
  if (isDeeper(value, maxJsonDepth))
    throw new Problem('malformed-json', { detail: `The body is nested deeper than ${maxJsonDepth} levels.` });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem('invalid-request', {
      detail: 'The body must be a JSON object.',
      errors: [{ in: 'body', path: [], detail: 'Expected an object', type: 'invalid_type' }],
    });
  }
  return value as Readonly<Record<string, unknown>>;
}

/**
 * The body's fields and the query parameters together. Text is converted to a number or a boolean if the route declares
 * one, so that a parameter means the same in either place.
 *
 * @throws Problem `conflicting-parameters` for a name with two different values.
 */
function mergeQuery(
  fields: Readonly<Record<string, unknown>>,
  query: URLSearchParams,
  schema: z.ZodObject | undefined,
): Readonly<Record<string, unknown>> {
  if (query.size === 0) return fields;
  const merged = new Map(Object.entries(fields));
  for (const [name, text] of query) {
    const value = coerced(text, schema?.shape[name]);
    if (merged.has(name) && !isDeepStrictEqual(merged.get(name), value)) {
      throw new Problem('conflicting-parameters', {
        detail: `The parameter "${name}" is given with two different values. Give it once.`,
        errors: [
          { in: 'query', path: [name], detail: 'Given with two different values', type: 'conflicting_parameters' },
        ],
      });
    }
    merged.set(name, value);
  }
  return Object.fromEntries(merged);
}

function coerced(text: string, schema: unknown): unknown {
  const inner = unwrapped(schema);
  if (inner !== undefined) return coerced(text, inner);
  if (schema instanceof z.ZodNumber && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (schema instanceof z.ZodBoolean && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
