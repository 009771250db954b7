import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { type LedgerClient, ledgerClient, problemOf } from '../timelines/testing/ledger-client.ts';
import { earthquakes } from './import/testing/earthquakes.ts';
import { hasSharedData } from './import/testing/shared.ts';

let host: TestHost;
let ledger: LedgerClient;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.stop());
beforeEach(async () => {
  ledger = await ledgerClient(host);
});

const anId = expect.stringMatching(/^evt_/);

describe('importing', () => {
  const line = (event: object) =>
    JSON.stringify({ description: 'x', time: '2025-01-01T00:00:00Z', location: 'Berlin', ...event });

  it('records all lines at once, in each format', async () => {
    const ndjson = await ledger.importFile(
      [line({ event_id: 'n' }), line({ causes: ['n'] })].join('\n'),
      'application/x-ndjson; charset=utf-8',
    );
    expect([ndjson.status, ndjson.json]).toEqual([
      200,
      { status: '2 events imported', imported: 2, changed: 0, cancelled: 0, unchanged: 0, skipped: 0, errors: [] },
    ]);
    const csv = await ledger.importFile(
      'event_id,description,time,location\nc,x,2025-01-01T00:00:00Z,Berlin\n',
      'text/csv',
    );
    expect(csv.json).toMatchObject({ imported: 1 });
    const calendar = await ledger.importFile(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:x',
        'BEGIN:VEVENT',
        'UID:i',
        'DTSTAMP:20250101T000000Z',
        'DTSTART:20250101T000000Z',
        'SUMMARY:x',
        'LOCATION:Berlin',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
      'text/calendar',
    );
    expect(calendar.json).toMatchObject({ imported: 1 });
    expect(await ledger.search()).toEqual(['n', anId, 'c', 'i']);
  });

  it('omits cancelled and endless events of a calendar and lists them', async () => {
    const vevent = (uid: string, ...lines: readonly string[]) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      'DTSTART:20250101T000000Z',
      'SUMMARY:x',
      'LOCATION:Berlin',
      ...lines,
      'END:VEVENT',
    ];
    const calendar = (...lines: readonly string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
    const endless = vevent('daily', 'RRULE:FREQ=DAILY');
    const imported = await ledger.importFile(calendar(...endless), 'text/calendar');
    expect([imported.status, imported.json]).toEqual([
      200,
      {
        status: '1000 events imported, 1 left out',
        imported: 1000,
        changed: 0,
        cancelled: 0,
        unchanged: 0,
        skipped: 1,
        errors: [
          { line: 2, detail: 'The event recurs more often: only the first 1000 are read, to 2027-09-27T00:00:00Z' },
        ],
      },
    ]);
    const cancelled = await ledger.importFile(calendar(...vevent('off', 'STATUS:CANCELLED')), 'text/calendar');
    expect(cancelled.json).toMatchObject({
      imported: 0,
      skipped: 1,
      errors: [{ line: 2, detail: expect.stringContaining('cancelled') }],
    });
    const faulty = calendar(...vevent('off', 'STATUS:CANCELLED'), ...vevent('wrong', 'RRULE:FREQ=OFTEN'));
    expect((await ledger.importFile(faulty, 'text/calendar')).json).toMatchObject({ failed: 1, errors: [{ line: 9 }] });
    const skipped = await ledger.importFile(faulty, 'text/calendar', '?on_error=skip');
    expect(skipped.json).toMatchObject({ imported: 0, skipped: 2, errors: [{ line: 2 }, { line: 9 }] });
  });

  it.each([
    ['text/calendar', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:e\nDTSTART:20250101T000000Z\nEND:VEVENT\nEND:VCALENDAR'],
    ['text/csv', 'event_id,description,time\ne,x,2025-01-01T00:00:00Z'],
    ['text/csv', 'event_id,description,time,location\ne,x,2025-01-01T00:00:00Z,'],
    ['application/x-ndjson', '{"event_id":"e","description":"x","time":"2025-01-01T00:00:00Z"}'],
  ])('puts the events of %s that name no place where the import says: %#', async (type, file) => {
    expect((await ledger.importFile(file, type, '?location=Berlin')).json).toMatchObject({ imported: 1 });
    expect(await ledger.search()).toEqual(['e']);
  });

  it('reads the occurrences of a calendar that begin in a period', async () => {
    const lines = [
      'BEGIN:VEVENT',
      'UID:e',
      'LOCATION:Berlin',
      'DTSTART:20190101T090000Z',
      'RRULE:FREQ=DAILY',
      'END:VEVENT',
    ];
    const file = ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\n');
    const period = '?from=2025-03-01T00:00:00Z&to=2025-03-03T00:00:00Z';
    expect((await ledger.importFile(file, 'text/calendar', period)).json).toMatchObject({ imported: 2, skipped: 0 });
  });

  it('records nothing if a line has an error, and names the line', async () => {
    await ledger.record({ event_id: 'there', location: 'Paris' });
    const file = [
      line({ event_id: 'good' }),
      '',
      '{"time":',
      line({ event_id: 'there' }),
      line({ event_id: 'good' }),
      line({ time: 'x' }),
    ].join('\n');
    const failed = await ledger.importFile(file, 'application/x-ndjson');
    expect(problemOf(failed)).toBe('422 import-failed');
    expect(failed.json).toMatchObject({
      errors: [
        { line: 3, detail: expect.any(String) },
        { line: 4, detail: expect.stringContaining('there') },
        { line: 5, detail: expect.stringContaining('good') },
        { line: 6, detail: expect.stringContaining('time') },
      ],
    });
    expect(await ledger.search()).toEqual([]);
    const skipped = await ledger.importFile(file, 'application/x-ndjson', '?on_error=skip');
    expect(skipped.json).toMatchObject({
      imported: 1,
      skipped: 4,
      errors: [{ line: 3 }, { line: 4 }, { line: 5 }, { line: 6 }],
    });
    expect(await ledger.search()).toEqual(['good']);
  });

  it.each(['', '?on_error=skip'])('records nothing if the CSV header has an unknown column: %j', async (query) => {
    const file = 'description,time,loction\nLanding,1969-07-20T20:17:40Z,Berlin\n';
    const refused = await ledger.importFile(file, 'text/csv', query);
    expect(problemOf(refused)).toBe('422 import-failed');
    expect(refused.json).toMatchObject({
      errors: [
        { line: 1, detail: expect.stringMatching(/^unknown column "loction"; known: .*; did you mean "location"\?$/) },
      ],
    });
    expect(await ledger.search()).toEqual([]);
  });

  it('refuses a line with an unknown field, or skips it with on_error=skip', async () => {
    const file = [line({ event_id: 'good' }), line({ timeline_id: 'primary' })].join('\n');
    const refused = await ledger.importFile(file, 'application/x-ndjson');
    expect(problemOf(refused)).toBe('422 import-failed');
    expect(refused.json).toMatchObject({
      errors: [{ line: 2, detail: expect.stringMatching(/^unknown field "timeline_id"/) }],
    });
    const skipped = await ledger.importFile(file, 'application/x-ndjson', '?on_error=skip');
    expect(skipped.json).toMatchObject({ imported: 1, skipped: 1 });
  });

  it('can be followed, and returns what the plain call returns', async () => {
    const accepted = await ledger.importFile(line({ event_id: 'a' }), 'application/x-ndjson', '', {
      prefer: 'respond-async',
    });
    expect(accepted.status).toBe(202);
    const run = () => ledger.call('GET', accepted.headers.get('location') ?? '');
    await expect.poll(async () => (await run()).json).toMatchObject({ status: 'done', result: { imported: 1 } });
    const watched = await ledger.importFile(line({ event_id: 'b' }), 'application/x-ndjson', '', {
      accept: 'text/event-stream',
    });
    expect(watched.text).toMatch(/event: progress[\s\S]*event: result\ndata: .*"imported":1/);
  });

  it('records on the named timeline', async () => {
    const fork = await ledger.branch();
    await ledger.importFile(line({ event_id: 'a' }), 'application/x-ndjson', `?timeline_id=${fork}`);
    expect([await ledger.search(), await ledger.search({ timeline_id: fork })]).toEqual([[], ['a']]);
    expect(problemOf(await ledger.importFile(line({}), 'application/x-ndjson', '?timeline_id=no'))).toBe(
      '404 timeline-not-found',
    );
  });

  it('is refused for another media type and for an empty file', async () => {
    expect(problemOf(await ledger.importFile('x', 'text/plain'))).toBe('415 unsupported-media-type');
    expect(problemOf(await ledger.importFile('', 'text/csv'))).toBe('422 invalid-request');
  });
});

test.skipIf(!hasSharedData)('a week of earthquakes is imported and found by place', async () => {
  const { features, lines } = earthquakes();
  expect((await ledger.importFile(lines.join('\n'), 'application/x-ndjson')).json).toMatchObject({
    imported: 1707,
    skipped: 0,
  });
  const atPlace = Map.groupBy(features, ({ properties }) => properties.place);
  for (const [location, there] of [...atPlace].slice(0, 50)) {
    const expected = there.toSorted((one, other) => one.properties.time - other.properties.time).map(({ id }) => id);
    expect(await ledger.search({ location })).toEqual(expected);
  }
  expect(await ledger.check()).toMatchObject({ timeline_stability: 'Stable' });
});

test('a failed import names its lines in the stream and in the run', async () => {
  const bad = ['{"time":', '{}'].join('\n');
  const stream = await ledger.importFile(bad, 'application/x-ndjson', '', { accept: 'text/event-stream' });
  expect(stream.text).toMatch(
    /event: error\ndata: .*"type":"urn:chronoscribe:problem:import-failed".*"line":1.*"line":2/,
  );
  const accepted = await ledger.importFile(bad, 'application/x-ndjson', '', { prefer: 'respond-async' });
  const run = () => ledger.call('GET', accepted.headers.get('location') ?? '');
  await expect
    .poll(async () => (await run()).json)
    .toMatchObject({ status: 'failed', error: { status: 422, errors: [{ line: 1 }, { line: 2 }] } });
});
