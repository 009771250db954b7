import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { always, type LedgerClient, ledgerClient, problemOf } from '../timelines/testing/ledger-client.ts';
import { moonLanding } from './testing/moon-landing.ts';

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

describe('recording an event', () => {
  it('returns 201 with the event, in whole seconds and delays in minutes', async () => {
    const { status, json } = await ledger.call('POST', '/v1/record-event', moonLanding);
    expect(status).toBe(201);
    expect(json).toEqual({
      ...moonLanding,
      status: 'Event recorded',
      time: '1969-07-20T20:17:40Z',
      causes: [{ event_id: 'launch' }, { event_id: 'lunar-orbit', min_delay: '60m', max_delay: '4320m' }],
      participants: ['Neil Armstrong', 'Buzz Aldrin'],
    });
  });

  it('generates an id for an event without one', async () => {
    const { json } = await ledger.call('POST', '/v1/record-event', {
      description: '',
      time: '2025-01-01T00:00:00Z',
      location: 'X',
    });
    expect(json).toEqual({
      status: 'Event recorded',
      event_id: anId,
      description: '',
      time: '2025-01-01T00:00:00Z',
      location: 'X',
    });
  });

  it('keeps every key, `__proto__` too', async () => {
    const facts: unknown = JSON.parse('{"__proto__": "open", "constructor": {"__proto__": 1}, "toString": null}');
    await ledger.record({ event_id: 'set', time: '2025-01-01T00:00:00Z', effects: facts });
    await ledger.record({ event_id: 'needed', time: '2025-01-02T00:00:00Z', requires: facts });
    const { json } = await ledger.call('GET', '/v1/search-events', { location: 'Berlin', time_range: always });
    const text = JSON.stringify(json);
    expect(text).toContain(`"effects":${JSON.stringify(facts)}`);
    expect(text).toContain(`"requires":${JSON.stringify(facts)}`);
    expect((await ledger.check()).timeline_stability).toBe('Stable');

    await ledger.record({
      event_id: 'contradicted',
      time: '2025-01-03T00:00:00Z',
      requires: JSON.parse('{"__proto__": "shut"}'),
    });
    expect((await ledger.check()).timeline_stability).toBe('Unstable');
  });

  it('is refused for an id that the account already has, on any timeline', async () => {
    const fork = await ledger.branch();
    await ledger.record({ event_id: 'a', timeline_id: fork });
    const again = { event_id: 'a', description: '', time: '2025-01-01T00:00:00Z', location: 'X' };
    expect(problemOf(await ledger.call('POST', '/v1/record-event', again))).toBe('409 event-exists');
    await (await ledgerClient(host)).record({ event_id: 'a' });
  });

  it('records one event if the request is repeated under its Idempotency-Key', async () => {
    const record = () =>
      ledger.call(
        'POST',
        '/v1/record-event',
        { description: '', time: '2025-01-01T00:00:00Z', location: 'Berlin' },
        { 'idempotency-key': 'k' },
      );
    expect((await record()).json).toEqual((await record()).json);
    expect(await ledger.search()).toHaveLength(1);
  });

  test.each([
    ['a time that is none', { time: '2025-02-30T00:00:00Z' }, 'invalid-timestamp', '/time'],
    ['a time beyond the years', { time: '+010000-01-01T00:00:00Z' }, 'time-out-of-range', '/time'],
    ['an end before the beginning', { end_time: '2024-01-01T00:00:00Z' }, 'invalid-request', '/end_time'],
    [
      'a delay that is none',
      { causes: [{ event_id: 'b', min_delay: '1w' }] },
      'invalid-duration',
      '/causes/0/min_delay',
    ],
    ['a blank location', { location: '  ' }, 'invalid-request', '/location'],
    ['a blank id', { event_id: '' }, 'invalid-request', '/event_id'],
    ['a latitude beyond the poles', { geo: { lat: 91, lon: 0 } }, 'invalid-request', '/geo/lat'],
    ['no description', { description: undefined }, 'invalid-request', '/description'],
    ['effects that are a list', { effects: ['x'] }, 'invalid-request', '/effects'],
  ])('is refused for %s', async (_what, wrong, slug, pointer) => {
    const event = { description: '', time: '2025-01-01T00:00:00Z', location: 'X', ...wrong };
    const answer = await ledger.call('POST', '/v1/record-event', event);
    expect(problemOf(answer)).toBe(`422 ${slug}`);
    expect(answer.json).toMatchObject({ errors: [{ pointer: expect.stringContaining(pointer) }] });
  });

  it('is refused for a timeline that does not exist', async () => {
    const answer = await ledger.call('POST', '/v1/record-event', { ...moonLanding, timeline_id: 'no' });
    expect(problemOf(answer)).toBe('404 timeline-not-found');
  });
});

describe('searching', () => {
  it('matches the whole location without case and surrounding spaces, in any script', async () => {
    await ledger.record({ event_id: 'a', location: ' Straße ' });
    await ledger.record({ event_id: 'b', location: 'ΣΊΣΥΦΟΣ' });
    await ledger.record({ event_id: 'c', location: 'Straße 2' });
    await ledger.record({ event_id: 'd', location: 'Zu\u0308rich' });
    expect(await ledger.search({ location: 'STRASSE' })).toEqual(['a']);
    expect(await ledger.search({ location: 'sísyfos'.toUpperCase() })).toEqual([]);
    expect(await ledger.search({ location: 'σίσυφος' })).toEqual(['b']);
    expect(await ledger.search({ location: 'ZÜRICH' })).toEqual(['d']);
  });

  it('orders by time, then by recording; both ends of the range are included', async () => {
    await ledger.record({ event_id: 'late', time: '2025-01-03T00:00:00Z' });
    await ledger.record({ event_id: 'b', time: '2025-01-02T00:00:00Z' });
    await ledger.record({ event_id: 'a', time: '2025-01-02T00:00:00Z' });
    await ledger.record({ event_id: 'early', time: '2025-01-01T00:00:00Z' });
    expect(await ledger.search()).toEqual(['early', 'b', 'a', 'late']);
    expect(await ledger.search({ time_range: '2025-01-02T00:00:00Z/2025-01-03T00:00:00Z' })).toEqual([
      'b',
      'a',
      'late',
    ]);
  });

  it('takes its parameters from the query string as well', async () => {
    await ledger.record({ event_id: 'a' });
    const query = new URLSearchParams({ location: 'berlin', time_range: always, limit: '5' });
    expect((await ledger.call('GET', `/v1/search-events?${query}`)).json).toMatchObject({
      events: [{ event_id: 'a' }],
    });
  });

  it('lists the events of every place, page by page', async () => {
    const Page = z.object({ events: z.array(z.object({ event_id: z.string() })), next_cursor: z.string().optional() });
    await ledger.record({ event_id: 'later', time: '2025-01-03T00:00:00Z', location: 'Paris' });
    await ledger.record({ event_id: 'sooner', time: '2025-01-01T00:00:00Z', location: 'Oslo' });
    await ledger.record({ event_id: 'between', time: '2025-01-02T00:00:00Z' });
    const list = async (query: object) => Page.parse((await ledger.call('GET', '/v1/list-events', query)).json);
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.next_cursor });
    expect([first, second].map(({ events }) => events.map(({ event_id }) => event_id))).toEqual([
      ['sooner', 'between'],
      ['later'],
    ]);
    expect(second.next_cursor).toBeUndefined();
    const wrong = await ledger.call('GET', '/v1/list-events', {
      limit: 2,
      cursor: first.next_cursor,
      time_range: always.replace('0000', '0001'),
    });
    expect(problemOf(wrong)).toBe('422 invalid-cursor');
  });

  it('returns pages, and refuses a cursor of another query', async () => {
    for (let at = 0; at < 5; at += 1) await ledger.record({ event_id: `e${at}` });
    const Page = z.object({ events: z.array(z.object({ event_id: z.string() })), next_cursor: z.string().optional() });
    const page = async (other: object) =>
      Page.parse(
        (await ledger.call('GET', '/v1/search-events', { location: 'Berlin', time_range: always, limit: 2, ...other }))
          .json,
      );
    const first = await page({});
    const second = await page({ cursor: first.next_cursor });
    const third = await page({ cursor: second.next_cursor });
    expect([first, second, third].map(({ events }) => events.map(({ event_id }) => event_id))).toEqual([
      ['e0', 'e1'],
      ['e2', 'e3'],
      ['e4'],
    ]);
    expect(third.next_cursor).toBeUndefined();
    for (const wrong of [
      { cursor: 'x' },
      { cursor: first.next_cursor, location: 'Paris' },
      { cursor: `${first.next_cursor}x` },
    ]) {
      const answer = await ledger.call('GET', '/v1/search-events', {
        location: 'Berlin',
        time_range: always,
        limit: 2,
        ...wrong,
      });
      expect(problemOf(answer)).toBe('422 invalid-cursor');
    }
  });

  it('refuses more than 10,000 events at once and never truncates', async () => {
    const lines = Array.from({ length: 10_001 }, (_, at) =>
      JSON.stringify({ description: `${at}`, time: '2025-01-01T00:00:00Z', location: 'Crowd' }),
    );
    await ledger.importFile(lines.join('\n'), 'application/x-ndjson');
    const answer = await ledger.call('GET', '/v1/search-events', { location: 'Crowd', time_range: always });
    expect(problemOf(answer)).toBe('422 result-too-large');
    await ledger.record({ location: 'Crowd', timeline_id: await ledger.branch() });
    const monitored = await ledger.call('GET', '/v1/monitor-events', { location: 'Crowd', time_range: always });
    expect(problemOf(monitored)).toBe('422 result-too-large');
  });

  it('shows a timeline as of an earlier real time', async () => {
    await ledger.record({ event_id: 'a' });
    const between = new Date(Date.now() + 5).toISOString();
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(between) + 5);
    const changed = await ledger.manipulate('a');
    expect(await ledger.search()).toEqual([changed]);
    expect(await ledger.search({ as_of: between })).toEqual(['a']);
    expect(await ledger.search({ as_of: '2020-01-01T00:00:00Z' })).toEqual([]);
  });

  test.each([
    [{ time_range: '2025-01-02T00:00:00Z/2025-01-01T00:00:00Z' }, 'invalid-time-range'],
    [{ time_range: 'today' }, 'invalid-time-range'],
    [{ time_range: undefined }, 'invalid-request'],
    [{ location: undefined }, 'invalid-request'],
    [{ limit: 0 }, 'invalid-request'],
    [{ limit: 1001 }, 'invalid-request'],
    [{ as_of: 'yesterday' }, 'invalid-timestamp'],
  ])('is refused with %j', async (wrong, slug) => {
    const answer = await ledger.call('GET', '/v1/search-events', { location: 'Berlin', time_range: always, ...wrong });
    expect(problemOf(answer)).toBe(`422 ${slug}`);
  });
});

describe('monitoring', () => {
  it('returns exactly time and description, for a location or for the id of an event', async () => {
    await ledger.record({ event_id: 'a', description: 'One' });
    await ledger.record({ event_id: 'berlin', description: 'Two', location: 'Paris' });
    const monitor = async (location: string) =>
      (await ledger.call('GET', '/v1/monitor-events', { location, time_range: always })).json;
    const one = { time: '2025-03-01T12:00:00Z', description: 'One' };
    const two = { time: '2025-03-01T12:00:00Z', description: 'Two' };
    expect(await monitor('BERLIN')).toEqual({ status: 'Monitoring successful', events: [one] });
    expect(await monitor('berlin')).toEqual({ status: 'Monitoring successful', events: [one, two] });
    expect(await monitor('a')).toMatchObject({ events: [one] });
    expect(await monitor('nowhere')).toMatchObject({ events: [] });
  });

  it('returns pages, and refuses a cursor of another query or of a search', async () => {
    for (const description of ['One', 'Two', 'Three']) await ledger.record({ description });
    await ledger.record({ event_id: 'berlin', description: 'Elsewhere', location: 'Paris' });
    await ledger.record({ event_id: 'x', description: 'Later', time: '2025-03-02T12:00:00Z' });
    const Page = z.object({
      events: z.array(z.strictObject({ time: z.string(), description: z.string() })),
      next_cursor: z.string().optional(),
    });
    const monitor = (other: object) =>
      ledger.call('GET', '/v1/monitor-events', { location: 'berlin', time_range: always, limit: 2, ...other });
    const pages: string[][] = [];
    const cursors: (string | undefined)[] = [];
    do {
      const { events, next_cursor } = Page.parse((await monitor({ cursor: cursors.at(-1) })).json);
      pages.push(events.map(({ description }) => description));
      cursors.push(next_cursor);
    } while (cursors.at(-1) !== undefined);
    expect(pages).toEqual([['One', 'Two'], ['Three', 'Elsewhere'], ['Later']]);

    const found = await ledger.call('GET', '/v1/search-events', { location: 'berlin', time_range: always, limit: 2 });
    const { next_cursor: searched } = z.object({ next_cursor: z.string() }).parse(found.json);
    for (const wrong of [{ cursor: 'x' }, { cursor: cursors[0], location: 'Paris' }, { cursor: searched }]) {
      expect(problemOf(await monitor(wrong))).toBe('422 invalid-cursor');
    }
  });

  it.each([{ limit: 0 }, { limit: 1001 }, { limit: 'all' }])('is refused with %j', async (wrong) => {
    const refused = await ledger.call('GET', '/v1/monitor-events', { location: 'x', time_range: always, ...wrong });
    expect(problemOf(refused)).toBe('422 invalid-request');
  });

  it.each([{ limit: 5 }, { cursor: 'x' }])('has no pages as an event stream: %j', async (pages) => {
    const query = { location: 'Berlin', time_range: always, ...pages };
    const refused = await ledger.call('GET', '/v1/monitor-events', query, { accept: 'text/event-stream' });
    expect(problemOf(refused)).toBe('422 invalid-request');
    expect(refused.json).toMatchObject({
      detail: expect.stringMatching(/^(limit|cursor): An event stream has no pages/),
    });
  });

  it('returns an event once whose id is also its location', async () => {
    const ledger = await ledgerClient(host);
    await ledger.record({ event_id: 'Atlantis', location: 'Atlantis' });
    const monitored = await ledger.call('GET', '/v1/monitor-events', { location: 'Atlantis', time_range: always });
    expect(monitored.json).toMatchObject({ events: [{ description: 'Something happens' }] });
  });

  test.each([
    ['a timeline that is not there', { timeline_id: 'no' }, '404 timeline-not-found'],
    ['a range that is none', { time_range: 'x/y' }, '422 invalid-time-range'],
  ])('is refused for %s', async (_what, wrong, problem) => {
    expect(
      problemOf(await ledger.call('GET', '/v1/monitor-events', { location: 'x', time_range: always, ...wrong })),
    ).toBe(problem);
  });
});
