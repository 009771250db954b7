import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliHost, startCli } from '../core/cli/testing.ts';
import { testDatabase } from '../core/postgres/testing/database.ts';
import { type CountingService, startCountingService } from './cluster/counting-service.ts';

const key = 'a-key-for-clocks-that-is-long-enough';
const plugin = new URL('./fixtures/counted-work/index.ts', import.meta.url).pathname;

/**
 * Lets a process believe in another time: https://github.com/wolfcw/libfaketime. Debian's package `faketime` has it.
 */
const library = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
  .map((folder) => join(folder, 'faketime', 'libfaketimeMT.so.1'))
  .find((path) => {
    try {
      return readdirSync(join(path, '..')).length > 0;
    } catch {
      return false;
    }
  });
if (library === undefined)
  console.warn('libfaketime is not installed: that clock jumps break nothing is not tested here');

interface House {
  readonly name: string;
  /** The providers of the host, and what gives back what they use. */
  providers(): Promise<{ readonly config: object; stop(): Promise<void> }>;
}

const onPostgres: House = {
  name: 'store and engine postgres',
  async providers() {
    const { url, stop } = await testDatabase();
    return {
      config: { store: { use: 'postgres', with: { url } }, 'workflow-engine': { use: 'postgres', with: { url } } },
      stop,
    };
  },
};

const houses: readonly House[] = [
  { name: 'store sqlite, engine embedded', providers: async () => ({ config: {}, stop: async () => undefined }) },
  onPostgres,
];

describe.skipIf(library === undefined).each(houses)('a host whose clock jumps ($name)', ({ providers }) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: CountingService;
  let host: CliHost;
  let stopProviders: () => Promise<void>;

  const setClock = (offset: string): Promise<void> => writeFile(join(folder.path, 'offset'), offset);

  const start = (): Promise<CliHost> =>
    startCli(['--data', join(folder.path, 'data'), '--config', join(folder.path, 'config.yaml')], {
      environment: {
        CHRONOSCRIBE_API_KEY: key,
        LD_PRELOAD: library ?? '',
        FAKETIME_TIMESTAMP_FILE: join(folder.path, 'offset'),
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    });

  beforeEach(async () => {
    folder = await temporaryFolder();
    service = await startCountingService(500);
    const { config, stop } = await providers();
    stopProviders = stop;
    const settings = {
      http: { rateLimit: { perMinute: 200 } },
      log: { level: 'error' },
      providers: config,
      plugins: { 'counted-work': { use: plugin, with: { service: service.url } } },
    };
    await writeFile(join(folder.path, 'config.yaml'), JSON.stringify(settings));
    await setClock('+0s');
    host = await start();
  });
  afterEach(async () => {
    await host.stop();
    await stopProviders();
    await service.stop();
    await folder.remove();
  });

  const call = async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await fetch(new URL(path, host.url), {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // The answers' shapes are those that the tests below expect.
    return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Record<string, never> };
  };
  const shown = async (): Promise<number> =>
    Date.parse((await call('GET', '/v1/current-time')).json.current_time ?? '');
  const beginWork = async (work: string): Promise<string> =>
    (await call('POST', '/v1/counted-work', { work }, { prefer: 'respond-async' })).json.id ?? '';
  const isDone = (id: string) =>
    expect.poll(async () => (await call('GET', `/api/v1/runs/${id}`)).json.status, { timeout: 30_000 }).toBe('done');
  const setAnchor = () =>
    call(
      'POST',
      '/v1/set-anchor',
      { timestamp: '2030-01-01T00:00:00Z', description: 'Here' },
      { 'idempotency-key': 'once' },
    );
  const record = (event: string) =>
    call('POST', '/v1/record-event', {
      event_id: event,
      description: event,
      time: '2030-01-01T00:00:00Z',
      location: 'Berlin',
    });

  describe.each(['+1h', '-1h'])('by %s', (jump) => {
    it('goes on with its work, its clock and the order of its events as if nothing had been', async () => {
      const work = await beginWork('before');
      await record('first');
      const answered = await setAnchor();
      const before = await shown();

      await setClock(jump);

      expect(Math.abs((await shown()) - before)).toBeLessThan(60_000);
      await record('second');
      const { timeline } = await search();
      expect(timeline).toEqual(['first', 'second']);
      const again = await setAnchor();
      expect(again.json).toEqual(answered.json);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      await isDone(work);
      await isDone(await beginWork('after'));
      expect([...service.answered.values()]).toEqual(Array(6).fill(1));
    });

    it('lets nobody wait longer who has asked too often', async () => {
      await Promise.all(Array.from({ length: 200 }, () => call('GET', '/v1/current-time')));
      await setClock(jump);
      const refused = await call('GET', '/v1/current-time');
      if (refused.status === 429) expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      // The other way round the minute may be over.
      else expect([jump, refused.status]).toEqual(['+1h', 200]);
    });

    it('goes on at once after a crash with what it had begun before the jump', async () => {
      const work = await beginWork('interrupted');
      await expect.poll(async () => (await call('GET', `/api/v1/runs/${work}`)).json.step).toBe('second');
      host.process.kill('SIGKILL');
      await host.finished;
      await setClock(jump);
      host = await start();
      await isDone(work);
      expect(service.answered.get('interrupted/first')).toBe(1);
    });
  });

  /**
   * The events of 2030 in Berlin, in their order: of those at one moment, the one that was recorded first comes first.
   */
  async function search(): Promise<{ readonly timeline: readonly string[] }> {
    const range = encodeURIComponent('2030-01-01T00:00:00Z/2030-01-02T00:00:00Z');
    const { json } = await call('GET', `/v1/search-events?location=Berlin&time_range=${range}`);
    const { events } = json as unknown as { events: readonly { event_id: string }[] };
    return { timeline: events.map(({ event_id }) => event_id) };
  }
});
