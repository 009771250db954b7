import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type LedgerClient, ledgerClient } from '../testing/ledger-client.ts';

let host: TestHost;
let ledger: LedgerClient;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.stop());
beforeEach(async () => {
  ledger = await ledgerClient(host);
});

const office = ['08:00-17:00'];
const fiveDays = { mon: office, tue: office, wed: office, thu: office, fri: office };
const setCalendar = (fields: object = {}) =>
  ledger.call('POST', '/v1/set-calendar', { name: 'office', week: fiveDays, ...fields });
const reschedule = (time: string, other: object = {}) =>
  ledger.call('POST', '/v1/reschedule', { event_id: 'paint', time, ...other });
/** 27 November 2026 is a Friday. */
const recordPlan = async () => {
  const [time, end_time] = ['2026-11-26T08:00:00Z', '2026-11-26T11:00:00Z'];
  await ledger.record({ event_id: 'paint', time, end_time, participants: ['Ann'] });
  const causes = [{ event_id: 'paint', min_delay: '0m', from: 'end' }];
  await ledger.record({ event_id: 'move in', time: '2026-11-26T11:00:00Z', end_time: '2026-11-26T12:00:00Z', causes });
};
const spans = async () => {
  const query = { location: 'Berlin', time_range: '2026-01-01T00:00:00Z/2027-01-01T00:00:00Z' };
  const { json } = await ledger.call('GET', '/v1/search-events', query);
  return json;
};

it('a task goes on after the weekend, with who takes part, and is as it was when the move is taken back', async () => {
  await recordPlan();
  await setCalendar({ account: true });
  const before = await spans();
  expect((await reschedule('2026-11-27T16:00:00Z')).json).toMatchObject({
    moved: [
      { event_id: 'paint', to: '2026-11-27T16:00:00Z', ended: '2026-11-26T11:00:00Z', ends: '2026-11-30T10:00:00Z' },
      { event_id: 'move in', to: '2026-11-30T10:00:00Z' },
    ],
  });
  expect(await spans()).toMatchObject({
    events: [{ event_id: 'paint', end_time: '2026-11-30T10:00:00Z' }, { end_time: '2026-11-30T11:00:00Z' }],
  });
  expect((await ledger.check()).findings).toEqual([]);
  await ledger.call('POST', '/v1/revert-reschedule', { event_id: 'move in' });
  expect(await spans()).toEqual(before);
});

it.each([
  ['of the account', { account: true }],
  ['of a place, however it is written', { places: ['BERLIN'] }],
  ['of a person', { people: ['Ann'] }],
])('the calendar %s rules, until it is deleted', async (_, ruled) => {
  await recordPlan();
  expect((await setCalendar(ruled)).json).toMatchObject({ status: 'Calendar set', ...ruled, time_zone: 'UTC' });
  expect((await ledger.call('GET', '/v1/list-calendars')).json).toMatchObject({ calendars: [{ name: 'office' }] });
  const time = '2026-11-28T10:00:00Z';
  expect((await reschedule(time, { dry_run: true })).json).toMatchObject({
    moved: [{ to: '2026-11-30T08:00:00Z' }, {}],
  });
  // An account that goes elsewhere.
  await setCalendar({ ...ruled, time_zone: 'America/New_York' });
  expect((await reschedule(time, { dry_run: true })).json).toMatchObject({
    moved: [{ to: '2026-11-30T13:00:00Z' }, {}],
  });
  expect((await ledger.call('DELETE', '/v1/delete-calendar', { name: 'office' })).status).toBe(200);
  expect((await reschedule(time, { dry_run: true })).json).toMatchObject({ moved: [{ to: time }, {}] });
  expect((await ledger.call('DELETE', '/v1/delete-calendar', { name: 'office' })).status).toBe(404);
});

it('a calendar without any hour is refused', async () => {
  const answer = await setCalendar({ week: {}, days: { '12-24': [] } });
  expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('needs some hours')]);
});

it('what is planned is kept by a new outcome, and told with the event', async () => {
  const plan = {
    ...{
      calendar: 'office',
      not_before: '2026-11-26T08:00:00Z',
      deadline: '2026-12-24T12:00:00Z',
      percent_complete: 50,
    },
    links: [{ event_id: 'paint', from: 'end', to: 'end', lag: '-120m', working: true }],
    baseline: { time: '2026-11-25T08:00:00Z' },
  };
  await recordPlan();
  await ledger.record({ event_id: 'clean', time: '2026-11-27T08:00:00Z', plan });
  await ledger.manipulate('clean', { time: '2026-11-27T09:00:00Z' });
  expect(await spans()).toMatchObject({ events: [{}, {}, { plan }] });
});

it('people are levelled, tried first, then made, and taken back', async () => {
  await recordPlan();
  await ledger.record({
    event_id: 'clean',
    time: '2026-11-26T08:00:00Z',
    end_time: '2026-11-26T10:00:00Z',
    participants: ['Ann'],
  });
  await setCalendar({ account: true });
  const before = await spans();
  const level = (other: object = {}) => ledger.call('POST', '/v1/level-resources', { seconds: 0, ...other });
  const moved = [{ event_id: 'clean', from: '2026-11-26T08:00:00Z', to: '2026-11-26T11:00:00Z' }];
  expect((await level()).json).toMatchObject({ status: '1 event would move', moved });
  expect((await level({ capacities: { Ann: 2 } })).json).toMatchObject({ moved: [] });
  expect(await spans()).toEqual(before);
  expect((await level({ dry_run: false })).json).toMatchObject({ status: '1 event moved', moved });
  expect((await level({ dry_run: false })).json).toMatchObject({ status: '0 events moved' });
  await ledger.call('POST', '/v1/revert-reschedule', { event_id: 'clean' });
  expect(await spans()).toEqual(before);
  const errors = [{ pointer: '/places/ ', detail: expect.stringMatching(/^As a name: .*>=1 characters/) }];
  expect((await level({ places: { ' ': 1 } })).json).toMatchObject({ status: 422, errors });
});
