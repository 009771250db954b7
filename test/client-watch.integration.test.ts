import { definePlugin, EventStream, route } from 'chronoscribe';
import { type Client, createClient, type Sighting } from 'chronoscribe/client';
import { testHost } from 'chronoscribe/testing';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const host = await testHost();
afterAll(() => host.stop());

const inBerlin = { location: 'Berlin', time_range: '2030-01-01T00:00:00Z/2030-12-31T23:59:59Z' };
const rain = { event_id: 'rain', description: 'Rain', time: '2030-01-01T09:00:00Z', location: 'Berlin' };
const flood = { event_id: 'flood', description: 'Flood', time: '2030-01-02T09:00:00Z', location: 'Berlin' };

/** The first so many that a watch tells; it is left then. */
async function first(count: number, watched: AsyncIterable<Sighting>): Promise<readonly Sighting[]> {
  const seen: Sighting[] = [];
  for await (const sighting of watched) {
    seen.push(sighting);
    if (seen.length === count) break;
  }
  return seen;
}

describe('a watch', () => {
  const raining = { time: rain.time, description: 'Rain' };
  const flooding = { time: flood.time, description: 'Flood' };
  const goTo = (instant: string) => client.clock.travel(instant, 'Berlin');

  let client: Client;
  beforeEach(async () => {
    const { key } = await host.newAccount();
    client = createClient({ url: host.url, key });
    await client.recordEvent(rain);
    await client.recordEvent(flood);
    await client.clock.pause();
    await goTo('2030-01-01T08:00:00Z');
  });

  it('tells of each event as the clock passes it, and again when it passes it again', async () => {
    const watched = await client.events.watch(inBerlin);
    await client.clock.fastForward('2d');
    await client.clock.rewind('1d');
    await client.clock.fastForward('1d');
    expect(await first(3, watched)).toEqual([raining, flooding, flooding]);
  });

  it('tells nothing that was past when it began, and no other event than the one with the id', async () => {
    await client.recordEvent({ ...rain, event_id: 'sun', description: 'Sun', time: '2030-01-03T09:00:00Z' });
    await goTo('2030-01-01T12:00:00Z');
    const everywhere = await client.events.watch(inBerlin);
    const sun = await client.events.watch({ ...inBerlin, location: 'sun' });
    await client.clock.fastForward('7d');
    expect(await first(1, everywhere)).toEqual([flooding]);
    expect(await first(1, sun)).toEqual([{ time: '2030-01-03T09:00:00Z', description: 'Sun' }]);
  });

  it('tells what a clock passes that was created beside the own one', async () => {
    const { clock_id } = await client.createClock({ now: '2030-01-01T08:00:00Z' });
    const watched = await client.events.watch({ ...inBerlin, clock_id });
    await client.namedClock(clock_id).fastForward('90m');
    await client.namedClock(clock_id).fastForward('7d');
    expect(await first(2, watched)).toEqual([raining, flooding]);
    expect(await client.clock.now()).toEqual(new Date('2030-01-01T08:00:00Z'));
  });

  it('is refused before it begins where its query is wrong', async () => {
    await expect(client.events.watch({ ...inBerlin, time_range: 'always' })).rejects.toMatchObject({
      code: 'invalid-time-range',
      errors: [{ pointer: '/time_range', detail: expect.any(String) }],
    });
    await expect(client.events.watch({ ...inBerlin, timeline_id: 'none' })).rejects.toMatchObject({
      code: 'timeline-not-found',
    });
  });
});

test('a watch ends when the service is stopped', async () => {
  const stopped = await testHost();
  onTestFinished(() => stopped.stop());
  const client = createClient(stopped);
  await client.recordEvent(rain);
  await client.clock.pause();
  await client.clock.travel('2030-01-01T08:00:00Z', 'Berlin');
  const watched = (await client.events.watch(inBerlin))[Symbol.asyncIterator]();
  await client.clock.fastForward('2h');
  expect(await watched.next()).toMatchObject({ value: { description: 'Rain' } });
  const end = watched.next();
  await stopped.stop();
  expect(await end).toEqual({ done: true, value: undefined });
});

test('a watch that the service fails at throws what it says of that', async () => {
  const Passing = z.object({ time: z.string(), description: z.string() });
  const monitorEvents = route({
    method: 'GET',
    path: '/v1/monitor-events',
    summary: 'Fails after an event',
    request: z.looseObject({}),
    response: z.object({}),
    events: Passing,
    handle: () => new EventStream(failing()),
  });
  async function* failing() {
    yield { time: rain.time, description: 'Rain' };
    throw new Error('a fault');
  }
  const faulty = await testHost({
    plugins: [definePlugin({ name: 'events', auth: 'time', routes: () => [monitorEvents] })],
  });
  onTestFinished(() => faulty.stop());
  const watched = (await createClient(faulty).events.watch(inBerlin))[Symbol.asyncIterator]();
  expect(await watched.next()).toMatchObject({ value: { description: 'Rain' } });
  await expect(watched.next()).rejects.toMatchObject({
    name: 'ChronoscribeError',
    status: 500,
    code: 'internal',
    members: { request_id: expect.any(String) },
  });
});
