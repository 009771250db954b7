import { readFile } from 'node:fs/promises';
import type { CallOptions, TestHost, TestResponse } from 'chronoscribe/testing';
import { z } from 'zod';
import { filledAccount } from '../fixtures/filled-account.ts';
import { tinyPng } from '../fixtures/probe.ts';
import { type ApiOperation, operationsOf, requestTo } from '../http/operations.ts';
import { knownIds } from '../openapi/known-ids.ts';
import { masked } from './masking.ts';

const Key = z.object({ key: z.string() });
const shipped = (file: string) => readFile(new URL(`../../config/${file}`, import.meta.url));

/** Each request of a conversation by its name, with its masked answer. */
export type Conversation = ReadonlyMap<string, string>;

/**
 * Has one long conversation with a host, always the same: a visit, a history, every list and what it names, and every
 * operation with what it refuses.
 */
export async function converse(host: TestHost): Promise<Conversation> {
  const { account } = await filledAccount(host, 'clinic');
  const json = { account_id: account, scopes: ['time', 'clinical', 'admin', 'operator'] };
  const { key } = Key.parse((await host.call('POST', '/admin/keys', { json })).json);
  const said = new Map<string, string>();
  const call = async (name: string, method: string, path: string, options: CallOptions = {}) => {
    const answer = await host.call(method, path, { key, ...options });
    said.set(name, masked(host, answer));
    return answer;
  };
  await visit(call);
  await history(call);
  const operations = (await operationsOf(host)).filter(({ path }) => !unsteady.has(path));
  await readAll(call, operations, await knownIds(host, key));
  await refuseAll(call, operations);
  return said;
}

type Call = (name: string, method: string, path: string, options?: CallOptions) => Promise<TestResponse>;

/** What tells of the machine, or of what happens meanwhile. */
const unsteady = new Set([
  '/metrics',
  '/ready',
  '/openapi.json',
  '/docs',
  '/mcp',
  '/admin/parts',
  '/admin/limits',
  '/api/v1/webhooks/{id}/deliveries',
]);

const Identified = z.object({ id: z.string() });

/** From a recording in words to what is signed, exported and deleted. */
async function visit(call: Call): Promise<void> {
  const file = new Blob([new Uint8Array(await shipped('tour/consultation.vtt'))]);
  const upload = (
    name: string,
    headers: Readonly<Record<string, string>>,
    extra: Readonly<Record<string, string>> = {},
  ) => {
    const form = new FormData();
    form.append('file', file, 'consultation.vtt');
    for (const [field, value] of Object.entries(extra)) form.append(field, value);
    return call(name, 'POST', '/api/v1/transcripts/upload_audio_file', { form, headers });
  };
  const visit = Identified.parse((await upload('a visit becomes a note', {}, { text: 'a SOAP note' })).json);
  await upload('a visit with a key that is used again', { 'idempotency-key': 'visit' });
  await upload('the same visit again', { 'idempotency-key': 'visit' });
  await upload('another visit with that key', { 'idempotency-key': 'visit' }, { text: 'another' });
  await upload('a visit with an unknown field', {}, { txt: 'a SOAP note' });
  const path = `/api/v1/transcripts/${visit.id}`;
  const record = z.looseObject({ version: z.int() });
  const { version } = record.parse((await call('the record', 'GET', path)).json);
  for (const format of ['md', 'txt', 'vtt', 'srt', 'json', 'fhir', 'odt'])
    await call(`the record as ${format}`, 'GET', `${path}/export?format=${format}`);
  const changed = { version, patient: { name: 'Ada' } };
  await call('the record is changed', 'PATCH', path, { json: changed });
  await call('the same change again', 'PATCH', path, { json: changed });
  await call('its versions', 'GET', `${path}/versions`);
  await call('it is signed', 'POST', `${path}/sign`, { json: { version: version + 2 } });
  await call('a signed record is changed', 'PATCH', path, { json: { ...changed, version: version + 3 } });
  await call('it is deleted', 'DELETE', path);
  await call('it is read when it was deleted', 'GET', path);

  const listed = z.object({ items: z.array(Identified) });
  const [document] = listed.parse((await call('the documents', 'GET', '/api/v1/documents')).json).items;
  for (const range of ['0-9', '-10', '5-', '9-1', '99999999-', '-0', '0-1,3-4', 'a-b'])
    await call(`a part of a file, ${range}`, 'GET', `/api/v1/documents/${document?.id}/files/0`, {
      headers: { range: `bytes=${range}` },
    });

  const picture = new FormData();
  picture.append('file', new Blob([new Uint8Array(tinyPng)]), 'picture.png');
  await call('a picture', 'POST', '/api/v1/transcripts/upload_image_file', { form: picture });
  const wrong = new FormData();
  wrong.append('file', new Blob(['neither sound nor words \u0000']), 'noise.bin');
  await call('a file that is nothing', 'POST', '/api/v1/transcripts/upload_audio_file', { form: wrong });
}

/** A clock that travels, events with causes, a branch, a plan. */
async function history(call: Call): Promise<void> {
  const tell = async (name: string, path: string, json: object) => call(name, 'POST', path, { json });
  await tell('the clock travels', '/v1/travel', { destination_time: '2031-01-31T09:00:00Z', location: 'Berlin' });
  await call('the clock stops', 'POST', '/v1/pause-time');
  await call('it stops twice', 'POST', '/v1/pause-time');
  for (const duration of ['14d', 'P1M', '90m', 'PT36H', 'soon', '-1d'])
    await tell(`the clock moves by ${duration}`, '/v1/fast-forward', { duration });
  await tell('the clock goes back', '/v1/rewind', { duration: '1h' });
  await call('what the clock shows', 'GET', '/v1/current-time');
  const event = (event_id: string, time: string, more: object = {}) =>
    tell(`${event_id} is recorded`, '/v1/record-event', {
      event_id,
      description: event_id,
      time,
      location: 'Here',
      ...more,
    });
  await event('seed', '2000-01-01T00:00:00Z');
  await event('flower', '2000-03-01T00:00:00Z', { causes: [{ event_id: 'seed', min_delay: '30d' }] });
  await event('fruit', '2000-06-01T00:00:00Z', { causes: ['flower'], participants: ['Ada'] });
  await event('early', '1999-01-01T00:00:00Z', { causes: ['fruit'] });
  await event('seed', '2000-01-01T00:00:00Z');
  const around = 'location=Here&time_range=1990-01-01T00:00:00Z/2010-01-01T00:00:00Z';
  for (const query of [around, `${around}&limit=1`, `${around}&limit=0`, 'location=Here', 'location=Here&time_range=x'])
    await call(`events are searched for, ${query}`, 'GET', `/v1/search-events?${query}`);
  await call('paradoxes', 'GET', '/v1/check-paradox');
  await call('what led to it', 'GET', '/v1/critical-path');
  const move = { event_id: 'seed', time: '2000-02-20T00:00:00Z' };
  await tell('a move is tried', '/v1/reschedule', { ...move, dry_run: true });
  await tell('a move', '/v1/reschedule', move);
  const new_outcome = { description: 'it withers', changes: [], effects: {}, causes: ['seed'] };
  await tell('an event is manipulated', '/v1/manipulate-event', { event_id: 'flower', new_outcome });
  await call('paradoxes after it', 'GET', '/v1/check-paradox');
  await call('all events', 'GET', '/v1/list-events');
  const headers = { 'content-type': 'text/csv' };
  for (const [name, body] of [
    ['a plan', await shipped('tour/clinic-move.csv')],
    ['a table with an unknown column', 'event_id,wen\na,b\n'],
    ['a table with a wrong time', 'event_id,description,time,location\na,b,soon,here\n'],
  ] as const)
    await call(`${name} is imported`, 'POST', '/v1/import-events', {
      body: new Uint8Array(Buffer.from(body)),
      headers,
    });
  await tell('the plan slips', '/v1/reschedule', { event_id: 'walls-101', time: '2026-08-30T07:00:00Z' });
  await call('ticks', 'GET', '/v1/probe/ticks?how=failing', { headers: { accept: 'text/event-stream' } });
  await call('work as events', 'POST', '/v1/probe/work', {
    json: { text: 'one two' },
    headers: { accept: 'text/event-stream' },
  });
  await call('a file to download', 'GET', '/v1/probe/file');
  for (const how of ['own', 'unavailable', 'failed', 'full'])
    await call(`a failure, ${how}`, 'POST', `/v1/probe/fail/${how}`);
}

/** Every operation that reads: with the first id that there is. */
async function readAll(
  call: Call,
  operations: readonly ApiOperation[],
  { lists, fields }: Awaited<ReturnType<typeof knownIds>>,
): Promise<void> {
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const list = operation.path.slice(0, Math.max(operation.path.indexOf('/{'), 0));
    const id = lists[list]?.[0];
    const named = [...operation.fields.keys()].flatMap((name) =>
      fields[name]?.[0] === undefined ? [] : [[name, fields[name]?.[0]]],
    );
    const { path, options } = requestTo(operation, { ...Object.fromEntries(named), ...(id !== undefined && { id }) });
    await call(`${operation.name} of what there is`, 'GET', path, options);
  }
}

/** Without a filter these take every run. */
const ofAllRuns = /\/runs\/(?:retry|cancel)$/;

/** Every operation with what it refuses: no key, ids of nothing, no body, a body of another kind, an unknown field. */
async function refuseAll(call: Call, operations: readonly ApiOperation[]): Promise<void> {
  for (const operation of operations) {
    const { name, method } = operation;
    const { path, options } = requestTo(operation);
    await call(`${name} without a key`, method, path, { ...options, key: null });
    await call(`${name} of nobody`, method, path, options);
    await call(`${name} with an unknown field`, method, `${path}${path.includes('?') ? '&' : '?'}wrong=1`, options);
    if (method === 'GET') continue;
    // Which of the runs of the request before have failed again depends on the moment.
    if (!ofAllRuns.test(path)) await call(`${name} with nothing`, method, path, { json: {} });
    await call(`${name} with a wrong field`, method, path, { json: { wrong: 1, id: 7, time: 'soon', name: [] } });
    await call(`${name} with half a body`, method, path, {
      body: '{"text": ',
      headers: { 'content-type': 'application/json' },
    });
    await call(`${name} with a picture`, method, path, { body: tinyPng, headers: { 'content-type': 'image/png' } });
  }
}
