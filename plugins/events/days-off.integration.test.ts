import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type LedgerClient, ledgerClient, problemOf } from '../timelines/testing/ledger-client.ts';

let host: TestHost;
let ledger: LedgerClient;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.stop());
beforeEach(async () => {
  ledger = await ledgerClient(host);
  const week = { mon: ['08:00-17:00'], fri: ['08:00-17:00'] };
  await ledger.call('POST', '/v1/set-calendar', { name: 'office', week, days: { '2027-12-24': ['08:00-12:00'] } });
});

const vevent = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const holiday = (day: string, ...lines: readonly string[]) =>
  vevent(`UID:${day}`, `DTSTART;VALUE=DATE:${day}`, 'SUMMARY:Holiday', ...lines);
const importDaysOff = (lines: readonly string[], query = '') =>
  ledger.importFile(
    ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n'),
    'text/calendar',
    `?days_off=office${query}`,
  );
const daysOff = async (): Promise<readonly string[]> => {
  const { json } = await ledger.call('GET', '/v1/list-calendars');
  const [{ days }] = (json as { calendars: [{ days: Record<string, readonly string[]> }] }).calendars;
  return Object.keys(days).filter((day) => days[day]?.length === 0);
};

it.each<readonly [string, readonly string[], readonly string[]]>([
  ['a day', holiday('20270101'), ['2027-01-01']],
  ['a day with an end', holiday('20270101', 'DTEND;VALUE=DATE:20270102'), ['2027-01-01']],
  ['several days', holiday('20270731', 'DTEND;VALUE=DATE:20270802'), ['2027-07-31', '2027-08-01']],
  ['a leap day', holiday('20280229'), ['2028-02-29']],
  ['a day that lasts as a duration', holiday('20270101', 'DURATION:P2D'), ['2027-01-01', '2027-01-02']],
  ['the same day twice', [...holiday('20270101'), ...vevent('UID:b', 'DTSTART;VALUE=DATE:20270101')], ['2027-01-01']],
  ['a day that recurs', holiday('20270501', 'RRULE:FREQ=YEARLY;COUNT=2'), ['2027-05-01', '2028-05-01']],
  [
    'a day that recurs but once',
    holiday('20270501', 'RRULE:FREQ=YEARLY;COUNT=2', 'EXDATE;VALUE=DATE:20280501'),
    ['2027-05-01'],
  ],
  ['a day that is told otherwise by the calendar', holiday('20271224'), []],
  ['a day that is cancelled', holiday('20270101', 'STATUS:CANCELLED'), []],
  ['hours', vevent('UID:a', 'DTSTART:20270101T080000Z', 'DTEND:20270101T170000Z'), []],
])('holidays of a file are days off: %s', async (_, lines, days) => {
  const { status, json } = await importDaysOff(lines);
  expect([status, json]).toMatchObject([200, { imported: 0 }]);
  expect(await daysOff()).toEqual(days);
  expect((await ledger.call('GET', '/v1/list-events')).json).toMatchObject({ events: [] });
});

it('says how many days off there are more, writes none in a dry run, and leaves them as they are the second time', async () => {
  const lines = [...holiday('20270101'), ...holiday('20271224'), ...vevent('UID:a', 'DTSTART:20270101T080000Z')];
  const answer = { status: '0 events imported, 1 days off, 1 left out', days_off: 1, errors: [{ line: 12 }] };
  expect((await importDaysOff(lines, '&dry_run=true')).json).toMatchObject(answer);
  expect(await daysOff()).toEqual([]);
  expect((await importDaysOff(lines)).json).toMatchObject(answer);
  expect((await importDaysOff(lines)).json).toMatchObject({ imported: 0, skipped: 1 });
  expect(await daysOff()).toEqual(['2027-01-01']);
});

it('reads holidays without an end for ten years, or as far as is asked for', async () => {
  const endless = holiday('20000101', 'RRULE:FREQ=YEARLY');
  await importDaysOff(endless, '&from=2027-01-01T00:00:00Z&to=2028-12-31T00:00:00Z');
  expect(await daysOff()).toEqual(['2027-01-01', '2028-01-01']);
  expect((await importDaysOff(endless)).json).toMatchObject({ days_off: expect.any(Number) });
  expect((await daysOff()).length).toBeLessThanOrEqual(13);
});

it('knows no calendar of another name', async () => {
  const answer = await ledger.importFile(
    ['BEGIN:VCALENDAR', ...holiday('20270101'), 'END:VCALENDAR'].join('\n'),
    'text/calendar',
    '?days_off=lab',
  );
  expect(problemOf(answer)).toBe('404 calendar-not-found');
});
