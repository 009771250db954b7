import { type TestHost, testHost } from 'chronoscribe/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { type LedgerClient, ledgerClient, problemOf } from '../../timelines/testing/ledger-client.ts';
import { writtenEvents } from '../import/testing/events.ts';

let host: TestHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.stop());

const types = {
  ics: 'text/calendar',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  mspdi: 'application/xml',
} as const;
const formats = ['ics', 'csv', 'ndjson', 'mspdi'] as const;

const Shown = z.object({ events: z.array(z.record(z.string(), z.unknown())) });
async function shown(ledger: LedgerClient) {
  return Shown.parse((await ledger.call('GET', '/v1/list-events')).json).events;
}
async function exported(ledger: LedgerClient, format: keyof typeof types, query = {}) {
  const answer = await ledger.call('GET', '/v1/export-events', { format, ...query });
  expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, types[format]]);
  return answer.text;
}

const plan = [
  {
    event_id: 'walls',
    description: 'Walls; "two", \\n',
    time: '2027-01-04T08:00:00.125Z',
    end_time: '2027-01-08T16:00:00Z',
    fixed: true,
  },
  {
    event_id: 'milestone',
    description: 'Done\n\nwith more',
    time: '2027-01-08T16:00:00Z',
    location: '  Köln, Altstadt ',
    causes: [{ event_id: 'walls', min_delay: '0m', from: 'end' }],
  },
  {
    event_id: 'paint',
    description: '',
    time: '2027-01-11T08:00:00Z',
    end_time: '2027-01-11T08:00:00Z',
    causes: ['milestone', { event_id: 'walls', min_delay: '2d', max_delay: '9d', from: 'end' }, 'nowhere'],
    participants: ['Ann "A" ^Lee', 'bob@b.example'],
    requires: { door: 'open' },
    effects: { wall: { colour: ['<&>'] } },
    geo: { lat: 52.5200066, lon: -0.0000001 },
    plan: {
      ...{
        calendar: 'office',
        not_before: '2027-01-11T08:00:00Z',
        not_after: '2027-02-01T00:00:00Z',
        part_of: 'walls',
      },
      ...{ deadline: '2027-01-20T00:00:00Z', percent_complete: 50, units: { 'Ann "A" ^Lee': 0.5 } },
      baseline: { time: '2027-01-10T08:00:00Z', end_time: '2027-01-10T17:00:00Z' },
      links: [
        { event_id: 'walls', from: 'end', to: 'end', lag: '-90m', working: true },
        { event_id: 'nowhere', from: 'start', to: 'end', lag: '30m' },
      ],
    },
  },
];

describe.each(formats)('what goes out as %s', (format) => {
  it('comes back as the same events, and changes nothing where it came from', async () => {
    const [from, to] = [await ledgerClient(host), await ledgerClient(host)];
    for (const event of plan) await from.record(event);
    await from.manipulate('walls', { time: '2027-01-04T09:00:00Z' }, { keep_effects: true, safety_check: false });
    const file = await exported(from, format);
    const back = await to.importFile(file, types[format]);
    expect(back.json).toMatchObject({ imported: 3, skipped: 0 });
    const [there, here] = [await shown(to), await shown(from)];
    expect(there).toEqual(here.map(({ manipulation: _, ...event }) => event));
    expect(await exported(to, 'ndjson')).toEqual(await exported(from, 'ndjson'));
    if (format === 'csv' || format === 'ndjson') return;
    expect((await from.importFile(file, types[format])).json).toMatchObject({ imported: 0, changed: 0, unchanged: 3 });
    expect(await shown(from)).toEqual(here);
  });

  it('comes back whatever characters, times and links it has', async () => {
    await fc.assert(
      fc.asyncProperty(writtenEvents, async (events) => {
        const [from, to] = [await ledgerClient(host), await ledgerClient(host)];
        // An empty file is refused.
        fc.pre(events.length > 0);
        const file = events.map((event) => JSON.stringify(event)).join('\n');
        const first = await from.importFile(file, types.ndjson, '?on_error=skip');
        const text = await exported(from, format);
        const back = await to.importFile(text, types[format]);
        expect(back.json).toMatchObject({ imported: z.object({ imported: z.int() }).parse(first.json).imported });
        expect(await exported(to, 'ndjson')).toEqual(await exported(from, 'ndjson'));
      }),
      { numRuns: 25 },
    );
  }, 120_000);

  it('has the events of a timeline, a place and a period alone', async () => {
    const ledger = await ledgerClient(host);
    const places = [
      ['a', '01', 'Berlin'],
      ['b', '02', 'Paris'],
      ['Berlin', '03', 'Paris'],
    ] as const;
    for (const [event_id, day, location] of places) {
      await ledger.record({ event_id, time: `2025-03-${day}T00:00:00Z`, location });
    }
    const timeline_id = await ledger.branch();
    await ledger.record({ event_id: 'c', timeline_id, time: '2025-03-04T00:00:00Z' });
    const ids = async (query: object) => {
      const to = await ledgerClient(host);
      await to.importFile(await exported(ledger, format, query), types[format], '?on_error=skip');
      return (await shown(to)).map(({ event_id }) => event_id);
    };
    expect(await ids({ location: ' berlin' })).toEqual(['a']);
    expect(await ids({ from: '2025-03-02T00:00:00Z', to: '2025-03-02T00:00:00Z' })).toEqual(['b']);
    expect(await ids({ timeline_id, location: 'Berlin' })).toEqual(['a', 'c']);
    const unknown = await ledger.call('GET', '/v1/export-events', { format, timeline_id: 'none' });
    expect(problemOf(unknown)).toBe('404 timeline-not-found');
  });
});

test('a calendar goes out with its versions, so that what comes later still counts', async () => {
  const ledger = await ledgerClient(host);
  const calendar = (...lines: readonly string[]) =>
    ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:e', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\n');
  await ledger.importFile(
    calendar('DTSTART:20250301T090000Z', 'SEQUENCE:3', 'LAST-MODIFIED:20250101T000000Z'),
    types.ics,
  );
  const file = await exported(ledger, 'ics');
  expect(file).toContain('SEQUENCE:3\r\nLAST-MODIFIED:20250101T000000Z\r\n');
  const cancelled = calendar('DTSTART:20250301T090000Z', 'SEQUENCE:4', 'STATUS:CANCELLED');
  expect((await ledger.importFile(cancelled, types.ics)).json).toMatchObject({ cancelled: 1 });
  expect((await ledger.importFile(file, types.ics)).json).toMatchObject({ changed: 0, skipped: 1 });
  expect(await exported(ledger, 'ics')).toContain('STATUS:CANCELLED\r\nSUMMARY:Cancelled: (no title)\r\n');
  expect((await ledger.importFile(await exported(ledger, 'ics'), types.ics)).json).toMatchObject({ unchanged: 1 });
});

test('a calendar that another program has changed comes back changed', async () => {
  const ledger = await ledgerClient(host);
  await ledger.record({ event_id: 'e', time: '2025-03-01T12:00:00.500Z', description: 'Tea', effects: { tea: 'hot' } });
  const file = (await exported(ledger, 'ics')).replace('DTSTART:20250301T12', 'DTSTART:20250301T13');
  expect((await ledger.importFile(file, types.ics)).json).toMatchObject({ changed: 1 });
  expect(await shown(ledger)).toMatchObject([
    { time: '2025-03-01T13:00:00Z', description: 'Tea', effects: { tea: 'hot' } },
  ]);
});

test('a project takes its calendars along, and what another program changed of a plan comes back', async () => {
  const [from, to] = [await ledgerClient(host), await ledgerClient(host)];
  const [office, name] = [['08:00-12:00', '13:00-17:00'], 'office'];
  const days = { '12-24': [], 'easter+1': [], '2027-05-01': ['09:00-10:00'] };
  const week = { mon: office, tue: office, sun: ['22:00-06:00'] };
  await from.call('POST', '/v1/set-calendar', { name, week, days, people: ['Bob'] });
  const [time, end_time] = ['2027-01-04T08:00:00Z', '2027-01-05T17:00:00Z'];
  await from.record({ event_id: 'e', time, end_time, plan: { calendar: name, percent_complete: 20 } });
  await from.record({ event_id: 'f', time, plan: { links: [{ event_id: 'e', to: 'end', lag: '-1h' }] } });
  const file = await exported(from, 'mspdi');
  expect((await to.importFile(file, types.mspdi)).json).toMatchObject({ imported: 2, skipped: 0 });
  const { json } = await to.call('GET', '/v1/list-calendars');
  expect(json).toMatchObject({ calendars: [{ name, week, days }] });
  expect(await shown(to)).toEqual(await shown(from));
  const changed = file
    .replace('<PercentComplete>20<', '<PercentComplete>100<')
    .replace('<LinkLag>-600<', '<LinkLag>300<')
    .replace(
      /<ConstraintType>4<\/ConstraintType>(.*?)<ConstraintDate>2027-01-04T08:00:00/,
      '<ConstraintType>7</ConstraintType>$1<ConstraintDate>2027-01-06T17:00:00',
    );
  expect((await from.importFile(changed, types.mspdi)).json).toMatchObject({ changed: 2 });
  expect(await shown(from)).toMatchObject([
    { time, end_time, plan: { calendar: name, percent_complete: 100, not_after: '2027-01-06T17:00:00Z' } },
    { plan: { links: [{ event_id: 'e', from: 'end', to: 'end', lag: '30m' }] } },
  ]);
});

const calendarsOf = async (ledger: LedgerClient) => (await ledger.call('GET', '/v1/list-calendars')).json;

test('a project tells times by the clocks of its calendars, and comes back with both as they were', async () => {
  const [from, to] = [await ledgerClient(host), await ledgerClient(host)];
  const week = { mon: ['08:00-12:00', '13:00-17:00'], sun: ['00:00-24:00'], tue: [] };
  const days = {
    '12-24': [],
    'easter+1': [],
    easter: [],
    '2027-05-01': ['22:00-06:00'],
    '2027-03-28': ['10:00-11:00'],
  };
  const office = { name: 'office', time_zone: 'Europe/Berlin', week, days, account: true, places: ['Köln'] };
  await from.call('POST', '/v1/set-calendar', office);
  await from.call('POST', '/v1/set-calendar', { name: 'lab', time_zone: 'Asia/Tokyo', week, people: ['Eve'] });
  await from.call('POST', '/v1/set-calendar', {
    name: 'night',
    time_zone: 'Europe/Berlin',
    week,
    people: ['Ann', 'Bob'],
  });
  // The clocks show half past two twice on this day.
  const twice = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'];
  for (const [at, time] of ['2027-01-04T07:00:00Z', '2027-07-05T06:00:00.250Z', ...twice].entries())
    await from.record({
      ...{ event_id: `e${at}`, time, end_time: '2027-07-06T15:00:00Z', participants: ['Ann', 'Eve'] },
      plan: { calendar: 'office', not_before: time, deadline: time, baseline: { time, end_time: twice[1] } },
    });
  const file = await exported(from, 'mspdi');
  expect(file).toContain('<Subject>Time zone: Europe/Berlin</Subject>');
  expect(file.match(/<Start>2027-\d\d-\d\dT08:00:00/g)).toHaveLength(2 * 2);
  expect(file).toContain('<FromTime>13:00:00</FromTime><ToTime>17:00:00</ToTime>');
  expect((await to.importFile(file, types.mspdi)).json).toMatchObject({ imported: 4, skipped: 0 });
  expect(await calendarsOf(to)).toEqual(await calendarsOf(from));
  expect(await exported(to, 'ndjson')).toBe(await exported(from, 'ndjson'));
  expect(await exported(to, 'mspdi')).toBe(file);

  const other = await ledgerClient(host);
  const changed = file.replaceAll('<FromTime>13:00:00<', '<FromTime>14:00:00<').replaceAll('T08:00:00<', 'T09:00:00<');
  await other.importFile(changed, types.mspdi);
  expect(await calendarsOf(other)).toMatchObject({
    calendars: [
      { name: 'lab', time_zone: 'Asia/Tokyo', week },
      { name: 'night', people: ['Ann', 'Bob'], week: { mon: ['08:00-12:00', '14:00-17:00'] } },
      { ...office, week: { mon: ['08:00-12:00', '14:00-17:00'] }, days: { '2027-03-29': [] } },
    ],
  });
  expect((await shown(other)).map(({ time }) => time)).toEqual([
    ...twice,
    ...['2027-01-04T08:00:00Z', '2027-07-05T07:00:00Z'],
  ]);
});

test.each([
  [
    'MS Project',
    '<Project><Name>P</Name><CalendarUID>1</CalendarUID><Calendars><Calendar><UID>1</UID><Name>Standard</Name><WeekDays><WeekDay><DayType>2</DayType><DayWorking>1</DayWorking><WorkingTimes><WorkingTime><FromTime>08:00:00</FromTime><ToTime>17:00:00</ToTime></WorkingTime></WorkingTimes></WeekDay></WeekDays></Calendar></Calendars><Tasks><Task><UID>1</UID><Start>2027-07-05T08:00:00</Start><Finish>2027-07-05T17:00:00</Finish></Task></Tasks></Project>',
    '2027-07-05T12:00:00Z',
  ],
  [
    'GanttProject',
    '<project name="P"><tasks><task id="1" name="T" start="2027-07-05" duration="1"/></tasks></project>',
    '2027-07-05T04:00:00Z',
  ],
])('a project of %s is read in the zone of who made it', async (_, file, time) => {
  const ledger = await ledgerClient(host);
  const time_zone = 'America/New_York';
  const answer = await ledger.importFile(file, types.mspdi, `?location=x&time_zone=${time_zone}`);
  expect(answer.json).toMatchObject({ imported: 1, skipped: 0 });
  expect(await shown(ledger)).toMatchObject([{ time }]);
  expect(await calendarsOf(ledger)).toMatchObject({ calendars: [{ time_zone }] });
  const unknown = await ledger.importFile(file, types.mspdi, '?time_zone=Berlin');
  expect(problemOf(unknown)).toBe('422 invalid-time-zone');
});

test('ten thousand events and more go out as a stream', async () => {
  const ledger = await ledgerClient(host);
  const lines = Array.from({ length: 12_000 }, (_, index) =>
    JSON.stringify({ event_id: `e${index}`, description: 'x', time: '2025-03-01T00:00:00Z', location: 'Berlin' }),
  );
  await ledger.importFile(lines.join('\n'), types.ndjson);
  for (const format of formats) expect((await exported(ledger, format)).match(/e11999/g)?.length).toBeGreaterThan(0);
});
