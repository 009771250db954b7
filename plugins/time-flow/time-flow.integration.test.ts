import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import timeFlow from './index.ts';
import { parseInstant } from './notations.ts';

let key: string;

const host = await testHost({ plugins: [timeFlow] });

afterAll(() => host.stop());

beforeEach(async () => {
  ({ key } = await host.newAccount());
});

const post = (path: string, json?: unknown) => host.call('POST', path, { json, key });
const currentTime = async () => (await host.call('GET', '/v1/current-time', { key })).json;

/** Stops the clock of the test's account, so that it shows just what it is told. */
async function stopClockAt(destination_time: string, location = 'Rome'): Promise<void> {
  await post('/v1/pause-time');
  await post('/v1/travel', { destination_time, location });
}

const utcSeconds = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** Milliseconds since 1970 of one field of an answer. */
function instantIn(answer: unknown, field: string): number {
  const text = (answer as Readonly<Record<string, unknown>>)[field];
  expect(text).toMatch(utcSeconds);
  const reading = parseInstant(String(text));
  if (!reading.ok) throw new Error(reading.detail);
  return reading.value;
}

describe('a caller who never touched the clock', () => {
  it('sees it run at the real time, nowhere yet', async () => {
    const before = Date.now();
    const answer = await currentTime();
    const after = Date.now();
    expect(answer).toEqual({
      status: expect.any(String),
      current_time: expect.stringMatching(utcSeconds),
      state: 'running',
      location: null,
    });
    // A second either way: the text is cut to seconds, and the system clock may be stepped.
    expect(instantIn(answer, 'current_time')).toBeGreaterThan(before - 2000);
    expect(instantIn(answer, 'current_time')).toBeLessThan(after + 1000);
  });
});

describe('travelling', () => {
  it('answers with time and place, and the clock goes on from there', async () => {
    const destination_time = '1969-07-20T20:17:40Z';
    const { status, json } = await post('/v1/travel', { destination_time, location: 'Sea of Tranquility' });
    expect(status).toBe(200);
    expect(json).toEqual({
      status: expect.stringMatching(/travel success/i),
      current_time: destination_time,
      location: 'Sea of Tranquility',
    });
    const later = await currentTime();
    expect(later).toMatchObject({ state: 'running', location: 'Sea of Tranquility' });
    expect(instantIn(later, 'current_time')).toBeGreaterThanOrEqual(Date.UTC(1969, 6, 20, 20, 17, 40));
    expect(instantIn(later, 'current_time')).toBeLessThan(Date.UTC(1969, 6, 21));
  });

  it('reads an offset and a fraction, and writes UTC in whole seconds', async () => {
    const { json } = await post('/v1/travel', { destination_time: '2025-03-01T00:30:00.999+01:00', location: 'Oslo' });
    expect(json).toMatchObject({ current_time: '2025-02-28T23:30:00Z' });
  });

  test.each(['0000-01-01T00:00:00Z', '0099-12-31T23:59:59Z', '9999-12-31T23:59:59Z'])(
    'goes to %s',
    async (destination_time) => {
      await stopClockAt(destination_time);
      expect(await currentTime()).toMatchObject({ current_time: destination_time });
    },
  );

  it('leaves a paused clock paused', async () => {
    await stopClockAt('2025-03-01T08:30:00Z');
    expect(await currentTime()).toMatchObject({
      current_time: '2025-03-01T08:30:00Z',
      state: 'paused',
      location: 'Rome',
    });
  });

  test.each([
    ['2025-02-30T00:00:00Z', 'invalid-timestamp'],
    ['2025-01-01T24:00:00Z', 'invalid-timestamp'],
    ['1998-12-31T23:59:60Z', 'invalid-timestamp'],
    ['tomorrow', 'invalid-timestamp'],
    ['', 'invalid-timestamp'],
    ['9999-12-31T23:59:59-01:00', 'time-out-of-range'],
  ])('to %j is refused as %s, at the field', async (destination_time, slug) => {
    await stopClockAt('2025-03-01T08:30:00Z');
    const { status, json } = await post('/v1/travel', { destination_time, location: 'Oslo' });
    expect(status).toBe(422);
    expect(json).toMatchObject({
      type: `urn:chronoscribe:problem:${slug}`,
      status: 422,
      errors: [{ pointer: '/destination_time' }],
    });
    expect(await currentTime()).toMatchObject({ current_time: '2025-03-01T08:30:00Z', location: 'Rome' });
  });

  it('names all that is wrong with a request', async () => {
    const { status, json } = await post('/v1/travel', { destination_time: '2025-02-30T00:00:00Z', location: null });
    expect(status).toBe(422);
    expect(json).toMatchObject({
      type: 'urn:chronoscribe:problem:invalid-request',
      errors: [{ pointer: '/destination_time' }, { pointer: '/location' }],
    });
  });

  test.each(['', '   ', 'x'.repeat(1001)])('to the place %j is refused', async (location) => {
    const { status, json } = await post('/v1/travel', { destination_time: '2025-03-01T08:30:00Z', location });
    expect(status).toBe(422);
    expect(json).toMatchObject({
      type: 'urn:chronoscribe:problem:invalid-request',
      errors: [{ pointer: '/location' }],
    });
  });
});

describe('pausing and resuming', () => {
  it('stops the clock at one moment, however often it is asked to', async () => {
    const first = await post('/v1/pause-time');
    expect(first.status).toBe(200);
    expect(first.json).toEqual({ status: 'Time paused', paused_at: expect.stringMatching(utcSeconds) });
    const second = await post('/v1/pause-time');
    expect(second.status).toBe(200);
    expect(second.json).toEqual(first.json);
    expect(await currentTime()).toMatchObject({
      state: 'paused',
      current_time: (first.json as { paused_at: string }).paused_at,
    });
  });

  it('goes on from the moment of the pause', async () => {
    await stopClockAt('2025-03-01T08:30:00Z');
    const { status, json } = await post('/v1/resume-time');
    expect(status).toBe(200);
    expect(json).toEqual({ status: 'Time resumed', current_time: '2025-03-01T08:30:00Z' });
    expect(await currentTime()).toMatchObject({ state: 'running' });
  });

  it('resumes a running clock without effect', async () => {
    await post('/v1/travel', { destination_time: '2025-03-01T08:30:00Z', location: 'Rome' });
    const { status, json } = await post('/v1/resume-time');
    expect(status).toBe(200);
    expect(instantIn(json, 'current_time')).toBeGreaterThanOrEqual(Date.UTC(2025, 2, 1, 8, 30));
    expect(await currentTime()).toMatchObject({ state: 'running', location: 'Rome' });
  });
});

describe('moving by a duration', () => {
  test.each([
    ['fast-forward', '90m', '2025-03-01T10:00:00Z'],
    ['fast-forward', '2h', '2025-03-01T10:30:00Z'],
    ['fast-forward', '30d', '2025-03-31T08:30:00Z'],
    ['fast-forward', '0d', '2025-03-01T08:30:00Z'],
    ['rewind', '90m', '2025-03-01T07:00:00Z'],
    ['rewind', '2h', '2025-03-01T06:30:00Z'],
    ['rewind', '1d', '2025-02-28T08:30:00Z'],
  ])('%s by %s', async (move, duration, new_time) => {
    await stopClockAt('2025-03-01T08:30:00Z');
    const { status, json } = await post(`/v1/${move}`, { duration });
    expect(status).toBe(200);
    expect(json).toEqual({ status: expect.stringMatching(new RegExp(`^${move} success`, 'i')), new_time });
    expect(await currentTime()).toMatchObject({ current_time: new_time, state: 'paused', location: 'Rome' });
  });

  test.each(['fast-forward', 'rewind'])('%s refuses what is no duration', async (move) => {
    for (const duration of ['', '5', '5s', '-5m', '1.5h', '5 m', '٣m']) {
      const { status, json } = await post(`/v1/${move}`, { duration });
      expect([duration, status]).toEqual([duration, 422]);
      expect(json).toMatchObject({
        type: 'urn:chronoscribe:problem:invalid-duration',
        errors: [{ pointer: '/duration' }],
      });
    }
  });

  test.each(['fast-forward', 'rewind'])('%s refuses to leave the years, and changes nothing', async (move) => {
    await stopClockAt('2025-03-01T08:30:00Z');
    for (const duration of ['3000000d', `${'9'.repeat(400)}d`]) {
      const { status, json } = await post(`/v1/${move}`, { duration });
      expect(status).toBe(422);
      expect(json).toMatchObject({ type: 'urn:chronoscribe:problem:time-out-of-range' });
    }
    expect(await currentTime()).toMatchObject({ current_time: '2025-03-01T08:30:00Z' });
  });

  it('counts every one of many moves at once', async () => {
    await stopClockAt('2025-03-01T00:00:00Z');
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/v1/fast-forward', { duration: '1h' })));
    expect(new Set(answers.map(({ json }) => instantIn(json, 'new_time'))).size).toBe(20);
    expect(await currentTime()).toMatchObject({ current_time: '2025-03-01T20:00:00Z' });
  });
});

it('keeps the clocks of two accounts apart', async () => {
  await stopClockAt('2025-03-01T08:30:00Z');
  ({ key } = await host.newAccount());
  expect(await currentTime()).toMatchObject({ state: 'running', location: null });
});

it('finds the clock as it was left when the host starts again', async () => {
  const folder = await temporaryFolder();
  const first = await testHost({ plugins: [timeFlow], dataFolder: folder.path });
  await first.call('POST', '/v1/travel', { json: { destination_time: '2025-03-01T08:30:00Z', location: 'Rome' } });
  const { json } = await first.call('POST', '/v1/pause-time');
  await first.stop();

  const second = await testHost({ plugins: [timeFlow], dataFolder: folder.path });
  const answer = await second.call('GET', '/v1/current-time');
  expect(answer.json).toMatchObject({
    state: 'paused',
    current_time: (json as { paused_at: string }).paused_at,
    location: 'Rome',
  });
  await second.stop();
  await folder.remove();
});
