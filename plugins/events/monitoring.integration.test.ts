import { type IncomingMessage, request } from 'node:http';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { always, type LedgerClient, ledgerClient } from '../timelines/testing/ledger-client.ts';

let host: TestHost;
let ledger: LedgerClient;
const open: Monitor[] = [];
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.stop());
beforeEach(async () => {
  ledger = await ledgerClient(host);
  await ledger.call('POST', '/v1/pause-time');
});
afterEach(() => {
  for (const monitor of open.splice(0)) monitor.close();
});

interface Monitor {
  /** What came so far, but for comments. */
  received(): readonly unknown[];
  /** The ids that came so far, with an event or alone. */
  ids(): readonly string[];
  close(): void;
}

/** Opens an event stream, which is ready to send when this resolves. */
async function monitor(query: Readonly<Record<string, string>> = {}, lastEventId?: string): Promise<Monitor> {
  const parameters = new URLSearchParams({ location: 'Berlin', time_range: always, ...query });
  const headers = {
    authorization: `Bearer ${ledger.key}`,
    accept: 'text/event-stream',
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  const outgoing = request(`${host.url}/v1/monitor-events?${parameters}`, { headers, agent: false });
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.once('error', reject);
    outgoing.end();
  });
  expect([incoming.statusCode, incoming.headers['content-type']]).toEqual([200, 'text/event-stream']);
  let text = '';
  incoming.on('data', (piece: Buffer) => {
    text += piece.toString();
  });
  incoming.on('error', () => undefined);
  const opened: Monitor = {
    received: () => [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data = '']) => JSON.parse(data)),
    ids: () => [...text.matchAll(/^id: (.*)\n/gm)].map(([, id = '']) => id),
    close: () => outgoing.destroy(),
  };
  open.push(opened);
  return opened;
}

const travel = (destination_time: string) =>
  ledger.call('POST', '/v1/travel', { destination_time, location: 'Berlin' });
const at = (time: string, description: string) => ({ time: `2025-03-01T${time}:00Z`, description });
const recordAt = (time: string, description: string, other: object = {}) =>
  ledger.record({ ...at(time, description), ...other });

describe('an event stream of a monitor', () => {
  it('sends each event once, when the clock is moved over it, and no past events', async () => {
    await travel('2025-03-01T10:00:00Z');
    await recordAt('09:00', 'past');
    await recordAt('10:00', 'now');
    await recordAt('12:00', 'second');
    await recordAt('11:00', 'first');
    await recordAt('11:30', 'elsewhere', { location: 'Paris' });
    await recordAt('14:00', 'later');
    const { received } = await monitor();
    await ledger.call('POST', '/v1/fast-forward', { duration: '150m' });
    await expect.poll(received).toEqual([at('11:00', 'first'), at('12:00', 'second')]);
    await ledger.call('POST', '/v1/fast-forward', { duration: '1h' });
    await travel('2025-03-01T14:00:00Z');
    await expect.poll(received).toEqual([at('11:00', 'first'), at('12:00', 'second'), at('14:00', 'later')]);
  });

  it('sends an event again when the clock passes it again', async () => {
    await travel('2025-03-01T10:00:00Z');
    await recordAt('11:00', 'noon');
    const { received } = await monitor();
    for (const destination of ['12:00', '09:00', '12:00', '10:00', '10:30'])
      await travel(`2025-03-01T${destination}:00Z`);
    await expect.poll(received).toEqual([at('11:00', 'noon'), at('11:00', 'noon')]);
    await travel('2025-03-01T11:00:00Z');
    await expect.poll(received).toHaveLength(3);
  });

  it('sends events as the clock ticks over them, also newly recorded ones', async () => {
    await travel('2025-03-01T10:59:59.500Z');
    await recordAt('11:00', 'noon');
    const { received } = await monitor();
    await ledger.call('POST', '/v1/resume-time');
    await ledger.record({ time: '2025-03-01T11:00:00.300Z', description: 'recorded meanwhile' });
    await expect.poll(received).toEqual([at('11:00', 'noon'), at('11:00', 'recorded meanwhile')]);
  });

  it('respects the range, the timeline and an event id as the location', async () => {
    await travel('2025-03-01T10:00:00Z');
    const fork = await ledger.branch();
    await recordAt('11:00', 'of the branch', { timeline_id: fork });
    await recordAt('11:00', 'of the main line');
    await recordAt('13:00', 'beyond the range');
    await recordAt('11:30', 'by its id', { event_id: 'the-one', location: 'Paris' });
    const range = '2025-03-01T10:30:00Z/2025-03-01T12:00:00Z';
    const monitors = [
      await monitor({ time_range: range }),
      await monitor({ timeline_id: fork }),
      await monitor({ location: 'the-one' }),
    ];
    await travel('2025-03-01T14:00:00Z');
    await expect
      .poll(() => monitors.map(({ received }) => received()))
      .toEqual([[at('11:00', 'of the main line')], [at('11:00', 'of the branch')], [at('11:30', 'by its id')]]);
  });

  it('sends the new outcome of an event that was manipulated before its time', async () => {
    await travel('2025-03-01T10:00:00Z');
    await recordAt('11:00', 'rain', { event_id: 'weather' });
    const { received } = await monitor();
    await ledger.manipulate('weather', { description: 'sunshine' });
    await travel('2025-03-01T12:00:00Z');
    await expect.poll(received).toEqual([at('11:00', 'sunshine')]);
  });

  it('sends more events than one page, at one instant and over many', async () => {
    await travel('2025-03-01T10:00:00Z');
    const crowd = Array.from({ length: 12_500 }, (_, place) => ({
      ...at(place < 2_000 ? '10:30' : '11:00', `${place}`),
      location: 'Berlin',
    }));
    // By its id an event belongs to the list too; it lies between two others of one instant.
    crowd.splice(5_000, 0, { ...at('11:00', 'by its id'), location: 'Paris', ...{ event_id: 'Berlin' } });
    const lines = crowd.map((event) => JSON.stringify(event)).join('\n');
    const headers = { authorization: `Bearer ${ledger.key}`, 'content-type': 'application/x-ndjson' };
    expect((await fetch(`${host.url}/v1/import-events`, { method: 'POST', headers, body: lines })).status).toBe(200);

    const { received } = await monitor();
    await travel('2025-03-01T12:00:00Z');
    await expect.poll(() => received().length, { timeout: 10_000 }).toBe(crowd.length);
    expect(received()).toEqual(crowd.map(({ time, description }) => ({ time, description })));
  });

  it('follows the clock of its clock_id alone, and ends when that is deleted', async () => {
    await travel('2025-03-01T10:00:00Z');
    await recordAt('11:00', 'noon');
    const created = await ledger.call('POST', '/v1/clocks', { now: '2025-03-01T10:00:00Z' });
    const { clock_id } = z.object({ clock_id: z.string() }).parse(created.json);
    const [own, other] = [await monitor(), await monitor({ clock_id })];
    await ledger.call('POST', '/v1/fast-forward', { duration: '2h', clock_id });
    await expect.poll(other.received).toEqual([at('11:00', 'noon')]);
    expect(own.received()).toEqual([]);
    await travel('2025-03-01T12:00:00Z');
    await expect.poll(own.received).toEqual([at('11:00', 'noon')]);
    await ledger.call('DELETE', `/v1/clocks/${clock_id}`);
    await expect
      .poll(other.received)
      .toEqual([at('11:00', 'noon'), expect.objectContaining({ type: 'urn:chronoscribe:problem:clock-not-found' })]);
  });

  it('tells a client soon where it is after a move that passed nothing', async () => {
    await travel('2025-03-01T10:00:00Z');
    const { ids, received } = await monitor();
    await travel('2025-03-01T12:00:00Z');
    await expect.poll(ids, { timeout: 5_000 }).toHaveLength(2);
    await recordAt('11:00', 'recorded in the past');
    const rest = await monitor({}, ids().at(-1));
    await travel('2025-03-01T13:00:00Z');
    await expect.poll(rest.ids, { timeout: 5_000 }).toHaveLength(2);
    expect([received(), rest.received()]).toEqual([[], []]);
  });

  it('sends each of many monitors what happens at its place', async () => {
    await travel('2025-03-01T10:00:00Z');
    const places = Array.from({ length: 30 }, (_, place) => `Place ${place}`);
    for (const location of places.slice(0, 5)) await recordAt('11:00', location, { location });
    const monitors = await Promise.all(places.map((location) => monitor({ location })));
    await travel('2025-03-01T10:30:00Z');
    await travel('2025-03-01T12:00:00Z');
    const expected = places.map((location, place) => (place < 5 ? [at('11:00', location)] : []));
    await expect.poll(() => monitors.map(({ received }) => received())).toEqual(expected);
  });

  it('ignores the clock of another account', async () => {
    await travel('2025-03-01T10:00:00Z');
    await recordAt('11:00', 'mine');
    const { received } = await monitor();
    const other = await ledgerClient(host);
    await other.call('POST', '/v1/travel', { destination_time: '2025-03-01T12:00:00Z', location: 'Berlin' });
    await travel('2025-03-01T10:30:00Z');
    expect(received()).toEqual([]);
  });
});

describe('a monitor that connects again with the id of the last event', () => {
  const received = ['10:30', '11:00', '11:00', '12:00'].map((time, index) => at(time, `${index}`));

  async function recordAll(): Promise<void> {
    await travel('2025-03-01T10:00:00Z');
    for (const { time, description } of received) await ledger.record({ time, description, location: 'Berlin' });
  }

  it('gets what it has not got, wherever it broke off, on all moves of the clock', async () => {
    await recordAll();
    const whole = await monitor();
    for (const destination of ['11:00', '10:15', '12:00']) await travel(`2025-03-01T${destination}:00Z`);
    const all = [...received.slice(0, 3), ...received];
    await expect.poll(whole.received).toEqual(all);
    // Each id, with the events that were sent before it and with it.
    const ids = whole.ids();
    // The start, the two moves that passed something, and the events.
    expect(ids).toHaveLength(1 + 2 + all.length);
    const left = new Set<number>();
    for (const id of new Set(ids)) {
      const rest = await monitor({}, id);
      await ledger.record({ time: '2025-03-01T13:00:00Z', description: id, location: 'Berlin' });
      await travel('2025-03-01T13:00:00Z');
      const isEnd = (event: unknown) => (event as { readonly time: string }).time === '2025-03-01T13:00:00Z';
      await expect.poll(() => rest.received().some(isEnd)).toBe(true);
      const missed = rest.received().filter((event) => !isEnd(event));
      expect(missed).toEqual(all.slice(all.length - missed.length));
      left.add(missed.length);
      rest.close();
      await travel('2025-03-01T12:00:00Z');
    }
    expect([...left].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('gets what the clock has ticked over meanwhile', async () => {
    await travel('2025-03-01T10:59:59Z');
    await recordAt('11:00', 'noon');
    const first = await monitor();
    await expect.poll(first.ids).toHaveLength(1);
    first.close();
    await ledger.call('POST', '/v1/resume-time');
    await expect
      .poll(async () => (await ledger.call('GET', '/v1/current-time')).json)
      .not.toMatchObject({ current_time: '2025-03-01T10:59:59Z' });
    const again = await monitor({}, first.ids()[0]);
    await expect.poll(again.received).toEqual([at('11:00', 'noon')]);
  });

  it('is told clearly that it comes too late, and that an id is of another stream', async () => {
    await recordAll();
    const { ids } = await monitor();
    await expect.poll(ids).toHaveLength(1);
    const [id = ''] = ids();
    const ask = (query: object, lastEventId: string) =>
      host.call(
        'GET',
        `/v1/monitor-events?${new URLSearchParams({ location: 'Berlin', time_range: always, ...query })}`,
        {
          key: ledger.key,
          headers: { accept: 'text/event-stream', 'last-event-id': lastEventId },
        },
      );
    for (const [query, other] of [
      [{ location: 'Paris' }, id],
      [{}, `x${id}`],
      [{}, 'nonsense'],
    ] as const) {
      expect((await ask(query, other)).json).toMatchObject({
        type: 'urn:chronoscribe:problem:invalid-request',
        detail: expect.stringContaining('Last-Event-ID'),
      });
    }
    for (let move = 0; move < 101; move += 1) await ledger.call('POST', '/v1/fast-forward', { duration: '1m' });
    expect((await ask({}, id)).json).toMatchObject({
      type: 'urn:chronoscribe:problem:last-event-too-old',
      status: 410,
    });
  });
});
