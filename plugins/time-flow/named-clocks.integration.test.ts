import { Cluster, definePlugin, Store } from 'chronoscribe';
import { singleHostCluster } from 'chronoscribe/concurrency';
import type { Timers } from 'chronoscribe/host';
import { silentLog, testHost } from 'chronoscribe/testing';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openClocks } from './clock.ts';
import { openNamedClocks } from './named-clocks.ts';

let store: Store;
let key: string;

const storeBorrower = definePlugin({
  name: 'store-borrower',
  auth: 'time',
  needs: { store: Store, cluster: Cluster },
  start({ needs }) {
    store = needs.store;
    return {};
  },
  routes: () => [],
});

const host = await testHost({ plugins: [storeBorrower] });
afterAll(() => host.stop());
beforeEach(async () => {
  ({ key } = await host.newAccount());
});

const call = (method: string, path: string, json?: object) =>
  host.call(method, path, { key, ...(json !== undefined && { json }) });
const Created = z.object({ clock_id: z.string() });
const create = async (json: object = {}): Promise<string> => {
  const { status, json: answer, text } = await call('POST', '/v1/clocks', json);
  expect(status, text).toBe(201);
  return Created.parse(answer).clock_id;
};
const timeOf = async (clock_id?: string) =>
  (await call('GET', `/v1/current-time${clock_id === undefined ? '' : `?clock_id=${clock_id}`}`)).json;

describe('a clock that an account creates', () => {
  it('runs from the time that was asked for, and is described when it is created and listed', async () => {
    const now = '2030-01-01T09:00:00Z';
    const { status, json } = await call('POST', '/v1/clocks', {
      ...{ name: 'suite 1', now, time_zone: 'Europe/Berlin', ttl: '2h' },
    });
    const described = {
      clock_id: expect.stringMatching(/^clk_/),
      ...{ name: 'suite 1', state: 'running', location: null, time_zone: 'Europe/Berlin' },
      current_time: expect.stringMatching(/^2030-01-01T09:00:0/),
      local_time: expect.stringMatching(/^2030-01-01T10:00:0\d\+01:00/),
      created_at: expect.any(String),
      expires_at: expect.any(String),
    };
    expect([status, json]).toEqual([201, { status: 'Clock created', ...described }]);
    expect((await call('GET', '/v1/clocks')).json).toEqual({ clocks: [described] });
    const { created_at, expires_at } = z.object({ created_at: z.string(), expires_at: z.string() }).parse(json);
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(2 * 3_600_000);
  });

  it('is moved by itself: the own clock and other clocks stay where they are', async () => {
    const [one, other] = [await create({ now: '2030-01-01T00:00:00Z' }), await create({ now: '2040-01-01T00:00:00Z' })];
    for (const json of [{}, { clock_id: one }, { clock_id: other }]) await call('POST', '/v1/pause-time', json);
    const [own, second] = [await timeOf(), await timeOf(other)];
    await call('POST', '/v1/fast-forward', { duration: '7d', clock_id: one });
    await call('POST', '/v1/rewind', { duration: '1d', clock_id: one });
    await call('POST', '/v1/resume-time', { clock_id: one });
    expect(await timeOf(one)).toMatchObject({
      current_time: expect.stringMatching(/^2030-01-07T00:00:0/),
      state: 'running',
    });
    await call('POST', '/v1/travel', { destination_time: '2031-01-01T00:00:00Z', location: 'Oslo', clock_id: one });
    expect(await timeOf(one)).toMatchObject({ location: 'Oslo' });
    expect([await timeOf(), await timeOf(other)]).toEqual([own, second]);
  });

  it('moves by the calendar of its time zone, and shows the time there', async () => {
    const clock_id = await create({ now: '2026-03-28T11:00:00Z', time_zone: 'Europe/Berlin' });
    await call('POST', '/v1/pause-time', { clock_id });
    await call('POST', '/v1/travel', { destination_time: '2026-03-28T11:00:00Z', location: 'Berlin', clock_id });
    const by = async (move: string, duration: string) => {
      await call('POST', `/v1/${move}`, { duration, clock_id });
      return z.object({ local_time: z.string() }).parse(await timeOf(clock_id)).local_time;
    };
    expect(await timeOf(clock_id)).toMatchObject({
      current_time: '2026-03-28T11:00:00Z',
      ...{ local_time: '2026-03-28T12:00:00+01:00', time_zone: 'Europe/Berlin' },
    });
    expect(await by('fast-forward', 'P1D')).toBe('2026-03-29T12:00:00+02:00');
    expect(await by('rewind', 'P1D')).toBe('2026-03-28T12:00:00+01:00');
    expect(await by('fast-forward', 'PT24H')).toBe('2026-03-29T13:00:00+02:00');
    expect(await by('fast-forward', 'P1M')).toBe('2026-04-29T13:00:00+02:00');
    expect(await timeOf()).not.toHaveProperty('local_time');
    const beyond = await call('POST', '/v1/fast-forward', { duration: 'P9000Y', clock_id });
    expect(beyond.json).toMatchObject({ type: 'urn:chronoscribe:problem:time-out-of-range', status: 422 });
  });

  it("returns to the account's anchors", async () => {
    const clock_id = await create();
    const anchor = await call('POST', '/v1/set-anchor', { timestamp: '2001-01-01T00:00:00Z', description: 'then' });
    const { anchor_id } = z.object({ anchor_id: z.string() }).parse(anchor.json);
    expect((await call('POST', '/v1/return', { anchor_id, clock_id })).json).toMatchObject({
      current_time: '2001-01-01T00:00:00Z',
    });
    expect(await timeOf(clock_id)).toMatchObject({ current_time: expect.stringMatching(/^2001-01-01T00:00:0/) });
    expect(await timeOf()).not.toMatchObject({ current_time: expect.stringMatching(/^2001/) });
  });

  it('is created once by a request that is repeated', async () => {
    const headers = { 'idempotency-key': 'one-clock' };
    const send = () => host.call('POST', '/v1/clocks', { key, headers, json: { name: 'once' } });
    expect((await send()).json).toEqual((await send()).json);
    expect((await call('GET', '/v1/clocks')).json).toMatchObject({ clocks: [{ name: 'once' }] });
  });

  it('is listed in pages, in order of creation', async () => {
    for (const name of ['a', 'b', 'c']) await create({ name });
    const Page = z.object({ clocks: z.array(z.object({ name: z.string() })), next_cursor: z.string().optional() });
    const first = Page.parse((await call('GET', '/v1/clocks?limit=2')).json);
    const rest = Page.parse((await call('GET', `/v1/clocks?limit=2&cursor=${first.next_cursor}`)).json);
    expect([...first.clocks, ...rest.clocks].map(({ name }) => name).toSorted()).toEqual(['a', 'b', 'c']);
    expect([first.clocks.length, rest.next_cursor]).toEqual([2, undefined]);
  });

  it('is gone once it is deleted', async () => {
    const clock_id = await create();
    expect((await call('DELETE', `/v1/clocks/${clock_id}`)).json).toEqual({ status: 'Clock deleted' });
    expect((await call('GET', '/v1/clocks')).json).toEqual({ clocks: [] });
    expect((await call('DELETE', `/v1/clocks/${clock_id}`)).json).toMatchObject({ status: 404 });
  });

  it("looks to another account like one that does not exist, as does an account's own", async () => {
    const mine = await create();
    const owner = key;
    ({ key } = await host.newAccount());
    const anchor = await call('POST', '/v1/set-anchor', { timestamp: '2001-01-01T00:00:00Z', description: 'then' });
    const { anchor_id } = z.object({ anchor_id: z.string() }).parse(anchor.json);
    const range = 'location=Berlin&time_range=2025-01-01T00:00:00Z/2025-01-02T00:00:00Z';
    for (const clock_id of [mine, 'clk_unknown', 'default']) {
      const answers = [
        await call('POST', '/v1/travel', { destination_time: '2031-01-01T00:00:00Z', location: 'Oslo', clock_id }),
        await call('POST', '/v1/pause-time', { clock_id }),
        await call('POST', '/v1/resume-time', { clock_id }),
        await call('POST', '/v1/fast-forward', { duration: '1h', clock_id }),
        await call('POST', '/v1/rewind', { duration: '1h', clock_id }),
        await call('POST', '/v1/return', { anchor_id, clock_id }),
        await call('GET', `/v1/current-time?clock_id=${clock_id}`),
        await call('GET', `/v1/monitor-events?${range}&clock_id=${clock_id}`),
        await call('DELETE', `/v1/clocks/${clock_id}`),
      ];
      for (const { json } of answers)
        expect(json).toMatchObject({ type: 'urn:chronoscribe:problem:clock-not-found', status: 404 });
      expect((await call('GET', `/api/v1/schedules?clock_id=${clock_id}`)).status).toBe(404);
    }
    expect((await call('GET', '/v1/clocks')).json).toEqual({ clocks: [] });
    key = owner;
    expect(await timeOf(mine)).toMatchObject({ state: 'running' });
  });

  it('is refused with a time zone that does not exist, and with no time to live', async () => {
    const zone = await call('POST', '/v1/clocks', { time_zone: 'Europe/Atlantis' });
    expect(zone.json).toMatchObject({
      type: 'urn:chronoscribe:problem:invalid-time-zone',
      status: 422,
      detail: expect.stringContaining('Europe/Atlantis'),
    });
    for (const ttl of ['0m', 'PT0S', 'P9000Y', '1 day'])
      expect((await call('POST', '/v1/clocks', { ttl })).json).toMatchObject({
        type: 'urn:chronoscribe:problem:invalid-duration',
        status: 422,
      });
  });
});

/** Nothing hangs on the clocks here: timers have suites of their own. */
const timers: Pick<Timers, 'deleteClock'> = {
  async deleteClock(_clock, { remove }) {
    await store.transaction(remove);
    return 0;
  },
};

/** Clocks on the store of the host, with a wall time of their own. */
async function bench() {
  const wall = { now: 1_000_000 };
  const cluster = { ...singleHostCluster(silentLog), now: () => wall.now };
  const clock = await openClocks(store, cluster);
  const named = await openNamedClocks({ store, cluster, timers, log: silentLog, changed: clock.changed });
  onTestFinished(named.stop);
  return { wall, clock, named };
}

const hour = 3_600_000;
let operations = 0;
const newOperation = () => {
  operations += 1;
  return `operation-${operations}`;
};

describe('a clock with a rate and a stop', () => {
  it('is told so when it is created, resumed and read', async () => {
    const now = '2030-01-01T09:00:00Z';
    const pace = { rate: 0.001, pause_at: '2030-01-01T10:00:00Z' };
    const clock_id = await create({ now, ...pace });
    expect(await timeOf(clock_id)).toMatchObject({ ...pace, state: 'running' });
    expect((await call('GET', '/v1/clocks')).json).toMatchObject({ clocks: [{ ...pace, clock_id }] });
    expect((await call('POST', '/v1/resume-time', { clock_id, rate: 2 })).status).toBe(200);
    expect(await timeOf(clock_id)).toMatchObject({ ...pace, rate: 2 });
    await call('POST', '/v1/fast-forward', { clock_id, duration: '2h' });
    expect(await timeOf(clock_id)).toMatchObject({ state: 'paused', rate: 2 });
    expect(await timeOf(clock_id)).not.toHaveProperty('pause_at');
    expect(await timeOf()).not.toHaveProperty('rate');
  });

  it.each([
    [{ rate: 0 }, '/rate'],
    [{ rate: -1 }, '/rate'],
    [{ rate: 1e7 }, '/rate'],
    [{ rate: '60' }, '/rate'],
    [{ pause_at: 'soon' }, '/pause_at'],
    [{ pause_at: '2000-01-01T00:00:00Z' }, '/pause_at'],
  ])('is not told %j', async (pace, pointer) => {
    const clock_id = await create({ now: '2030-01-01T09:00:00Z' });
    const refused = { status: 422, json: { errors: [{ pointer }] } };
    expect(await call('POST', '/v1/resume-time', { clock_id, ...pace })).toMatchObject(refused);
    expect(await call('POST', '/v1/clocks', { now: '2030-01-01T09:00:00Z', ...pace })).toMatchObject(refused);
  });
});

describe('a clock with a time to live', () => {
  const wanted = { name: null, timeZone: null, ttlMs: hour, now: undefined };

  it('is there as long as it is used, and gone when it was not used for that long', async () => {
    const { wall, clock, named } = await bench();
    const account = newOperation();
    const { clockId } = await named.create(account, newOperation(), wanted);
    for (let use = 0; use < 5; use += 1) {
      wall.now += 0.8 * hour;
      await (use % 2 === 0 ? clock.read({ account, clockId }) : clock.pause({ account, clockId }));
    }
    wall.now += hour;
    const gone = { code: 'clock-not-found', status: 404 };
    await expect(clock.read({ account, clockId })).rejects.toMatchObject(gone);
    await expect(clock.fastForward({ account, clockId }, hour)).rejects.toMatchObject(gone);
    await expect(named.delete({ account, clockId }, true)).rejects.toMatchObject(gone);
    expect((await named.list(account, { limit: 10, cursor: undefined })).items).toEqual([]);
  });

  it('leaves nothing behind once it has expired', async () => {
    const { wall, clock, named } = await bench();
    const account = newOperation();
    const { clockId } = await named.create(account, newOperation(), wanted);
    const kept = await named.create(account, newOperation(), { ...wanted, ttlMs: null });
    for (let move = 0; move < 3; move += 1) await clock.fastForward({ account, clockId }, hour);
    wall.now += 2 * hour;
    // Sweeps when it starts.
    const cluster = { ...singleHostCluster(silentLog), now: () => wall.now };
    const swept = Promise.withResolvers<void>();
    const again = await openNamedClocks({ store, cluster, timers, log: silentLog, changed: () => swept.resolve() });
    onTestFinished(again.stop);
    await swept.promise;
    wall.now -= 2 * hour;
    await expect(clock.read({ account, clockId })).rejects.toMatchObject({ code: 'clock-not-found' });
    expect(await clock.read({ account, clockId: kept.clockId })).toMatchObject({ state: 'running' });
  });
});

/** What a clock shows, by the rules of the manual and nothing else. */
interface Model {
  isPaused: boolean;
  /** The time shown minus the wall time while it runs; the time shown while it is paused. */
  value: number;
  location: string | null;
}

it('any operations on several clocks show on each what a clock by itself would show', async () => {
  const { wall, clock, named } = await bench();
  const operation = fc.record({
    which: fc.nat({ max: 3 }),
    type: fc.constantFrom('travel', 'return', 'pause', 'resume', 'forward', 'rewind', 'tick'),
    amount: fc.integer({ min: 0, max: 1_000 * hour }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 30 }), async (script) => {
      const account = newOperation();
      const created = await Promise.all(
        [1, 2, 3].map((shown) =>
          named.create(account, newOperation(), { name: null, timeZone: null, ttlMs: null, now: shown * hour }),
        ),
      );
      const refs = [{ account }, ...created.map(({ clockId }) => ({ account, clockId }))];
      const models = refs.map((_, index): Model => {
        return { isPaused: false, value: index === 0 ? 0 : index * hour - wall.now, location: null };
      });
      const shown = ({ isPaused, value }: Model) => (isPaused ? value : value + wall.now);
      const show = (model: Model, instant: number) => {
        model.value = model.isPaused ? instant : instant - wall.now;
      };
      for (const { which, type, amount } of script) {
        const [ref, model] = [refs[which], models[which]];
        if (ref === undefined || model === undefined) throw new Error('there are four clocks');
        if (type === 'tick') wall.now += amount % hour;
        else if (type === 'travel') {
          await clock.moveTo(ref, amount, { location: `${amount}` });
          show(model, amount);
          model.location = `${amount}`;
        } else if (type === 'return') {
          await clock.moveTo(ref, amount);
          show(model, amount);
        } else if (type === 'pause' || type === 'resume') {
          await clock[type](ref);
          const now = shown(model);
          model.isPaused = type === 'pause';
          show(model, now);
        } else {
          const signed = type === 'forward' ? amount : -amount;
          await (type === 'forward' ? clock.fastForward(ref, amount) : clock.rewind(ref, amount));
          show(model, shown(model) + signed);
        }
        expect(await Promise.all(refs.map((each) => clock.read(each)))).toEqual(
          models.map((each) => ({
            now: shown(each),
            state: each.isPaused ? 'paused' : 'running',
            location: each.location,
          })),
        );
      }
    }),
    { numRuns: 30 },
  );
});
