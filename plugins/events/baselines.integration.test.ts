import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type LedgerClient, ledgerClient, problemOf } from '../timelines/testing/ledger-client.ts';

let host: TestHost;
let ledger: LedgerClient;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.stop());

const day = (time: string) => `2025-01-01T${time}Z`;
beforeEach(async () => {
  ledger = await ledgerClient(host);
  const plan = { deadline: day('18:00:00') };
  await ledger.record({ event_id: 'write', time: day('08:00:00.250'), end_time: day('10:00:00.750'), plan });
  const causes = [{ event_id: 'write', min_delay: '0m', from: 'end' }];
  await ledger.record({ event_id: 'done', time: day('11:00:00'), causes });
});

const save = (request: object = {}, headers = {}) => ledger.call('POST', '/v1/save-baseline', request, headers);
const move = (event_id: string, time: string, other: object = {}) =>
  ledger.call('POST', '/v1/reschedule', { event_id, time: day(time), ...other });
const Planned = z.object({ events: z.array(z.object({ event_id: z.string(), plan: z.unknown().optional() })) });
const plans = async (timeline_id = 'primary') => {
  const { events } = Planned.parse((await ledger.call('GET', '/v1/list-events', { timeline_id })).json);
  return Object.fromEntries(events.map(({ event_id, plan }) => [event_id, plan]));
};
const slipped = async (timeline_id = 'primary') =>
  z
    .object({ slipped: z.unknown().optional() })
    .parse((await ledger.call('GET', '/v1/critical-path', { timeline_id })).json).slipped;

const written = { time: day('08:00:00'), end_time: day('10:00:00') };

it('keeps when all events begin and end, beside what else is planned, and moves none', async () => {
  const before = (await ledger.call('GET', '/v1/monitor-events', { location: 'Berlin' })).json;
  const answer = await save();
  expect([answer.status, answer.json]).toEqual([200, { status: 'Baseline saved of 2 events', saved: 2 }]);
  expect(await plans()).toEqual({
    write: { deadline: day('18:00:00'), baseline: written },
    done: { baseline: { time: day('11:00:00') } },
  });
  expect((await ledger.call('GET', '/v1/monitor-events', { location: 'Berlin' })).json).toEqual(before);
  expect((await ledger.call('GET', '/v1/event-history', { event_id: 'done' })).json).toMatchObject({
    versions: [{ operation: 'record' }, { operation: 'baseline' }],
  });
});

it('tells what ends later than it was to, before a move is made and after it', async () => {
  await save();
  expect(await slipped()).toBeUndefined();
  const late = [{ event_id: 'write', baseline: written.end_time, ends: day('12:00:00') }];
  const both = [...late, { event_id: 'done', baseline: day('11:00:00'), ends: day('12:00:00') }];
  expect((await move('write', '10:00:00', { dry_run: true })).json).toMatchObject({
    slipped: [
      { event_id: 'write', ends: day('12:00:00') },
      { event_id: 'done', baseline: day('11:00:00') },
    ],
  });
  expect(await slipped()).toBeUndefined();
  await move('write', '10:00:00');
  expect(await slipped()).toEqual(both.map((each) => expect.objectContaining({ ...each, ends: expect.any(String) })));
});

it('takes the dates as they are now when it is saved again, and changes nothing where they are the same', async () => {
  await save();
  await move('done', '13:00:00');
  expect((await save()).json).toEqual({ status: 'Baseline saved of 1 event', saved: 1 });
  expect(await plans()).toMatchObject({ write: { baseline: written }, done: { baseline: { time: day('13:00:00') } } });
  expect((await save()).json).toMatchObject({ saved: 0 });
});

it('is saved and cleared of some events alone', async () => {
  expect((await save({ event_ids: ['write'] })).json).toMatchObject({ saved: 1 });
  expect(await plans()).toMatchObject({ write: { baseline: written }, done: undefined });
  await save();
  const cleared = await save({ event_ids: ['write'], clear: true });
  expect(cleared.json).toEqual({ status: 'Baseline cleared of 1 event', saved: 1 });
  expect(await plans()).toEqual({
    write: { deadline: day('18:00:00') },
    done: { baseline: { time: day('11:00:00') } },
  });
});

it('of a branch stays there, until that is merged', async () => {
  const timeline_id = await ledger.branch();
  await save({ timeline_id });
  expect([await plans(), await plans(timeline_id)]).toMatchObject([
    { done: undefined },
    { write: { baseline: written } },
  ]);
  expect((await ledger.call('POST', '/v1/merge-timeline', { timeline_id })).status).toBe(200);
  await move('done', '12:00:00');
  expect(await slipped()).toEqual([{ event_id: 'done', baseline: day('11:00:00'), ends: day('12:00:00') }]);
});

it('names an event that there is not, and one that is superseded, and writes nothing', async () => {
  await ledger.manipulate('done');
  expect(problemOf(await save({ event_ids: ['write', 'none'] }))).toBe('404 event-not-found');
  expect(problemOf(await save({ event_ids: ['write', 'done'] }))).toBe('409 event-superseded');
  expect(problemOf(await save({ timeline_id: 'none' }))).toBe('404 timeline-not-found');
  expect((await plans()).write).toEqual({ deadline: day('18:00:00') });
});

it('answers a repeated request as before', async () => {
  const headers = { 'idempotency-key': 'once' };
  const first = await save({}, headers);
  expect(await save({}, headers)).toMatchObject({ status: 200, json: first.json });
});

it('goes out to MS Project, and comes back', async () => {
  await save();
  const file = (await ledger.call('GET', '/v1/export-events', { format: 'mspdi' })).text;
  expect(file).toContain('<Baseline><Number>0</Number><Start>2025-01-01T08:00:00</Start>');
  const before = await plans();
  ledger = await ledgerClient(host);
  await ledger.importFile(file, 'application/xml');
  expect(await plans()).toEqual(before);
});
