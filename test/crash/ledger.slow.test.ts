import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type CliHost, startCli } from '../../core/cli/testing.ts';

/** The ledger in a host that is killed in the middle of a refusal or of an import, on each store. */
const key = 'a-key-for-crashes-that-is-long-enough';
const always = '0000-01-01T00:00:00Z/9999-12-31T23:59:59Z';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

async function start(store: string): Promise<CliHost> {
  const config = join(folder.path, 'config.yaml');
  const settings = {
    http: { rateLimit: { perMinute: 0 } },
    log: { level: 'error' },
    providers: { store: { use: store } },
  };
  await writeFile(config, JSON.stringify(settings));
  return startCli(['--data', join(folder.path, 'data'), '--config', config], {
    environment: { CHRONOSCRIBE_API_KEY: key },
  });
}

async function kill(host: CliHost): Promise<void> {
  host.process.kill('SIGKILL');
  await host.finished;
}

const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

const post = (host: CliHost, path: string, body: object): Promise<Response> =>
  fetch(host.url + path, { method: 'POST', headers, body: JSON.stringify(body) });

async function get<T>(host: CliHost, path: string, answer: z.ZodType<T>): Promise<T> {
  return answer.parse(await (await fetch(host.url + path, { headers })).json());
}

async function shown(host: CliHost, location: string): Promise<readonly string[]> {
  const query = new URLSearchParams({ location, time_range: always });
  const { events } = await get(
    host,
    `/v1/search-events?${query}`,
    z.object({ events: z.array(z.object({ event_id: z.string() })) }),
  );
  return events.map(({ event_id }) => event_id);
}

const event = (event_id: string, other: object = {}) => ({
  event_id,
  description: 'Something happens',
  time: '2025-03-01T12:00:00Z',
  location: 'Berlin',
  ...other,
});

const Versions = z.object({ versions: z.array(z.object({ event_id: z.string(), operation: z.string() })) });

describe.each(['sqlite', 'lowdb'])('kill -9 on the store %s', (store) => {
  test('while manipulations are refused: nothing of them is there', async () => {
    const first = await start(store);
    await post(first, '/v1/record-event', event('late', { time: '2025-03-02T12:00:00Z' }));
    await post(first, '/v1/record-event', event('early'));
    const refused = { event_id: 'early', new_outcome: { description: 'Never', changes: [], causes: ['late'] } };
    const answers = Array.from({ length: 40 }, () =>
      post(first, '/v1/manipulate-event', refused).catch(() => undefined),
    );
    const [answer] = await Promise.all([answers[0], wait(5)]);
    expect(answer?.status).toBe(409);
    await kill(first);
    await Promise.all(answers);

    const second = await start(store);
    expect(await shown(second, 'Berlin')).toEqual(['early', 'late']);
    expect((await get(second, '/v1/event-history?event_id=early', Versions)).versions).toHaveLength(1);
    await second.stop();
  });

  test('while a calendar is imported again: all of it is changed after the restart, and never a part', async () => {
    const count = 3_000;
    const calendar = (title: string) =>
      `BEGIN:VCALENDAR\n${Array.from(
        { length: count },
        (_, at) =>
          `BEGIN:VEVENT\nUID:c${at}\nDTSTART:20250301T120000Z\nLOCATION:Berlin\nSUMMARY:${title}\nEND:VEVENT\n`,
      ).join('')}END:VCALENDAR\n`;
    const send = (host: CliHost, title: string) =>
      fetch(`${host.url}/v1/import-events`, {
        method: 'POST',
        body: calendar(title),
        headers: { ...headers, 'content-type': 'text/calendar', prefer: 'respond-async' },
      });
    const titles = async (host: CliHost) => {
      const Listed = z.object({ events: z.array(z.object({ description: z.string() })) });
      const { events } = await get(host, `/v1/search-events?location=Berlin&time_range=${always}`, Listed);
      return Object.entries(Object.groupBy(events, ({ description }) => description)).map(
        ([title, of]) => `${of?.length} ${title}`,
      );
    };
    let host = await start(store);
    const done = async (location: string | null) => {
      const run = () => get(host, location ?? '', z.looseObject({ status: z.string() }));
      await expect.poll(run, { timeout: 60_000 }).toMatchObject({ status: 'done' });
    };
    await done((await send(host, 'Tea')).headers.get('location'));
    let before = 'Tea';
    for (const delayMs of [300, 1_500]) {
      const title = `After ${delayMs}`;
      const accepted = await send(host, title);
      await wait(delayMs);
      expect([[`${count} ${before}`], [`${count} ${title}`]]).toContainEqual(await titles(host));
      await kill(host);
      host = await start(store);
      await done(accepted.headers.get('location'));
      expect(await titles(host)).toEqual([`${count} ${title}`]);
      before = title;
    }
    await host.stop();
  });

  test('in the middle of an import: it is whole after the restart, and none of it twice', async () => {
    const count = 4_000;
    const lines = Array.from({ length: count }, (_, at) =>
      JSON.stringify(event(`e${at}`, { causes: at > 0 ? [`e${at - 1}`] : [] })),
    );
    for (const delayMs of [0, 100]) {
      const location = `Import ${delayMs}`;
      const file = lines
        .join('\n')
        .replaceAll(/"e(?=\d)/g, `"i${delayMs}-`)
        .replaceAll('"Berlin"', `"${location}"`);
      const first = await start(store);
      const accepted = await fetch(`${first.url}/v1/import-events`, {
        method: 'POST',
        body: file,
        headers: { ...headers, 'content-type': 'application/x-ndjson', prefer: 'respond-async' },
      });
      expect(accepted.status).toBe(202);
      await wait(delayMs);
      // All of it or nothing: whoever looks meanwhile never sees a part.
      expect([0, count]).toContain((await shown(first, location)).length);
      await kill(first);

      const second = await start(store);
      const run = () => get(second, accepted.headers.get('location') ?? '', z.looseObject({ status: z.string() }));
      await expect
        .poll(run, { timeout: 30_000 })
        .toMatchObject({ status: 'done', result: { imported: count, skipped: 0 } });
      expect(await shown(second, location)).toHaveLength(count);
      await kill(second);
    }
  });
});
