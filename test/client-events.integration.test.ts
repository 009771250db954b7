import { type Client, createClient } from 'chronoscribe/client';
import { testHost } from 'chronoscribe/testing';
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';

const host = await testHost();
afterAll(() => host.stop());

let key: string;
let client: Client;
beforeEach(async () => {
  ({ key } = await host.newAccount());
  client = createClient({ url: host.url, key });
});

const status = expect.any(String);
const detail = expect.any(String);
const anId = expect.stringMatching(/^evt_/);

const inBerlin = { location: 'Berlin', time_range: '2030-01-01T00:00:00Z/2030-12-31T23:59:59Z' };
const rain = { event_id: 'rain', description: 'Rain', time: '2030-01-01T09:00:00Z', location: 'Berlin' };
const flood = {
  event_id: 'flood',
  description: 'Flood',
  time: '2030-01-02T09:00:00Z',
  location: 'Berlin',
  causes: ['rain'],
};
const snow = { description: 'Snow', changes: [{ action: 'Cool the air', time: '2029-12-31T00:00:00Z' }] };

const changedTo = async (new_outcome: typeof snow, event_id = 'rain') =>
  (await client.manipulateEvent({ event_id, new_outcome, safety_check: false })).new_event_id;

describe('an event', () => {
  it('is recorded with all that is known of it, and found so', async () => {
    const known = {
      ...rain,
      end_time: '2030-01-01T11:00:00Z',
      participants: ['Ada'],
      requires: { sky: 'open' },
      effects: { roof: ['wet', null, { tiles: 3 }] },
      geo: { lat: 52.5, lon: 13.4 },
    };
    const causes = ['front', { event_id: 'low', min_delay: '1h', max_delay: '2d' }];
    const shown = {
      ...known,
      causes: [{ event_id: 'front' }, { event_id: 'low', min_delay: '60m', max_delay: '2880m' }],
    };
    expect(await client.recordEvent({ ...known, causes })).toEqual({ status, ...shown });
    expect(await client.searchEvents({ ...inBerlin, location: ' berlin' })).toEqual({ events: [shown] });
  });

  it('is given an id where it has none', async () => {
    const { event_id: _, ...unnamed } = rain;
    expect(await client.recordEvent(unnamed)).toEqual({ status, ...unnamed, event_id: anId });
  });

  it('is monitored at its place, or by its id', async () => {
    await client.recordEvent(rain);
    const events = [{ time: rain.time, description: 'Rain' }];
    expect(await client.monitorEvents(inBerlin)).toEqual({ status, events });
    expect(await client.monitorEvents({ ...inBerlin, location: 'rain' })).toEqual({ status, events });
  });

  it('is found as it was, where that is asked', async () => {
    await client.recordEvent(rain);
    const as_of = '2000-01-01T00:00:00Z';
    expect((await client.searchEvents({ ...inBerlin, as_of })).events).toEqual([]);
    expect((await client.monitorEvents({ ...inBerlin, as_of })).events).toEqual([]);
  });

  it('becomes another one, is brought back, and its history tells of both', async () => {
    await client.recordEvent(rain);
    const made = await client.manipulateEvent({ event_id: 'rain', new_outcome: snow });
    const { new_event_id } = made;
    expect(made).toEqual({
      status,
      new_event_id: anId,
      description: 'Snow',
      time: rain.time,
      findings: [],
      consequences: [],
      more_consequences: false,
    });
    const manipulation = { original_event_id: 'rain', changes: snow.changes };
    const shown = { ...rain, event_id: new_event_id, description: 'Snow', manipulation };
    expect((await client.searchEvents(inBerlin)).events).toEqual([shown]);

    expect(await client.revertEvent({ event_id: new_event_id })).toEqual({ status, original_event_id: 'rain' });
    expect((await client.searchEvents(inBerlin)).events).toEqual([rain]);

    const circumstances = {
      timeline_id: 'primary',
      recorded_at: expect.stringMatching(/Z$/),
      request_id: expect.any(String),
    };
    expect(await client.eventHistory({ event_id: 'rain' })).toEqual({
      versions: [
        { ...rain, ...circumstances, operation: 'record' },
        { ...shown, ...circumstances, operation: 'manipulate' },
        { ...rain, ...circumstances, operation: 'revert' },
      ],
    });
  });

  it('that is changed without a check is answered without what a check would tell', async () => {
    await client.recordEvent(rain);
    const request = { event_id: 'rain', new_outcome: snow, safety_check: false };
    expect(await client.manipulateEvent(request)).toEqual({
      status,
      new_event_id: anId,
      description: 'Snow',
      time: rain.time,
    });
  });

  it('that is changed says what hangs on it', async () => {
    await client.recordEvent(rain);
    await client.recordEvent(flood);
    expect(await client.manipulateEvent({ event_id: 'rain', new_outcome: snow })).toMatchObject({
      findings: [
        { kind: 'orphaned_effect', severity: 'warning', event_ids: expect.arrayContaining(['flood', 'rain']) },
      ],
      consequences: [
        {
          event_id: 'flood',
          time: flood.time,
          effect: 'orphaned',
          distance: 1,
          path: ['rain', 'flood'],
          basis: 'causes',
        },
      ],
      more_consequences: false,
    });
  });
});

describe('a refusal', () => {
  it('for a paradox carries what was found and what hangs on it, and nothing was written', async () => {
    await client.recordEvent(rain);
    await client.recordEvent(flood);
    const new_outcome = { description: 'Snow', changes: [{ action: 'Cool the air', time: '2030-02-01T00:00:00Z' }] };
    await expect(client.manipulateEvent({ event_id: 'rain', new_outcome })).rejects.toMatchObject({
      name: 'ChronoscribeError',
      status: 409,
      code: 'paradox-detected',
      findings: expect.arrayContaining([
        expect.objectContaining({
          kind: 'retrocausal_change',
          severity: 'error',
          witness: [{ from: expect.any(String), to: expect.any(String), relation: expect.any(String), detail }],
          explanation: expect.stringContaining('Cool the air'),
        }),
      ]),
      members: { consequences: [expect.objectContaining({ event_id: 'flood', effect: 'orphaned' })] },
    });
    expect((await client.searchEvents(inBerlin)).events).toHaveLength(2);
  });

  it('of what was superseded says by what', async () => {
    await client.recordEvent(rain);
    const first = await changedTo(snow);
    const second = await changedTo({ ...snow, description: 'Hail' }, first);
    const superseded = { status: 409, members: { superseded_by: second } };
    await expect(changedTo(snow)).rejects.toMatchObject({ ...superseded, code: 'event-superseded' });
    await expect(client.revertEvent({ event_id: first })).rejects.toMatchObject({
      ...superseded,
      code: 'event-has-successor',
    });
    await client.revertEvent({ event_id: second });
    await expect(client.revertEvent({ event_id: second })).rejects.toMatchObject({
      status: 409,
      code: 'event-already-reverted',
    });
  });

  test.each([
    ['event-exists', 409, () => client.recordEvent(rain)],
    ['event-not-manipulated', 409, () => client.revertEvent({ event_id: 'rain' })],
    ['event-not-found', 404, () => client.manipulateEvent({ event_id: 'none', new_outcome: snow })],
    ['event-not-found', 404, () => client.eventHistory({ event_id: 'none' })],
    ['timeline-not-found', 404, () => client.searchEvents({ ...inBerlin, timeline_id: 'none' })],
    ['timeline-not-found', 404, () => client.importEvents({ type: 'text/csv', content: 'x', timeline_id: 'none' })],
    ['invalid-cursor', 422, () => client.searchEvents({ ...inBerlin, limit: 1, cursor: 'none' })],
  ])('has the code %s and the status %d', async (code, status, call) => {
    await client.recordEvent(rain);
    await expect(call()).rejects.toMatchObject({ name: 'ChronoscribeError', code, status, errors: [], findings: [] });
  });

  test.each([
    ['invalid-time-range', '/time_range', () => client.searchEvents({ ...inBerlin, time_range: 'always' })],
    ['invalid-request', '/limit', () => client.searchEvents({ ...inBerlin, limit: 0 })],
    ['invalid-request', '/end_time', () => client.recordEvent({ ...rain, end_time: '2029-01-01T00:00:00Z' })],
    [
      'invalid-timestamp',
      '/new_outcome/changes/0/time',
      () =>
        client.manipulateEvent({ event_id: 'rain', new_outcome: { ...snow, changes: [{ action: '', time: 'then' }] } }),
    ],
  ])('with the code %s names the field %s', async (code, pointer, call) => {
    await expect(call()).rejects.toMatchObject({ status: 422, code, errors: [{ pointer, detail }] });
  });
});

describe('a file of events', () => {
  const line = (event: object) => `${JSON.stringify(event)}\n`;
  const counts = { imported: 1, changed: 0, cancelled: 0, unchanged: 0 };
  const imported = { status, ...counts, skipped: 0, errors: [] };

  test.each([
    ['application/x-ndjson', line(rain)],
    ['text/csv', `event_id,description,time,location\nrain,Rain,${rain.time},Berlin\n`],
    [
      'text/calendar',
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'BEGIN:VEVENT',
        'UID:rain',
        'DTSTART:20300101T090000Z',
        'SUMMARY:Rain',
        'LOCATION:Berlin',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    ],
  ] as const)('is read as %s', async (type, content) => {
    expect(await client.importEvents({ type, content })).toEqual(imported);
    expect((await client.searchEvents(inBerlin)).events).toMatchObject([rain]);
  });

  it('is recorded as a whole or not at all, unless bad lines are to be skipped', async () => {
    const file = { type: 'application/x-ndjson', content: `${line(rain)}no event\n` } as const;
    const errors = [{ line: 2, detail }];
    await expect(client.importEvents(file)).rejects.toMatchObject({ status: 422, code: 'import-failed', errors });
    expect((await client.searchEvents(inBerlin)).events).toEqual([]);
    expect(await client.importEvents({ ...file, on_error: 'skip' })).toEqual({
      status,
      ...counts,
      skipped: 1,
      errors,
    });
  });

  it('goes to the timeline that is named', async () => {
    const { timeline_id } = await client.createTimeline({ base_timeline_id: 'primary', description: 'What if' });
    await client.importEvents({ type: 'application/x-ndjson', content: line(rain), timeline_id });
    expect((await client.searchEvents({ ...inBerlin, timeline_id })).events).toEqual([rain]);
    expect((await client.searchEvents(inBerlin)).events).toEqual([]);
  });

  it('that is sent again under its idempotency key is not recorded again', async () => {
    const again = () =>
      client.importEvents(
        { type: 'application/x-ndjson', content: line(rain) },
        { idempotencyKey: 'the-first-of-january' },
      );
    expect([await again(), await again()]).toEqual([imported, imported]);
  });
});

describe('a search through many events', () => {
  const ids = Array.from({ length: 2000 }, (_, second) => `hail-${second}`);

  beforeEach(async () => {
    async function* lines() {
      for (const [second, event_id] of ids.entries()) {
        const time = new Date(Date.parse(rain.time) + 1000 * second).toISOString();
        yield new TextEncoder().encode(`${JSON.stringify({ ...rain, event_id, time })}\n`);
      }
    }
    await client.importEvents({ type: 'application/x-ndjson', content: lines() });
  });

  /** Searches, and leaves after so many. @returns the ids that were found and how often the service was asked */
  async function found(most: number) {
    let asked = 0;
    const counting: typeof fetch = (...request) => {
      asked += 1;
      return fetch(...request);
    };
    const searching = createClient({ url: host.url, key, fetch: counting }).events.search(inBerlin);
    const events: string[] = [];
    for await (const { event_id } of searching) {
      events.push(event_id);
      if (events.length === most) break;
    }
    return { asked, events };
  }

  it('gives each once and in order, and asks for no page beyond the last', async () => {
    expect(await found(Number.POSITIVE_INFINITY)).toEqual({ asked: 2, events: ids });
  });

  it('asks for no page before it is needed', async () => {
    expect(await found(1000)).toEqual({ asked: 1, events: ids.slice(0, 1000) });
    expect(await found(1001)).toEqual({ asked: 2, events: ids.slice(0, 1001) });
  });
});
