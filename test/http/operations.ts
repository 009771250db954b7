import type { CallOptions, TestHost } from 'chronoscribe/testing';
import { z } from 'zod';

const Schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

const Operation = z.object({
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean(),
        schema: z.looseObject({ enum: z.array(z.unknown()).optional() }),
      }),
    )
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema: Schema })) }).optional(),
});

/** Of an OpenAPI document, what requests are made from. */
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

type Place = 'path' | 'query' | 'header' | 'body';

interface Field {
  readonly place: Place;
  readonly required: boolean;
  readonly isFile: boolean;
  /** The values that it may have, if these are listed. */
  readonly oneOf?: readonly unknown[] | undefined;
}

/** An operation of the OpenAPI document of a host. */
export interface ApiOperation {
  /** `GET /api/v1/runs/{id}` */
  readonly name: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  /** The scopes of which a key needs one. Undefined if it needs no key; empty if every key will do. */
  readonly scopes: readonly string[] | undefined;
  /** Who may call it at all. */
  readonly access: 'everybody' | 'session' | 'key';
  readonly mediaType: string | undefined;
  /** Its parameters and the fields of its body, by name. */
  readonly fields: ReadonlyMap<string, Field>;
}

/** All operations that a running host documents. */
export async function operationsOf(host: TestHost): Promise<readonly ApiOperation[]> {
  const { paths } = Document.parse((await host.call('GET', '/openapi.json')).json);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [mediaType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
      const { properties = {}, required = [] } = content?.schema ?? {};
      const { security, parameters } = operation;
      return {
        ...{ name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path, mediaType },
        ...accessBy(security),
        fields: new Map<string, Field>([
          ...Object.entries(properties).map(
            ([name, schema]) =>
              [name, { place: 'body', required: required.includes(name), isFile: isFile(schema) }] as const,
          ),
          ...parameters.flatMap(({ name, in: place, required, schema }) =>
            place === 'path' || place === 'query' || place === 'header'
              ? [[name, { place, required, isFile: false, oneOf: schema.enum }] as const]
              : [],
          ),
        ]),
      };
    }),
  );
}

function accessBy(
  security: readonly Readonly<Record<string, readonly string[]>>[],
): Pick<ApiOperation, 'access' | 'scopes'> {
  if (security.some((each) => 'session' in each)) return { access: 'session', scopes: undefined };
  if (security.length === 0 || security.some((each) => Object.keys(each).length === 0))
    return { access: 'everybody', scopes: undefined };
  return { access: 'key', scopes: [...new Set(security.flatMap((each) => Object.values(each).flat()))] };
}

function isFile(schema: unknown): boolean {
  const { data } = z
    .object({ format: z.literal('binary') })
    .or(z.object({ items: z.object({ format: z.literal('binary') }) }))
    .safeParse(schema);
  return data !== undefined;
}

/** What a field has where a request needs one. Such requests pass the validation, so that a handler sees the ids in them. */
const samples: Readonly<Record<string, unknown>> = {
  account_id: 'default',
  acknowledge: false,
  at: 0,
  code: '123456',
  description: 'A sample',
  destination_time: '2031-01-01T00:00:00Z',
  duration: 'PT1H',
  email: 'sample@practice.example',
  event_id: 'nobody',
  events: ['run.failed'],
  file: '0',
  format: 'md',
  location: 'Somewhere',
  name: 'sample',
  new_outcome: { description: 'Another', changes: [], effects: {}, causes: [] },
  other_timeline_id: 'primary',
  password: 'a password that is long enough',
  reason: 'A sample',
  roles: ['viewer'],
  text: 'A sample',
  time: '1980-01-01T00:00:00Z',
  time_range: '1900-01-01T00:00:00Z/2100-01-01T00:00:00Z',
  timeline_id: 'primary',
  timestamp: '1980-01-01T00:00:00Z',
  title: 'A sample',
  patient: { name: 'A sample' },
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  url: 'http://127.0.0.1:9/',
  version: 1,
};

/**
 * A request to an operation.
 *
 * @param given fields by name. Path parameters without one are `nobody`, other fields that are required have a sample
 */
export function requestTo(
  operation: ApiOperation,
  given: Readonly<Record<string, unknown>> = {},
): { readonly path: string; readonly options: CallOptions } {
  const values = [...operation.fields].flatMap(([name, { place, required, isFile, oneOf }]) => {
    if (name in given) return [{ name, place, value: given[name] }];
    if (place === 'path')
      return [{ name, place, value: ['version', 'file'].includes(name) ? samples[name] : 'nobody' }];
    const isSent = required || place === 'header' || operation.method === 'PATCH';
    const value = oneOf === undefined || oneOf.includes(samples[name]) ? samples[name] : oneOf[0];
    return isSent && !isFile && value !== undefined ? [{ name, place, value }] : [];
  });
  const of = (wanted: Place) => values.filter(({ place }) => place === wanted);
  const path = of('path').reduce(
    (path, { name, value }) => path.replace(`{${name}}`, encodeURIComponent(String(value))),
    operation.path,
  );
  const query = new URLSearchParams(of('query').flatMap(({ name, value }) => parameters(name, value)));
  const { headers, ...content } = contentOf(operation, of('body'));
  const sent = Object.fromEntries(of('header').map(({ name, value }) => [name, String(value)]));
  const options = { ...content, headers: { ...headers, ...sent } };
  return { path: query.size === 0 ? path : `${path}?${query}`, options };
}

function parameters(name: string, value: unknown): [string, string][] {
  return [value].flat().map((each) => [name, String(each)]);
}

function contentOf(
  { mediaType }: ApiOperation,
  fields: readonly { readonly name: string; readonly value: unknown }[],
): CallOptions {
  if (mediaType === undefined) return {};
  if (mediaType === 'application/json') {
    return { json: Object.fromEntries(fields.map(({ name, value }) => [name, value])) };
  }
  if (mediaType !== 'multipart/form-data') {
    return { body: JSON.stringify({ ...samples, event_id: undefined }), headers: { 'content-type': mediaType } };
  }
  const form = new FormData();
  for (const { name, value } of fields) form.append(name, String(value));
  return { form };
}
