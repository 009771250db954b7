import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { always, type LedgerClient, ledgerClient } from '../timelines/testing/ledger-client.ts';

let host: TestHost;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.stop());

const calendar = (...events: readonly (readonly string[])[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flat(), 'END:VCALENDAR', ''].join('\r\n');
const event = (uid: string, ...lines: readonly string[]) => ['BEGIN:VEVENT', `UID:${uid}`, ...lines, 'END:VEVENT'];
const at = (time: string, title: string, ...lines: readonly string[]) =>
  event('e', `DTSTART:202503${time}00Z`, `SUMMARY:${title}`, ...lines);
const weekly = (...lines: readonly string[]) => event('w', 'DTSTART:20250303T090000Z', 'SUMMARY:Weekly', ...lines);
const override = (...lines: readonly string[]) => event('w', 'RECURRENCE-ID:20250310T090000Z', ...lines);

const send = async (ledger: LedgerClient, file: string, query = '') =>
  (await ledger.importFile(file, 'text/calendar', query)).json;
const counts = (imported: number, changed: number, cancelled: number, unchanged: number) => ({
  ...{ imported, changed, cancelled, unchanged },
});

const Shown = z.object({
  events: z.array(z.object({ event_id: z.string(), time: z.string(), description: z.string() })),
});
async function shown(ledger: LedgerClient) {
  const { json } = await ledger.call('GET', '/v1/list-events', { time_range: always });
  return Shown.parse(json).events.map(({ time, description }) => `${time.slice(8, 16)} ${description}`);
}

const Refused = z.object({
  skipped: z.int(),
  errors: z.array(z.object({ line: z.int(), detail: z.string() })),
});

describe('a calendar that is imported again', () => {
  it.each([
    [
      'and is as it was',
      calendar(at('01T0900', 'Tea')),
      calendar(at('01T0900', 'Tea')),
      counts(0, 0, 0, 1),
      ['01T09:00 Tea'],
    ],
    [
      'with an event that moved',
      calendar(at('01T0900', 'Tea')),
      calendar(at('02T1000', 'Tea', 'SEQUENCE:1')),
      counts(0, 1, 0, 0),
      ['02T10:00 Tea'],
    ],
    [
      'with an event that has another name, without a SEQUENCE',
      calendar(at('01T0900', 'Tea')),
      calendar(at('01T0900', 'Coffee')),
      counts(0, 1, 0, 0),
      ['01T09:00 Coffee'],
    ],
    [
      'with an event more',
      calendar(at('01T0900', 'Tea')),
      calendar(at('01T0900', 'Tea'), event('f', 'DTSTART:20250302T090000Z', 'SUMMARY:More')),
      counts(1, 0, 0, 1),
      ['01T09:00 Tea', '02T09:00 More'],
    ],
    [
      'with a lower SEQUENCE',
      calendar(at('02T0900', 'Tea', 'SEQUENCE:2')),
      calendar(at('01T0900', 'Tea', 'SEQUENCE:1')),
      { ...counts(0, 0, 0, 0), skipped: 1 },
      ['02T09:00 Tea'],
    ],
    [
      'with another LAST-MODIFIED alone',
      calendar(at('01T0900', 'Tea', 'LAST-MODIFIED:20250101T000000Z')),
      calendar(at('01T0900', 'Tea', 'LAST-MODIFIED:20250102T000000Z')),
      counts(0, 0, 0, 1),
      ['01T09:00 Tea'],
    ],
    [
      'with an earlier LAST-MODIFIED',
      calendar(at('02T0900', 'Tea', 'LAST-MODIFIED:20250102T000000Z')),
      calendar(at('01T0900', 'Tea', 'LAST-MODIFIED:20250101T000000Z')),
      { ...counts(0, 0, 0, 0), skipped: 1 },
      ['02T09:00 Tea'],
    ],
    [
      'with an event that is cancelled',
      calendar(at('01T0900', 'Tea')),
      calendar(event('e', 'DTSTART:20250301T090000Z', 'STATUS:CANCELLED')),
      counts(0, 0, 1, 0),
      ['01T09:00 Cancelled: Tea'],
    ],
    [
      'by a cancellation of it',
      calendar(at('01T0900', 'Tea')),
      calendar(['METHOD:CANCEL'], event('e', 'DTSTART:20250301T090000Z', 'SEQUENCE:1')),
      counts(0, 0, 1, 0),
      ['01T09:00 Cancelled: Tea'],
    ],
    [
      'with an occurrence that is otherwise',
      calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=3')),
      calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=3'), override('DTSTART:20250311T100000Z', 'SUMMARY:Late')),
      counts(0, 1, 0, 2),
      ['03T09:00 Weekly', '11T10:00 Late', '17T09:00 Weekly'],
    ],
    [
      'with an occurrence that is otherwise, and all later ones as well',
      calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=3')),
      calendar(
        weekly('RRULE:FREQ=WEEKLY;COUNT=3'),
        event('w', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20250310T090000Z', 'DTSTART:20250311T100000Z', 'SUMMARY:Late'),
      ),
      counts(0, 2, 0, 1),
      ['03T09:00 Weekly', '11T10:00 Late', '18T10:00 Late'],
    ],
    [
      'with an occurrence that was otherwise and is cancelled',
      calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=3'), override('DTSTART:20250311T100000Z', 'SUMMARY:Late')),
      calendar(
        weekly('RRULE:FREQ=WEEKLY;COUNT=3'),
        override('DTSTART:20250311T100000Z', 'STATUS:CANCELLED', 'SEQUENCE:1'),
      ),
      counts(0, 0, 1, 2),
      ['03T09:00 Weekly', '11T10:00 Cancelled: Late', '17T09:00 Weekly'],
    ],
    [
      'with a date that is taken out',
      calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=3')),
      calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20250310T090000Z')),
      counts(0, 0, 1, 2),
      ['03T09:00 Weekly', '10T09:00 Cancelled: Weekly', '17T09:00 Weekly'],
    ],
    [
      'with a series that is shorter',
      calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=3')),
      calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=2')),
      counts(0, 0, 1, 2),
      ['03T09:00 Weekly', '10T09:00 Weekly', '17T09:00 Cancelled: Weekly'],
    ],
    [
      'with a series that is cancelled',
      calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=2')),
      calendar(weekly('STATUS:CANCELLED')),
      counts(0, 0, 2, 0),
      ['03T09:00 Cancelled: Weekly', '10T09:00 Cancelled: Weekly'],
    ],
    [
      'with an event that recurs now',
      calendar(weekly()),
      calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=2', 'SEQUENCE:1')),
      counts(2, 0, 1, 0),
      ['03T09:00 Cancelled: Weekly', '03T09:00 Weekly', '10T09:00 Weekly'],
    ],
    [
      'with an event that recurs no more',
      calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=2')),
      calendar(weekly('SEQUENCE:1')),
      counts(1, 0, 2, 0),
      ['03T09:00 Cancelled: Weekly', '03T09:00 Weekly', '10T09:00 Cancelled: Weekly'],
    ],
    [
      'with an event that recurs no more, by a program that writes no SEQUENCE',
      calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=2')),
      calendar(weekly()),
      counts(1, 0, 2, 0),
      ['03T09:00 Cancelled: Weekly', '03T09:00 Weekly', '10T09:00 Cancelled: Weekly'],
    ],
    [
      'with an event that it has twice, the same and changed later',
      calendar(at('01T0900', 'Tea'), at('01T0900', 'Tea')),
      calendar(
        at('02T0900', 'Late', 'LAST-MODIFIED:20250102T000000Z'),
        at('01T0900', 'Tea', 'LAST-MODIFIED:20250101T000000Z'),
      ),
      { ...counts(0, 1, 0, 0), skipped: 1 },
      ['02T09:00 Late'],
    ],
    [
      'in another calendar with the same UID',
      calendar(['X-WR-CALNAME:A'], at('01T0900', 'Tea')),
      calendar(['X-WR-CALNAME:B'], at('01T0900', 'Other')),
      counts(0, 1, 0, 0),
      ['01T09:00 Other'],
    ],
    [
      'and has a UID with odd characters',
      calendar(event('ü/;\\,"{}%\\n ', 'DTSTART:20250301T090000Z', 'SUMMARY:A')),
      calendar(event('ü/;\\,"{}%\\n ', 'DTSTART:20250302T090000Z', 'SUMMARY:A')),
      counts(0, 1, 0, 0),
      ['02T09:00 A'],
    ],
  ])('%s changes what it made', async (_what, first, second, told, events) => {
    const ledger = await ledgerClient(host);
    await send(ledger, first);
    expect(await send(ledger, second)).toMatchObject({ skipped: expect.any(Number), ...told });
    expect(await shown(ledger)).toEqual(events);
    // What it has done is not to be done again.
    expect(await send(ledger, second)).toMatchObject({ imported: 0, changed: 0, cancelled: 0 });
  });

  it('leaves occurrences outside its period alone', async () => {
    const ledger = await ledgerClient(host);
    await send(ledger, calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=3')));
    const period = '?from=2025-03-10T00:00:00Z&to=2025-03-12T00:00:00Z';
    expect(await send(ledger, calendar(weekly('RRULE:FREQ=WEEKLY;COUNT=1')), period)).toMatchObject(counts(0, 0, 1, 0));
    expect(await shown(ledger)).toEqual(['03T09:00 Weekly', '10T09:00 Cancelled: Weekly', '17T09:00 Weekly']);
  });

  it('can be undone event by event, and keeps what was changed by hand until it has a later version', async () => {
    const ledger = await ledgerClient(host);
    await send(ledger, calendar(at('01T0900', 'Tea')));
    const newId = await ledger.manipulate('e', { description: 'By hand' }, { safety_check: false });
    expect(await send(ledger, calendar(at('01T0900', 'Tea')))).toMatchObject(counts(0, 0, 0, 1));
    expect(await send(ledger, calendar(at('02T0900', 'Later', 'SEQUENCE:1')))).toMatchObject(counts(0, 1, 0, 0));
    expect(await shown(ledger)).toEqual(['02T09:00 Later']);
    expect((await ledger.call('GET', '/v1/event-history', { event_id: 'e' })).json).toMatchObject({
      versions: [{ operation: 'record' }, { operation: 'manipulate' }, { operation: 'import', event_id: newId }],
    });
    const reverted = await ledger.call('POST', '/v1/revert-event', { event_id: newId });
    expect(reverted.json).toMatchObject({ original_event_id: newId });
    expect(await shown(ledger)).toEqual(['01T09:00 By hand']);
    await ledger.call('POST', '/v1/revert-event', { event_id: newId });
    expect(await shown(ledger)).toEqual(['01T09:00 Tea']);
  });

  it('tells what it would do and does not do it in a dry run', async () => {
    const ledger = await ledgerClient(host);
    await send(ledger, calendar(at('01T0900', 'Tea')));
    const again = calendar(at('02T0900', 'Tea'), event('f', 'DTSTART:20250302T090000Z'));
    expect(await send(ledger, again, '?dry_run=true')).toMatchObject({
      ...counts(1, 1, 0, 0),
      preview: [
        { line: 3, outcome: 'changed', event_id: 'e', time: '2025-03-02T09:00:00Z', description: 'Tea' },
        { line: 8, outcome: 'imported', event_id: 'f', time: '2025-03-02T09:00:00Z', description: '(no title)' },
      ],
    });
    expect(await shown(ledger)).toEqual(['01T09:00 Tea']);
    expect(await send(ledger, again)).toMatchObject(counts(1, 1, 0, 0));
  });

  it('of two thousand events and more changes one', async () => {
    const ledger = await ledgerClient(host);
    const many = (title: string) =>
      calendar(
        ...Array.from({ length: 2_500 }, (_, index) =>
          event(`e${index}`, 'DTSTART:20250301T090000Z', `SUMMARY:${index === 2_200 ? title : 'Tea'}`),
        ),
      );
    await send(ledger, many('Tea'));
    expect(await send(ledger, many('Coffee'))).toMatchObject(counts(0, 1, 0, 2_499));
  });
});

describe('a file with two series of one UID, which have more occurrences than errors are listed,', () => {
  const start = 'DTSTART:20250301T090000Z';
  it.each<readonly [string, string, readonly string[]]>([
    ['by days', 's', [start, 'RRULE:FREQ=DAILY;COUNT=1100']],
    ['by hours', 's', [start, 'RRULE:FREQ=HOURLY;COUNT=1100']],
    ['by minutes', 's', [start, 'RRULE:FREQ=MINUTELY;INTERVAL=7;COUNT=1100']],
    ['by weekdays', 's', [start, 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=1100']],
    ['by times of the day', 's', [start, 'RRULE:FREQ=DAILY;BYHOUR=9,12,15;COUNT=1100']],
    ['of days', 's', ['DTSTART;VALUE=DATE:20250301', 'RRULE:FREQ=DAILY;COUNT=1100']],
    ['in a zone', 's', ['DTSTART;TZID=Europe/Berlin:20250301T090000', 'RRULE:FREQ=DAILY;COUNT=1100']],
    ['until a date', 's', [start, 'RRULE:FREQ=DAILY;UNTIL=20280401T000000Z']],
    ['without an end', 's', [start, 'RRULE:FREQ=DAILY']],
    ['whose id has quotes', 'a "b" c', [start, 'RRULE:FREQ=DAILY;COUNT=1100']],
  ])('still names what else is left out: %s', async (_, uid, lines) => {
    const series = calendar(event(uid, ...lines));
    const file = `${series}${series}${calendar(event('lost', 'SUMMARY:When?'))}`;
    const query = '?on_error=skip&dry_run=true&from=2025-01-01T00:00:00Z&to=2030-03-01T00:00:00Z';
    const { errors, skipped } = Refused.parse(await send(await ledgerClient(host), file, query));
    const [, second, third] = [...file.split('\r\n').entries()].flatMap(([at, text]) =>
      text === 'BEGIN:VEVENT' ? [at + 1] : [],
    );
    expect(skipped).toBeGreaterThan(1000);
    expect(errors).toEqual([
      { line: second, detail: expect.stringMatching(/^event_id: there is an event "/) },
      { line: third, detail: 'The event has no DTSTART' },
    ]);
  });
});
