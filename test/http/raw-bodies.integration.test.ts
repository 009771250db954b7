import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { probe } from '../fixtures/probe.ts';

let host: TestHost;
let service: ReturnType<typeof probe>;
beforeEach(async () => {
  service = probe();
  host = await testHost({ plugins: service.plugins });
});
afterEach(() => host.stop());

const csv = 'name,age\nAda,36\n';
const asCsv = { 'content-type': 'text/csv' };

const send = (path: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = asCsv) =>
  host.call('POST', path, { body, headers });

/** A request whose body is sent piece by piece. */
function pieces(path: string, headers: Readonly<Record<string, string>> = asCsv): ClientRequest {
  const outgoing = request(`${host.url}${path}`, {
    method: 'POST',
    agent: false,
    headers: { 'x-api-key': host.key, ...headers },
  });
  return outgoing.on('error', () => undefined);
}

const uploads = async (): Promise<readonly string[]> =>
  (await readdir(`${host.dataFolder}/blobs`, { recursive: true })).filter((name) => /^uploads\/./.test(name));

test('a whole body is a file for the handler, with its fields in the query string', async () => {
  const { status, json } = await send('/v1/probe/table?rows=2&strict=true', csv);
  expect(status).toBe(200);
  expect(json).toEqual({
    type: 'text/csv',
    bytes: csv.length,
    sha256: createHash('sha256').update(csv).digest('hex'),
    rows: 2,
    strict: true,
  });
});

test('a body without a length comes whole', async () => {
  const outgoing = pieces('/v1/probe/table');
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  for (const line of csv.split(/(?<=\n)/)) outgoing.write(line);
  outgoing.end();
  const [answer] = await answered;
  const text = Buffer.concat(await Array.fromAsync(answer, (chunk) => chunk as Uint8Array)).toString();
  expect(JSON.parse(text)).toMatchObject({ bytes: csv.length });
});

test.each(['text/csv', 'TEXT/CSV; header=present', 'text/csv; charset=utf-8', 'text/csv;charset="UTF8"'])(
  'the content type decides, not the content, and only its type matters: %s',
  async (type) => {
    const { status, json } = await send('/v1/probe/table', '{"not":"a table"}', { 'content-type': type });
    expect([status, json]).toMatchObject([200, { type: 'text/csv' }]);
  },
);

test.each([['application/json'], ['text/csvx'], ['csv'], ['']])(
  'another content type is 415 and says which are taken: %j',
  async (type) => {
    const { status, json } = await send('/v1/probe/table', csv, { 'content-type': type });
    expect(status).toBe(415);
    expect(json).toMatchObject({
      type: 'urn:chronoscribe:problem:unsupported-media-type',
      detail: expect.stringContaining('takes text/csv, application/x-ndjson, not '),
    });
    expect(service.done.tables).toBe(0);
  },
);

test('text that is not UTF-8 is 415', async () => {
  const { status, json } = await send('/api/v1/probe/table', csv, { 'content-type': 'text/csv; charset=iso-8859-1' });
  expect(status).toBe(415);
  expect(json).toMatchObject({
    detail: [{ type: 'unsupported_media_type', msg: expect.stringContaining('takes text/csv in UTF-8, not ') }],
  });
});

test('another content type is refused before any of the body has come', async () => {
  const outgoing = pieces('/v1/probe/table', { 'content-type': 'image/png', 'content-length': '1000' });
  outgoing.flushHeaders();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(415);
  outgoing.destroy();
});

test('a missing body is 422, named together with the other faults, each where it is', async () => {
  const plain = await host.call('POST', '/v1/probe/table');
  expect(plain.status).toBe(422);
  expect(plain.json).toMatchObject({
    type: 'urn:chronoscribe:problem:invalid-request',
    detail: expect.stringMatching(/^body: Body required/),
    errors: [{ pointer: '', detail: 'Body required, of the type text/csv, application/x-ndjson' }],
  });
  const both = await host.call('POST', '/api/v1/probe/table?rows=many');
  expect(both.json).toMatchObject({
    detail: [
      { loc: ['body'], type: 'missing' },
      { loc: ['query', 'rows'], type: 'invalid_type' },
    ],
  });
});

test('an empty body is a missing one, also where its length was not announced', async () => {
  expect((await send('/v1/probe/table', '')).json).toMatchObject({ errors: [{ pointer: '' }] });
  const outgoing = pieces('/v1/probe/table', { ...asCsv, 'transfer-encoding': 'chunked' });
  outgoing.end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(422);
  expect(await uploads()).toEqual([]);
});

test('a body over the limit is 413, and nothing of it is kept', async () => {
  const outgoing = pieces('/v1/probe/table');
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  for (let kibibytes = 0; kibibytes < 1025; kibibytes += 41) outgoing.write('x'.repeat(41 * 1024));
  const [answer] = await answered;
  expect(answer.statusCode).toBe(413);
  outgoing.destroy();
  expect(await uploads()).toEqual([]);
});

test('a query parameter with two values is refused before the body is read', async () => {
  const { status } = await send('/v1/probe/table?rows=1&rows=2', csv);
  expect(status).toBe(400);
  expect(await uploads()).toEqual([]);
});

test('the file is gone with the answer, and when the client goes away before it was whole', async () => {
  await send('/v1/probe/table', csv);
  expect(await uploads()).toEqual([]);
  const written = async () => (await readdir(`${host.dataFolder}/blobs/.scratch`, { recursive: true })).length;
  const idle = await written();
  const outgoing = pieces('/v1/probe/table', { ...asCsv, 'content-length': '1000' });
  outgoing.write(csv);
  await expect.poll(written).toBeGreaterThan(idle);
  outgoing.destroy();
  await expect.poll(written).toBe(idle);
  expect(await uploads()).toEqual([]);
});

test('a run that a raw body begins holds it until it is done', async () => {
  service.hold();
  const { status, headers } = await send('/v1/probe/table-work?text=tables', csv, {
    ...asCsv,
    prefer: 'respond-async',
  });
  expect(status).toBe(202);
  const location = headers.get('location') ?? '';
  const [name = ''] = await uploads();
  expect(await readFile(`${host.dataFolder}/blobs/${name}`, 'utf8')).toBe(csv);
  service.release();
  await expect
    .poll(async () => (await host.call('GET', location)).json)
    .toMatchObject({ status: 'done', name: 'probe-work', result: { shouted: 'TABLES' } });
  expect(await uploads()).toEqual([]);
});

test('a run that a raw body begins is followed as any other', async () => {
  const { text } = await send('/v1/probe/table-work?text=tables', csv, { ...asCsv, accept: 'text/event-stream' });
  expect(text).toContain('event: text\ndata: {"text":"TABLES"}\n\n');
  expect(text).toMatch(/event: result\ndata: \{"shouted":"TABLES"\}\n\n$/);
});

test('the same key, body and query is done once; another body or query is another request', async () => {
  const headers = { ...asCsv, 'idempotency-key': 'table' };
  const [first, second] = [
    await send('/v1/probe/table?rows=1', csv, headers),
    await send('/v1/probe/table?rows=1', csv, headers),
  ];
  expect(second.json).toEqual(first.json);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(service.done.tables).toBe(1);
  expect((await send('/v1/probe/table?rows=1', `${csv}Bob,40\n`, headers)).status).toBe(422);
  expect((await send('/v1/probe/table?rows=2', csv, headers)).status).toBe(422);
  expect(service.done.tables).toBe(1);
  expect(await uploads()).toEqual([]);
});
