import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

let host: TestHost;
let key: string;
beforeAll(async () => {
  host = await testHost();
});
afterAll(() => host.stop());
beforeEach(async () => {
  ({ key } = await host.newAccount());
});

const send = (path: string, json: object) => host.call('POST', path, { key, json });
async function make<T>(shape: z.ZodType<T>, path: string, json: object): Promise<T> {
  const { status, json: answer, text } = await send(path, json);
  expect(status, text).toBeLessThan(300);
  return shape.parse(answer);
}
const createClock = async (fields: object = {}) =>
  (await make(z.object({ clock_id: z.string() }), '/v1/clocks', { ttl: '1h', ...fields })).clock_id;
/** A clock that stands at this time, however long the host took to pause it. */
async function pausedAt(destination_time: string): Promise<string> {
  const clock_id = await createClock({ now: destination_time });
  await send('/v1/pause-time', { clock_id });
  await send('/v1/travel', { clock_id, destination_time, location: 'Berlin' });
  return clock_id;
}
const Restored = z.object({ timeline_id: z.string(), current_time: z.string(), state: z.string() });
const restore = (clockId: string, name = 'checkout') => make(Restored, `/v1/clocks/${clockId}/restore`, { name });
const record = (event_id: string, timeline_id?: string) =>
  make(z.object({}), '/v1/record-event', {
    ...{ event_id, description: event_id, time: '2030-01-01T10:00:00Z', location: 'Berlin', timeline_id },
  });
const Events = z.object({ events: z.array(z.object({ event_id: z.string() })) });
async function eventsOf(timelineId: string) {
  const range = 'time_range=2030-01-01T00:00:00Z/2030-12-31T00:00:00Z&location=Berlin';
  const { json } = await host.call('GET', `/v1/search-events?${range}&timeline_id=${timelineId}`, { key });
  return Events.parse(json).events.map(({ event_id }) => event_id);
}

test('scenarios are listed, replaced by name and deleted, each account has its own, and what began from one stays', async () => {
  const [clockId, { key: other }] = [await pausedAt('2030-01-01T09:00:00Z'), await host.newAccount()];
  await record('paid');
  for (const name of ['shop', 'checkout', 'shop']) await send(`/v1/clocks/${clockId}/save`, { name });
  const list = async (of = key) => (await host.call('GET', '/v1/list-scenarios', { key: of })).json;
  const current_time = '2030-01-01T09:00:00Z';
  expect(await list()).toMatchObject({
    scenarios: [
      { name: 'checkout', current_time },
      { name: 'shop', current_time },
    ],
  });
  expect(await list(other)).toEqual({ scenarios: [] });
  const { timeline_id } = await restore(clockId);
  const remove = (of = key) => host.call('DELETE', '/v1/delete-scenario', { key: of, json: { name: 'checkout' } });
  expect((await remove(other)).status).toBe(404);
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(404);
  expect(await list()).toMatchObject({ scenarios: [{ name: 'shop' }] });
  expect((await send(`/v1/clocks/${clockId}/restore`, { name: 'checkout' })).status).toBe(404);
  expect(await eventsOf(timeline_id)).toEqual(['paid']);
});

test('many tests start from one scenario, and none sees what another does', async () => {
  const first = await pausedAt('2030-01-01T09:00:00Z');
  await record('paid');
  const saved = await send(`/v1/clocks/${first}/save`, { name: 'checkout' });
  expect(saved.json).toMatchObject({
    ...{ status: 'Scenario saved', current_time: '2030-01-01T09:00:00Z', state: 'paused' },
    ...{ kept: ['clock', 'events'], not_kept: expect.arrayContaining(['runs', 'sleeps']) },
  });
  await record('later');

  const suites = Array.from({ length: 20 }, async (_, at) => {
    const clockId = await createClock();
    const { timeline_id, ...restored } = await restore(clockId);
    expect(restored).toEqual({ current_time: '2030-01-01T09:00:00Z', state: 'paused' });
    await record(`of ${at}`, timeline_id);
    await send('/v1/fast-forward', { clock_id: clockId, duration: `${at}d` });
    expect(await eventsOf(timeline_id)).toEqual(['paid', `of ${at}`]);
    return restore(clockId);
  });
  for (const again of await Promise.all(suites)) {
    expect(again.current_time).toBe('2030-01-01T09:00:00Z');
    expect(await eventsOf(again.timeline_id)).toEqual(['paid']);
  }
});

test('a scenario has the pace and the place of its clock, and the timeline that was named', async () => {
  const clock = await createClock({ now: '2030-01-01T09:00:00Z', rate: 0.001, pause_at: '2030-01-02T09:00:00Z' });
  await send('/v1/travel', { clock_id: clock, destination_time: '2030-01-01T12:00:00Z', location: 'Rome' });
  const { timeline_id } = await make(Restored.pick({ timeline_id: true }), '/v1/create-timeline', {
    ...{ base_timeline_id: 'primary', description: 'other' },
  });
  await record('other', timeline_id);
  await make(z.object({}), `/v1/clocks/${clock}/save`, { name: 'checkout', timeline_id });

  const restored = await createClock();
  expect(await eventsOf((await restore(restored)).timeline_id)).toEqual(['other']);
  const { json } = await host.call('GET', `/v1/current-time?clock_id=${restored}`, { key });
  expect(json).toMatchObject({
    ...{ location: 'Rome', state: 'running', rate: 0.001, pause_at: '2030-01-02T09:00:00Z' },
    current_time: expect.stringMatching(/^2030-01-01T12:00:0/),
  });
});

test('a scenario that is saved again is the later one', async () => {
  const clock = await pausedAt('2030-01-01T09:00:00Z');
  await send(`/v1/clocks/${clock}/save`, { name: 'checkout' });
  await send('/v1/fast-forward', { clock_id: clock, duration: '1h' });
  await record('paid');
  await send(`/v1/clocks/${clock}/save`, { name: 'checkout' });
  const { current_time, timeline_id } = await restore(clock);
  expect([current_time, await eventsOf(timeline_id)]).toEqual(['2030-01-01T10:00:00Z', ['paid']]);
});

test('a restored clock is in its place once, however often the request is repeated', async () => {
  const clock = await pausedAt('2030-01-01T09:00:00Z');
  await send(`/v1/clocks/${clock}/save`, { name: 'checkout' });
  const headers = { 'idempotency-key': 'a test' };
  const again = () => host.call('POST', `/v1/clocks/${clock}/restore`, { key, json: { name: 'checkout' }, headers });
  const first = await again();
  await send('/v1/fast-forward', { clock_id: clock, duration: '1h' });
  expect((await again()).json).toEqual(first.json);
  const { json } = await host.call('GET', `/v1/current-time?clock_id=${clock}`, { key });
  expect(json).toMatchObject({ current_time: '2030-01-01T10:00:00Z' });
});

test.each<readonly [string, (clock: string) => readonly [string, object], string]>([
  [
    'a name that nobody saved',
    (clock: string) => [`/v1/clocks/${clock}/restore`, { name: 'other' }],
    'scenario-not-found',
  ],
  ['a clock that is not there', () => ['/v1/clocks/clk_0/save', { name: 'x' }], 'clock-not-found'],
  ['a clock to restore that is not there', () => ['/v1/clocks/clk_0/restore', { name: 'mine' }], 'clock-not-found'],
  [
    'a timeline that is not there',
    (clock: string) => [`/v1/clocks/${clock}/save`, { name: 'x', timeline_id: 'tl_0' }],
    'timeline-not-found',
  ],
])('%s is refused', async (_, request, code) => {
  const clock = await createClock();
  await send(`/v1/clocks/${clock}/save`, { name: 'mine' });
  const [path, json] = request(clock);
  expect((await send(path, json)).json).toMatchObject({ status: 404, type: `urn:chronoscribe:problem:${code}` });
});

test('a scenario of another account is not there', async () => {
  const clock = await createClock();
  await send(`/v1/clocks/${clock}/save`, { name: 'mine' });
  ({ key } = await host.newAccount());
  const { json } = await send(`/v1/clocks/${await createClock()}/restore`, { name: 'mine' });
  expect(json).toMatchObject({ type: 'urn:chronoscribe:problem:scenario-not-found' });
});
