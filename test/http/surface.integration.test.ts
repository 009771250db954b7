import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, expect, test } from 'vitest';
import { probe } from '../fixtures/probe.ts';

const host = await testHost({ plugins: probe().plugins });
afterAll(() => host.stop());

const open = (path: string) => host.call('GET', path, { key: null });

test('health and readiness need no key and tell of each part; files and addresses are for an admin', async () => {
  expect((await open('/health')).json).toEqual({ status: 'ok' });
  const ready = await open('/ready');
  expect(ready.status).toBe(200);
  expect(ready.json).toMatchObject({ status: 'ok', checks: { 'store sqlite': { status: 'ok' } } });
  const detailed = await host.call('GET', '/ready');
  expect(detailed.json).toMatchObject({ checks: { 'store sqlite': { status: 'ok', detail: expect.any(String) } } });
  expect(detailed.text).toContain(host.dataFolder);
  const { key } = await host.newAccount();
  expect((await host.call('GET', '/ready', { key })).json).toEqual(ready.json);
  for (const { text } of [ready, await host.call('GET', '/metrics')]) {
    expect(text).not.toMatch(/detail|127\.0\.0\.1|localhost|:\/\//);
    expect(text).not.toContain(host.dataFolder);
  }
});

test.each(['/health', '/ready', '/openapi.json', '/docs', '/metrics'])('%s takes GET alone', async (path) => {
  const { status, headers, json } = await host.call('POST', path, { key: null });
  expect([status, headers.get('allow')]).toEqual([405, 'GET']);
  expect(json).toMatchObject({ type: 'urn:chronoscribe:problem:method-not-allowed' });
});

test('the OpenAPI document names every route with its schemas, both ways to give a key, events, and files and raw bodies as binary', async () => {
  const document = (await open('/openapi.json')).json as {
    openapi: string;
    components: { securitySchemes: object };
    paths: Record<
      string,
      Record<
        string,
        {
          operationId: string;
          requestBody?: { content: Record<string, { schema: object }> };
          parameters?: object[];
          responses: Record<string, { content?: Record<string, { schema: object }> }>;
          security: object[];
        }
      >
    >;
  };
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.components.securitySchemes)).toEqual(['bearer', 'apiKey', 'session']);
  for (const path of [
    '/health',
    '/ready',
    '/metrics',
    '/v1/travel',
    '/v1/current-time',
    '/v1/list-anchors',
    '/api/v1/runs/{id}',
    '/admin/keys',
  ]) {
    expect(document.paths).toHaveProperty([path]);
  }
  expect(document.paths['/v1/probe/picture']?.post?.requestBody?.content['multipart/form-data']?.schema).toMatchObject({
    properties: { file: { type: 'string', format: 'binary' }, upload_id: { type: 'string' }, text: { type: 'string' } },
    // The file, or an upload in its place.
    required: [],
  });
  expect(document.paths['/v1/probe/echo']?.post?.requestBody?.content['application/json']?.schema).toMatchObject({
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
  });
  const table = document.paths['/v1/probe/table-work']?.post;
  expect(Object.entries(table?.requestBody?.content ?? {})).toEqual([
    ['text/csv', { schema: { type: 'string', format: 'binary' } }],
    ['application/x-ndjson', { schema: { type: 'string', format: 'binary' } }],
  ]);
  expect(table?.parameters).toEqual([{ name: 'text', in: 'query', required: true, schema: { type: 'string' } }]);
  expect(document.paths['/v1/probe/ticks']?.get?.responses[200]?.content).toMatchObject({
    'application/json': { schema: { properties: { ticks: { type: 'integer' } } } },
    'text/event-stream': { schema: { properties: { tick: { type: 'integer' } } } },
  });
  expect(document.paths['/v1/probe/file']?.get?.responses[200]?.content).toEqual({
    'text/plain': { schema: { type: 'string' } },
    'application/x-subrip': { schema: { type: 'string' } },
  });
  expect(Object.keys(document.paths['/v1/probe/batch']?.post?.responses[202]?.content ?? {})).toEqual([
    'application/json',
  ]);
  const work = document.paths['/v1/probe/work']?.post?.responses;
  expect(Object.keys(work?.[200]?.content ?? {})).toEqual(['application/json', 'text/event-stream']);
  expect(work?.[202]).toMatchObject({ description: expect.stringContaining('respond-async') });
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

interface DescribedOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: object;
  readonly security: readonly object[];
  readonly responses: Readonly<Record<string, { readonly content?: object; readonly links?: object }>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
const pathsOf = async (described: TestHost) =>
  ((await described.call('GET', '/openapi.json', { key: null })).json as { readonly paths: Paths }).paths;

test('the OpenAPI document has each parameter of a GET or a DELETE once, required where it is', async () => {
  const paths = await pathsOf(host);
  const required = paths['/v1/search-events']?.get?.parameters?.filter((each) => each.required);
  expect(required?.map(({ name }) => name)).toEqual(['location', 'time_range']);
  const bodies = Object.values(paths).flatMap(({ get, delete: remove }) => [get?.requestBody, remove?.requestBody]);
  expect(bodies.filter((body) => body !== undefined)).toEqual([]);
});

test('the OpenAPI document says which errors the host itself answers an operation with', async () => {
  const paths = await pathsOf(host);
  const statuses = (path: string, method: string) => Object.keys(paths[path]?.[method]?.responses ?? {});
  expect(statuses('/api/v1/transcripts/upload_audio_file', 'post')).toEqual([
    ...['200', '202', '400', '401', '403', '413', '415', '422', '429', '500', '502', '503', '507', 'default'],
  ]);
  expect(statuses('/api/v1/runs/{id}', 'get')).toEqual([
    ...['200', '400', '401', '403', '404', '422', '429', '500', '503', '507', 'default'],
  ]);
  expect(statuses('/api/v1/session/methods', 'get')).not.toContain('401');
});

test('the OpenAPI document leads from what was made to the operations that take its id', async () => {
  const made = (await pathsOf(host))['/v1/clocks']?.post?.responses['201']?.links;
  expect(made).toMatchObject({
    delete_v1_clocks_id_: { parameters: { id: '$response.body#/clock_id' } },
    get_v1_current_time: { parameters: { clock_id: '$response.body#/clock_id' } },
  });
  const key = (await pathsOf(host))['/admin/keys']?.post?.responses['201']?.links ?? {};
  expect(Object.keys(key)).toEqual(['post_admin_keys_id_rotate', 'delete_admin_keys_id_']);
});

test('the OpenAPI document describes the FHIR document, addresses, and who may read the metrics', async () => {
  const paths = await pathsOf(host);
  expect(paths['/api/v1/transcripts/{id}/export']?.get?.responses['200']?.content).toMatchObject({
    'application/fhir+json': { schema: { properties: { resourceType: { const: 'Bundle' } } } },
    'text/vtt': { schema: { type: 'string' } },
  });
  expect(paths['/api/v1/people']?.post?.requestBody).toMatchObject({
    content: { 'application/json': { schema: { properties: { email: { format: 'email' } } } } },
  });
  expect(paths['/api/v1/webhooks']?.post?.requestBody).toMatchObject({
    content: { 'application/json': { schema: { properties: { url: { format: 'uri' } } } } },
  });
  const byOperator = [{ bearer: ['operator'] }, { apiKey: ['operator'] }];
  expect(paths['/metrics']?.get?.security).toEqual(byOperator);
  expect(paths['/ready']?.get?.security).toEqual([{}, ...byOperator]);
  const open = await testHost({ config: { metrics: { requireKey: false } } });
  try {
    expect((await pathsOf(open))['/metrics']?.get?.security).toEqual([]);
  } finally {
    await open.stop();
  }
});

test('every field of every bundled endpoint is explained', async () => {
  const { paths } = (await open('/openapi.json')).json as {
    paths: Record<
      string,
      Record<string, { requestBody?: Described; responses: Record<string, Described>; parameters?: Field[] }>
    >;
  };
  interface Field {
    readonly name?: string;
    readonly in?: string;
    readonly description?: string;
    readonly schema?: Field;
    readonly properties?: Record<string, Field>;
    readonly items?: Field;
    readonly anyOf?: readonly Field[];
  }
  interface Described {
    readonly content?: Record<string, { schema: Field }>;
  }
  /** With those of the objects and lists within. */
  const within = ({ properties = {}, items, anyOf = [] }: Field): (readonly [string, Field])[] => [
    ...Object.entries(properties).flatMap(([name, field]) => [[name, field] as const, ...within(field)]),
    ...(items === undefined ? [] : within(items)),
    ...anyOf.flatMap(within),
  ];
  const fieldsOf = (described: Described | undefined) =>
    Object.values(described?.content ?? {}).flatMap(({ schema }) => within(schema));
  const unexplained = Object.entries(paths)
    .filter(([path]) => !path.includes('/probe/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { requestBody, responses, parameters = [] }]) => {
        const { default: _errors, ...successes } = responses;
        const fields = [
          ...parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema] as const),
          ...[requestBody, ...Object.values(successes)].flatMap(fieldsOf),
        ];
        return fields.flatMap(([name, field]) =>
          field?.description === undefined ? [`${method} ${path}: ${name}`] : [],
        );
      }),
    );
  expect(unexplained).toEqual([]);
});

test('the documentation page lists every route and loads nothing from elsewhere', async () => {
  const { status, text, headers } = await open('/docs');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('text/html');
  expect(text).toContain('POST /v1/fast-forward');
  expect(text).toContain('text/csv, application/x-ndjson');
  expect(text).toMatch(/href="#Transcript".*id="Transcript"/s);
  expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
  expect(text).not.toContain('<script');
});

test.each(['/health', '/ready', '/openapi.json', '/docs', '/metrics'])('a wrong method at %s is 405', async (path) => {
  const { status, headers } = await host.call('POST', path);
  expect([status, headers.get('allow')]).toEqual([405, 'GET']);
});

test('metrics count requests by route, never by id, for an operator unless the configuration opens them', async () => {
  await host.call('GET', '/api/v1/runs/some-private-id');
  await host.call('POST', '/api/v1/transcripts/upload_audio_file');
  await host.call('GET', '/nowhere/some-private-id');
  const { text, headers } = await host.call('GET', '/metrics');
  expect(headers.get('content-type')).toContain('text/plain');
  expect(text).toMatch(
    /chronoscribe_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/runs\/\{id\}",status="404"\} 1/,
  );
  expect(text).not.toContain('some-private-id');
  expect(text).toMatch(/method="POST",route="\/api\/v1\/transcripts\/upload_audio_file",status="422"/);
  expect(text).toMatch(/method="GET",route="none",status="404"/);

  expect((await host.call('GET', '/metrics', { key: null })).status).toBe(401);
  const json = { account_id: 'default', scopes: ['time', 'clinical', 'admin'] };
  const admin = (await host.call('POST', '/admin/keys', { json })).json as { key: string };
  expect((await host.call('GET', '/metrics', { key: admin.key })).status).toBe(403);
  const ready = (await host.call('GET', '/ready', { key: admin.key })).json;
  expect(ready).toMatchObject({ checks: { 'store sqlite': { status: 'ok' } } });
  expect(ready).not.toMatchObject({ checks: { 'store sqlite': { detail: expect.anything() } } });

  const open = await testHost({ config: { metrics: { requireKey: false } } });
  try {
    expect((await open.call('GET', '/metrics', { key: null })).status).toBe(200);
  } finally {
    await open.stop();
  }
});
