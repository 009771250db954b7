import { setTimeout as pause } from 'node:timers/promises';
import { definePlugin, workflow } from 'chronoscribe';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

let done: string[] = [];
/** Long enough to be seen at work by an answer that does not wait. */
const workMs = 150;
const work = async (what: string) => {
  await pause(workMs);
  done.push(what);
  return null;
};

const reminders = workflow<null>('reminders')
  .sleep('week', '7d', { clock: 'account' })
  .step('remind', () => work('first reminder'))
  .sleep('anotherWeek', '7d', { clock: 'account' })
  .step('insist', () => work('second reminder'))
  .answer(() => ({ body: null, location: '' }));
const digest = workflow<null>('digest')
  .step('write', () => work('digest'))
  .answer(() => ({ body: null, location: '' }));
const Note = z.object({ text: z.string() });
const note = workflow<z.output<typeof Note>>('note')
  .step('write', ({ input }) => work(input.text))
  .answer(() => ({ body: null, location: '' }));

const plugin = definePlugin({
  name: 'letters',
  auth: 'time',
  workflows: () => ({ reminders, digest }),
  schedules: { monthly: { cron: '0 0 1 * *', clock: 'account', run: digest, input: null } },
  actions: () => ({ 'letters.note': { input: Note, run: note } }),
  routes: () => [],
});
const automations = {
  moved: { on: 'clock.moved', do: [{ 'letters.note': { text: 'moved' } }] },
  passed: { on: 'event.passed', do: [{ 'letters.note': { text: '=event.description' } }] },
};

let host: TestHost;
beforeAll(async () => {
  host = await testHost({ plugins: [plugin], config: { automations } });
  // The months until then are nobody's test.
  await move('/api/v1/schedules/monthly/pause');
  await move('/v1/travel?wait=settled', { destination_time: '2030-01-10T00:00:00Z', location: 'here' });
  await move('/api/v1/schedules/monthly/resume');
});
afterAll(() => host.stop());
beforeEach(async () => {
  await move('/v1/pause-time');
  await move('/v1/travel?wait=settled', { destination_time: '2030-01-10T00:00:00Z', location: 'here' });
  done = [];
});

const move = async (path: string, json: object = {}) => {
  const { status, json: answer, text } = await host.call('POST', path, { json });
  expect(status, text).toBe(200);
  return answer;
};

test('a move that is waited for is answered once its sleeps, schedules and triggers have been done', async () => {
  // Later than all that the other tests pass.
  await move('/v1/travel?wait=settled', { destination_time: '2030-03-15T00:00:00Z', location: 'here' });
  done = [];
  const event = { description: 'an event', time: '2030-03-16T00:00:00Z', location: 'here' };
  expect((await host.call('POST', '/v1/record-event', { json: event })).status).toBe(201);
  await host.run(reminders, null);
  const answer = await move('/v1/fast-forward?wait=settled', { duration: 'P1M' });
  expect(done.toSorted()).toEqual(['an event', 'digest', 'first reminder', 'moved', 'second reminder']);
  expect(answer).toEqual({
    status: 'Fast-forward successful',
    ...{ new_time: '2030-04-15T00:00:00Z', settled: true },
  });
});

test('travelling, and returning to an anchor, can be waited for too', async () => {
  const set = await move('/v1/set-anchor', { timestamp: '2030-03-10T00:00:00Z', description: 'in spring' });
  const { anchor_id } = z.object({ anchor_id: z.string() }).parse(set);
  const there = { destination_time: '2030-02-10T00:00:00Z', location: 'there' };
  expect(await move('/v1/travel', { ...there, wait: 'settled' })).toMatchObject({ settled: true });
  expect(done.toSorted()).toEqual(['digest', 'moved']);
  expect(await move('/v1/return?wait=settled', { anchor_id })).toMatchObject({ settled: true });
  expect(done.toSorted()).toEqual(['digest', 'digest', 'moved', 'moved']);
});

test('a move of a further clock waits for what hangs on that clock', async () => {
  const clock = await host.createClock({ now: '2030-01-10T00:00:00Z' });
  await clock.pause();
  const run = await host.run(reminders, null, { clockId: clock.id });
  await expect.poll(async () => (await run.state()).status).toBe('running');
  const answer = await move('/v1/fast-forward?wait=settled', { duration: '8d', clock_id: clock.id });
  expect(answer).toMatchObject({ settled: true });
  expect(done).toEqual(['first reminder']);
});

test('a clock that ticks fast wakes what sleeps on it, up to where it pauses', async () => {
  const stop = '2030-01-20T00:00:00Z';
  const { id, pause: stand } = await host.createClock({ now: '2030-01-10T00:00:00Z' });
  await stand();
  const run = await host.run(reminders, null, { clockId: id });
  const sleeps = async () => (await host.call('GET', `/api/v1/sleeps?clock_id=${id}`)).json;
  await expect.poll(sleeps).toMatchObject({ items: [{}] });
  await move('/v1/resume-time', { clock_id: id, rate: 1_000_000, pause_at: stop });
  await expect.poll(() => done).toEqual(['first reminder']);
  const timeOf = async () => (await host.call('GET', `/v1/current-time?clock_id=${id}`)).json;
  await expect.poll(timeOf).toMatchObject({ state: 'paused', current_time: stop });
  expect((await run.state()).status).toBe('running');
  await move('/v1/fast-forward?wait=settled', { duration: '8d', clock_id: id });
  expect(done).toEqual(['first reminder', 'second reminder']);
});

test('a move that is not waited for says nothing of that, and another wait is refused', async () => {
  expect(await move('/v1/fast-forward', { duration: '1m' })).not.toHaveProperty('settled');
  const wrong = await host.call('POST', '/v1/fast-forward?wait=forever', { json: { duration: '1m' } });
  expect(wrong.json).toMatchObject({ status: 422, errors: [{ pointer: '/wait' }] });
  const unknown = await host.call('POST', '/v1/fast-forward?duration=1m', { json: { duration: '1m' } });
  expect(unknown.json).toMatchObject({ status: 422 });
  await move('/v1/fast-forward?wait=settled', { duration: '1m' });
});

test('a repeated request waits once and is answered the same, and another wait under its key is another request', async () => {
  const send = (query: string) =>
    host.call('POST', `/v1/fast-forward${query}`, {
      json: { duration: 'P1M' },
      headers: { 'idempotency-key': 'a month' },
    });
  const first = await send('?wait=settled');
  expect(first.json).toMatchObject({ settled: true });
  expect((await send('?wait=settled')).json).toEqual(first.json);
  expect((await send('')).status).toBe(422);
  expect(done.toSorted()).toEqual(['digest', 'moved']);
});
