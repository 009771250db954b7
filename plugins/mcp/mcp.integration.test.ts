import { openAsBlob } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { agentTools, definePlugin, route } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const consultation = resolve(import.meta.dirname, '../../config/tour/consultation.vtt');

const host = await testHost({ config: { plugins: { mcp: true } } });
afterAll(() => host.stop());

/** A client of the official SDK, connected over HTTP with a key. */
async function connected(key: string, mode: 'auto' | 'legacy' = 'auto', url = host.url): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

async function keyWith(scopes: readonly string[]): Promise<string> {
  const made = await host.call('POST', '/admin/keys', { json: { account_id: 'default', scopes } });
  return (made.json as { key: string }).key;
}

/** An agent, which reads the texts of answers. Errors are answers too. */
async function agent(key = host.key, mode?: 'auto' | 'legacy') {
  const client = await connected(key, mode);
  return async (name: string, fields: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: fields });
    const text = content.map((each) => (each.type === 'text' ? each.text : '')).join('');
    return { isError: isError === true, text, json: () => JSON.parse(text) };
  };
}

async function recordVisit(): Promise<string> {
  const form = new FormData();
  form.append('file', await openAsBlob(consultation), 'consultation.vtt');
  const answer = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
  return (answer.json as { id: string }).id;
}

describe('an agent', () => {
  test.each(['auto', 'legacy'] as const)('finds what a visit left open (%s negotiation)', async (mode) => {
    const id = await recordVisit();
    const use = await agent(host.key, mode);
    const [newest] = (await use('search_records', { limit: 1 })).json().items;
    expect(newest).toMatchObject({ id });
    const { facts, segments } = (await use('read_transcript', { id })).json();
    const open = facts.filter(({ kind }: { kind: string }) => ['order', 'follow-up'].includes(kind));
    expect(open.length).toBeGreaterThan(0);
    expect(segments.length).toBeGreaterThan(5);
  });

  test('tries a change on a branch and explains its paradox', async () => {
    const events = [
      { event_id: 'order', description: 'The film is ordered', time: '2025-03-01T09:00:00Z', location: 'Practice' },
      {
        ...{ event_id: 'film', description: 'The film is taken', time: '2025-03-02T09:00:00Z', location: 'Hospital' },
        causes: ['order'],
      },
    ];
    for (const json of events) expect((await host.call('POST', '/v1/record-event', { json })).status).toBe(201);
    const use = await agent();
    const branch = { base_timeline_id: 'primary', description: 'What if it is ordered later?' };
    const { timeline_id } = (await use('create_branch', branch)).json();
    const later = {
      ...{ event_id: 'order', timeline_id, keep_effects: true },
      new_outcome: { description: 'The film is ordered late', changes: [], time: '2025-03-03T09:00:00Z' },
    };
    const refused = await use('manipulate_event', { ...later, dry_run: true });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('paradox') });

    const changed = await use('manipulate_event', { ...later, safety_check: false });
    expect(changed.isError, changed.text).toBe(false);
    const found = (await use('check_paradox', { timeline_id })).json();
    expect(found).toMatchObject({
      timeline_stability: 'Unstable',
      findings: [{ event_ids: expect.arrayContaining(['film']) }],
    });
    expect(found.findings[0].explanation).toContain('The film is ordered late');
    expect((await use('check_paradox')).json()).not.toEqual(found);
    expect((await use('compare_timelines', { timeline_id, other_timeline_id: 'primary' })).text).toContain('order');
  });

  test('starts a run and follows it to its end', async () => {
    const id = await recordVisit();
    const use = await agent();
    const started = (await use('rewrite_note', { id })).json();
    await expect.poll(async () => (await use('read_run', { id: started.id })).json().status).toBe('done');
    expect((await use('list_runs', { limit: 1 })).json().items).toMatchObject([{ id: started.id, status: 'done' }]);
  });

  test('is told what was wrong as the route tells it', async () => {
    const use = await agent();
    const wrong = await use('search_events', { location: 'Berlin', time_range: 'yesterday' });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining('time_range') });
    const unknown = await use('read_run', { id: '../../admin/keys' });
    expect(unknown.json()).toMatchObject({ detail: [{ type: 'not_found' }] });
    expect((await use('serch_events')).text).toContain('search_events');
  });
});

test('a tool is listed with the fields of its route, and says what it may destroy', async () => {
  const listed = (await (await connected(host.key)).listTools()).tools;
  expect(listed.map(({ name }) => name).toSorted()).toEqual([
    ...['check_paradox', 'compare_timelines', 'create_branch', 'list_events', 'list_runs', 'manipulate_event'],
    ...['move_clock', 'read_clock', 'read_document', 'read_event_history', 'read_run', 'read_transcript'],
    ...['rewrite_note', 'search_events', 'search_records'],
  ]);
  const manipulate = listed.find(({ name }) => name === 'manipulate_event');
  expect(manipulate?.inputSchema).toMatchObject({
    properties: { event_id: { type: 'string' }, dry_run: { default: false } },
    required: ['event_id', 'new_outcome'],
  });
  expect(manipulate?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  const hints = Object.fromEntries(listed.map(({ name, annotations }) => [name, annotations?.readOnlyHint]));
  expect(hints).toMatchObject({ check_paradox: true, read_transcript: true, move_clock: false, create_branch: false });
});

test('a tool whose scope the key lacks is neither listed nor called', async () => {
  const key = await keyWith(['time']);
  const listed = (await (await connected(key)).listTools()).tools.map(({ name }) => name);
  expect(listed).toContain('check_paradox');
  expect(listed).not.toContain('search_records');
  const refused = await (await agent(key))('search_records');
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('"clinical"') });
});

test('nobody is served without a key, and a stream of changes is open to nobody', async () => {
  await expect(connected('wrong')).rejects.toThrow();
  const json = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  expect((await host.call('POST', '/mcp', { json, key: null })).status).toBe(401);
  const listen = {
    jsonrpc: '2.0',
    id: 1,
    method: 'subscriptions/listen',
    params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
  };
  expect((await host.call('POST', '/mcp', { json: listen })).text).toContain('error');
  expect((await host.call('GET', '/mcp')).status).toBe(405);
});

test('every call is in the audit log with its tool, key and outcome, and without its words', async () => {
  const key = await keyWith(['time']);
  await (await agent())('search_records', { limit: 1 });
  const use = await agent(key);
  await use('read_clock');
  await use('read_event_history', { event_id: 'what she said' });
  await use('search_records', { q: 'Okafor' });
  const folder = join(host.dataFolder, 'audit');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ndjson'));
  const log = (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('');
  const entries = log.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  const { request } = entries.findLast(({ action, outcome }) => action === 'GET /api/v1/records' && outcome === 200);
  expect(entries.filter((entry) => entry.request === request)).toMatchObject([
    { action: 'GET /api/v1/records' },
    { action: 'MCP tool search_records', outcome: 200 },
  ]);
  const calls = entries.filter(({ action }) => action.startsWith('MCP tool'));
  expect(calls.slice(-3)).toMatchObject([
    { action: 'MCP tool read_clock', outcome: 200, account: 'default', address: '127.0.0.1', record: null },
    { action: 'MCP tool read_event_history', outcome: 404, record: null },
    { action: 'MCP tool search_records', outcome: 403 },
  ]);
  expect(calls.at(-1)).toMatchObject({ key: expect.stringMatching(/^\S+$/), request: expect.stringMatching(/^\S+$/) });
  expect(log).not.toMatch(/she said|Okafor/);
});

test.each(['live', 'batch', 'upload_audio_file', '', '.', '..', 'a/b', 'a%2fb', '?x=1', '\\\\..', 'é'])(
  'the id %j of a transcript reaches no other route',
  async (id) => {
    const answer = await (await agent())('read_transcript', { id });
    expect(answer.isError).toBe(true);
    expect(answer.json()).toMatchObject({ detail: [{ type: 'not_found' }] });
  },
);

test('a page of another site cannot use it, and a message that is too large is refused as such', async () => {
  const json = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://', '']) {
    expect((await host.call('POST', '/mcp', { json, headers: { origin } })).status, origin).toBe(403);
  }
  const { origin } = new URL(host.url);
  expect((await host.call('POST', '/mcp', { json, headers: { origin } })).status).not.toBe(403);
  const large = { ...json, params: { text: 'x'.repeat(2 * 1024 * 1024) } };
  expect((await host.call('POST', '/mcp', { json: large })).status).toBe(413);
});

const tool = { name: 'count_visits', title: 'Count', description: 'Counts visits.', endpoint: 'GET /visits/count' };
const visits = (name: string, change: Partial<typeof tool> = {}) =>
  definePlugin({
    name,
    auth: 'clinical',
    extends: [agentTools.add({ ...tool, ...change, effect: 'reads' })],
    routes: () => [
      route({
        ...{ method: 'GET', path: `/${name}/count`, summary: 'Count', response: z.object({ count: z.int() }) },
        handle: () => ({ count: 3 }),
      }),
    ],
  });

test("a stranger's plugin offers a route of its own as a tool", async () => {
  const other = await testHost({ config: { plugins: { mcp: true } }, plugins: [visits('visits')] });
  onTestFinished(() => other.stop());
  const client = await connected(other.key, 'auto', other.url);
  expect((await client.callTool({ name: 'count_visits', arguments: {} })).content).toMatchObject([
    { text: '{"count":3}' },
  ]);
});

test.each([
  ['a route of another plugin', { endpoint: 'GET /api/v1/runs' }, 'plugin visits: tool "count_visits": unknown route'],
  ['a name that is taken', { name: 'read_clock' }, 'agent-tools "read_clock" is declared by plugin'],
  ['a name that no client takes', { name: 'Count visits' }, 'name: expected lower-case letters'],
])('a tool with %s stops the start', async (_what, change, said) => {
  await expect((async () => testHost({ plugins: [visits('visits', change)] }))()).rejects.toThrow(said);
});

test('it is off until somebody asks for it', async () => {
  const plain = await testHost();
  onTestFinished(() => plain.stop());
  expect((await plain.call('POST', '/mcp', { json: {} })).status).toBe(404);
});
