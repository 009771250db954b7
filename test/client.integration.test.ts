import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { definePlugin, route } from 'chronoscribe';
import { ChronoscribeError, type Client, createClient, followClock } from 'chronoscribe/client';
import { testHost } from 'chronoscribe/testing';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const host = await testHost();
afterAll(() => host.stop());

let key: string;
let client: Client;

beforeEach(async () => {
  ({ key } = await host.newAccount());
  client = createClient({ url: host.url, key });
});

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (thrown: unknown) => (thrown instanceof ChronoscribeError ? thrown : undefined),
  );

const status = expect.any(String);

test('a call with what it does not take, or without what it needs, does not compile', () => {
  const mistakes = () => [
    // @ts-expect-error a journey needs a place
    client.travel({ destination_time: '2030-01-01T09:00:00Z' }),
    // @ts-expect-error an option is no field
    client.pauseTime({ idempotencyKey: 'a-key' }),
    // @ts-expect-error the service takes the key of a POST alone
    client.listAnchors({}, { idempotencyKey: 'a-key' }),
    // @ts-expect-error a table of this kind is not read
    client.importEvents({ type: 'application/vnd.ms-excel', content: '' }),
  ];
  expect(mistakes).toBeTypeOf('function');
});

describe('the clock, in the words of the service', () => {
  it('travels, stands, moves and goes on', async () => {
    const destination_time = '2030-01-01T09:00:00Z';
    expect(await client.pauseTime()).toEqual({ status, paused_at: expect.stringMatching(/Z$/) });
    expect(await client.travel({ destination_time, location: 'Berlin' })).toEqual({
      status,
      current_time: destination_time,
      location: 'Berlin',
    });
    expect(await client.fastForward({ duration: '90m' })).toEqual({ status, new_time: '2030-01-01T10:30:00Z' });
    expect(await client.rewind({ duration: '1d' })).toEqual({ status, new_time: '2029-12-31T10:30:00Z' });
    expect(await client.currentTime()).toEqual({
      status,
      current_time: '2029-12-31T10:30:00Z',
      state: 'paused',
      location: 'Berlin',
    });
    expect(await client.resumeTime()).toEqual({ status, current_time: '2029-12-31T10:30:00Z' });
  });

  it('comes back to anchors', async () => {
    await client.pauseTime();
    const { anchor_id } = await client.setAnchor({
      timestamp: '2030-01-01T09:00:00Z',
      description: 'New Year',
      locked: true,
    });
    expect(await client.listAnchors()).toEqual({
      anchors: [{ anchor_id, timestamp: '2030-01-01T09:00:00Z', description: 'New Year', locked: true }],
    });
    expect(await client.return({ anchor_id })).toEqual({ status, current_time: '2030-01-01T09:00:00Z' });
    expect(await client.deleteAnchor({ anchor_id, force: true })).toEqual({ status });
    expect(await client.listAnchors()).toEqual({ anchors: [] });
  });
});

describe('the clock, in dates', () => {
  it('resolves each move with what it shows then', async () => {
    const { clock } = client;
    const nine = new Date('2030-01-01T09:00:00Z');
    const half = new Date('2030-01-01T10:30:00Z');
    expect(await clock.read()).toEqual({ now: expect.any(Date), state: 'running', location: null });
    const paused = await clock.pause();
    expect(await clock.now()).toEqual(paused);
    expect(await clock.travel(nine, 'Berlin')).toEqual(nine);
    expect(await clock.travel('2030-01-01T10:00:00+01:00', 'Berlin')).toEqual(nine);
    expect(await clock.fastForward('90m')).toEqual(half);
    expect(await clock.rewind('90m')).toEqual(nine);
    expect(await clock.read()).toEqual({ now: nine, state: 'paused', location: 'Berlin' });
    const { anchor_id } = await client.setAnchor({ timestamp: half.toISOString(), description: 'half past ten' });
    expect(await clock.return(anchor_id)).toEqual(half);
    expect(await clock.resume()).toEqual(half);
    expect(await clock.read()).toMatchObject({ state: 'running' });
  });
});

describe('a clock that is followed', () => {
  it('tells the time of a running clock at once, as exactly as it says', async () => {
    await client.clock.travel('2030-01-01T09:00:00Z', 'Berlin');
    const followed = await followClock(client);
    const before = followed.now().getTime();
    // Cut to whole seconds by the service, so the time itself is up to a second later.
    const served = (await client.clock.now()).getTime();
    const after = followed.now().getTime();
    expect(before - followed.uncertaintyMs()).toBeLessThanOrEqual(served + 1000);
    expect(after + followed.uncertaintyMs()).toBeGreaterThanOrEqual(served);
    expect(followed.uncertaintyMs()).toBeGreaterThanOrEqual(500);
  });

  it('knows how fast the clock ticks, and where it pauses', async () => {
    const { clock_id } = await client.createClock({ now: '2030-01-01T09:00:00Z' });
    const clock = client.namedClock(clock_id);
    await clock.pause();
    const pauseAt = new Date('2030-01-02T09:00:00Z');
    await clock.resume({ rate: 1_000_000, pauseAt });
    expect(await clock.read()).toMatchObject({ rate: 1_000_000 });
    const followed = await followClock({ clock });
    await expect.poll(() => followed.now()).toEqual(pauseAt);
    expect(await clock.read()).toMatchObject({ state: 'paused', now: pauseAt });
  });

  it('stands where the clock stands, and hears of moves when it asks again', async () => {
    await client.clock.pause();
    const nine = await client.clock.travel('2030-01-01T09:00:00Z', 'Berlin');
    const followed = await followClock(client);
    expect(followed.now()).toEqual(nine);
    const ten = await client.clock.fastForward('1h');
    expect(followed.now()).toEqual(nine);
    await followed.refresh();
    expect(followed.now()).toEqual(ten);
  });
});

describe('an idempotency key', () => {
  const anchor = { timestamp: '2030-01-01T09:00:00Z', description: 'New Year' };

  it('makes a repeated call the same call', async () => {
    const options = { idempotencyKey: 'new-year' };
    const first = await client.setAnchor(anchor, options);
    expect(await client.setAnchor(anchor, options)).toEqual(first);
    expect((await client.listAnchors()).anchors).toHaveLength(1);

    await client.clock.pause();
    const moved = await client.clock.fastForward('1h', options);
    expect(await client.clock.fastForward('1h', options)).toEqual(moved);
    expect(await client.clock.now()).toEqual(moved);
  });

  it('is refused for another request', async () => {
    await client.setAnchor(anchor, { idempotencyKey: 'new-year' });
    expect(await refusal(client.setAnchor({ ...anchor, locked: true }, { idempotencyKey: 'new-year' }))).toMatchObject({
      status: 422,
      code: 'idempotency-mismatch',
    });
  });
});

describe('a refusal', () => {
  it('names each field that is wrong, and the request', async () => {
    const error = await refusal(client.travel({ destination_time: '2025-02-30T00:00:00Z', location: ' ' }));
    expect(error).toMatchObject({
      name: 'ChronoscribeError',
      status: 422,
      code: 'invalid-request',
      errors: [
        { pointer: '/destination_time', detail: 'The day of that month is 1 to 28, not 30' },
        { pointer: '/location', detail: 'Name a place: it must not be blank' },
      ],
      findings: [],
      members: {},
      requestId: expect.stringMatching(/./),
      retryAfter: undefined,
    });
    expect(error?.message).toBe(`POST /v1/travel: 422 invalid-request: ${error?.detail}`);
  });

  test.each([
    ['invalid-timestamp', 422, () => client.clock.travel('tomorrow', 'Berlin')],
    ['invalid-duration', 422, () => client.clock.fastForward('5s')],
    ['time-out-of-range', 422, () => client.clock.rewind('3000000d')],
    ['anchor-not-found', 404, () => client.return({ anchor_id: 'anc_none' })],
    ['anchor-not-found', 404, () => client.deleteAnchor({ anchor_id: 'anc_none' })],
    ['unauthorized', 401, () => createClient({ url: host.url, key: 'csk_wrong' }).listAnchors()],
    ['not-found', 404, () => createClient({ url: `${host.url}/elsewhere`, key }).listAnchors()],
  ])('has the code %s', async (code, status, call) => {
    expect(await refusal(call())).toMatchObject({ code, status });
  });

  it('of a key that may not tells so', async () => {
    const { account: account_id } = await host.newAccount();
    const { json } = await host.call('POST', '/admin/keys', { json: { account_id, scopes: ['clinical'] } });
    const { key } = json as { readonly key: string };
    expect(await refusal(createClient({ url: host.url, key }).pauseTime())).toMatchObject({
      code: 'forbidden',
      status: 403,
    });
  });

  it('because of a fault of the service names the request that met it', async () => {
    const eventHistory = route({
      method: 'GET',
      path: '/v1/event-history',
      summary: 'Fails',
      request: z.object({ event_id: z.string() }),
      response: z.object({}),
      handle: () => {
        throw new Error('a fault');
      },
    });
    const faulty = await testHost({
      plugins: [definePlugin({ name: 'events', auth: 'time', routes: () => [eventHistory] })],
    });
    onTestFinished(() => faulty.stop());
    const error = await refusal(createClient(faulty).eventHistory({ event_id: 'rain' }));
    expect(error).toMatchObject({ code: 'internal', status: 500, members: { request_id: error?.requestId } });
  });

  it('says when to come back', async () => {
    const strict = await testHost({ config: { http: { rateLimit: { perMinute: 1 } } } });
    onTestFinished(() => strict.stop());
    const { clock } = createClient(strict);
    await clock.now();
    expect(await refusal(clock.now())).toMatchObject({
      status: 429,
      code: 'rate-limited',
      retryAfter: expect.any(Number),
    });
  });
});

const house = resolve(import.meta.dirname, '..');

/** Runs a program as a user of the package would, and resolves with what it prints. */
async function run(program: string): Promise<string> {
  // Inside the house, so that `chronoscribe` is found as it is beside an installed package.
  const folder = await mkdtemp(join(house, 'test', '.client-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'program.ts'), program);
  const command = ['--conditions=chronoscribe-source', join(folder, 'program.ts')];
  return (await promisify(execFile)(process.execPath, command, { env: { ...process.env, KEY: key } })).stdout;
}

test('the client loads two small packages, and nothing of Node', async () => {
  const loaded = await run(`
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(specifier, context, next) {
        const resolved = next(specifier, context);
        console.log(resolved.url);
        return resolved;
      },
    });
    await import('chronoscribe/client');
  `);
  const modules = loaded.trim().split('\n');
  expect(modules).toContainEqual(expect.stringMatching(/core\/client\/index\.ts$/));
  const packages = modules.map((url) => /node_modules\/([^/]+)/.exec(url)?.[1]).filter((name) => name !== undefined);
  expect(new Set(packages)).toEqual(new Set(['openapi-fetch', 'eventsource-parser']));
  expect(modules.filter((url) => url.startsWith('node:'))).toEqual([]);
});

const guide = await readFile(join(house, 'docs/client.md'), 'utf8');
const branch = await readFile(join(house, 'docs/examples/client/branch.ts'), 'utf8');
const examples = [...[...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code), branch];

/** What the guide says that the other examples begin with. */
const beginning = (examples[0] ?? '').split('\n', 3).join('\n');

test.for(examples)('example %$ of the guide runs and prints what it says', async (shown) => {
  const code = shown.startsWith(beginning) ? shown : `${beginning}\n${shown}`;
  const printed = await run(code.replaceAll('http://127.0.0.1:8080', host.url));
  const promised = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line]) => line);
  expect(printed.split('\n')).toEqual(expect.arrayContaining(promised));
});
