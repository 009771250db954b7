import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Archive, Blobs } from 'chronoscribe';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { writeArchive } from '../../core/archive/write.ts';
import { withParts } from '../../core/cli/parts.ts';
import { writeFileAtomic } from '../../core/files/durable-write.ts';
import { planHost } from '../../core/host/plan.ts';
import { event, idIn, must, run, transcriptForm } from './house.ts';

/** How many backups are made while a host is at work, each of which is brought into a host of its own. */
const backups = 2;
const always = '0000-01-01T00:00:00Z/9999-12-31T23:59:59Z';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

async function start(store: string, dataFolder: string): Promise<TestHost> {
  return testHost({ file: await configuration(store), dataFolder });
}

async function configuration(store: string): Promise<string> {
  const file = join(folder.path, `${store}.yaml`);
  const quiet = { log: { level: 'silent' }, http: { rateLimit: { perMinute: 0 } } };
  await writeFile(file, JSON.stringify({ ...quiet, providers: { store: { use: store } } }));
  return file;
}

/**
 * What `chronoscribe backup` does, with blobs that are far away: so there is time for much to happen between a moment
 * and the copies.
 */
async function slowBackup(file: string, data: string, config: string): Promise<void> {
  const request = { file: config, flags: { data }, environment: {}, workingDirectory: folder.path, readOnly: true };
  await withParts(await planHost(request), { archive: Archive, blobs: Blobs }, async ({ archive, blobs }) => {
    const slow: Blobs = {
      ...blobs,
      async *list(prefix) {
        await wait(100);
        yield* blobs.list(prefix);
      },
      async *read(name) {
        await wait(20);
        yield* blobs.read(name);
      },
    };
    const from = { archive, blobs: slow, folder: folder.path };
    await writeArchive(from, (bytes) => writeFileAtomic(file, bytes), new AbortController().signal);
  });
}

/**
 * Work of all sorts, until `signal` aborts: what is made is changed, and much of it deleted at once. What was kept
 * before the last request began is in `kept`.
 */
async function practice(
  host: TestHost,
  signal: AbortSignal,
  kept: { readonly transcripts: Set<string>; readonly events: Set<string> },
) {
  const transcripts = async () => {
    for (let at = 0; !signal.aborted; at += 1) {
      const id = idIn(
        await must(host, 'POST', '/api/v1/transcripts/upload_audio_file', { form: await transcriptForm() }),
      );
      await must(host, 'PATCH', `/api/v1/transcripts/${id}`, {
        json: { speakers: [{ speaker: 'Speaker 1', name: `Dr. ${at}` }] },
      });
      if (at % 3 === 0) kept.transcripts.add(id);
      else await must(host, 'DELETE', `/api/v1/transcripts/${id}`);
    }
  };
  const events = async (worker: number) => {
    for (let at = 0; !signal.aborted; at += 1) {
      const id = `${worker}-${at}`;
      await must(host, 'POST', '/v1/record-event', { json: event(id) });
      kept.events.add(id);
      const { timeline_id } = z.object({ timeline_id: z.string() }).parse(
        (
          await must(host, 'POST', '/v1/create-timeline', {
            json: { base_timeline_id: 'primary', description: 'What if' },
          })
        ).json,
      );
      const outcome = { event_id: id, timeline_id, new_outcome: { description: 'Otherwise', changes: [] } };
      await must(host, 'POST', '/v1/manipulate-event', { json: outcome });
      if (at % 2 === 0) await must(host, 'DELETE', '/v1/delete-timeline', { json: { timeline_id } });
    }
  };
  await Promise.all([transcripts(), transcripts(), transcripts(), events(1), events(2)]);
}

test.each(['sqlite', 'lowdb'])(
  'every backup that is made of %s under load is whole: no record without its content, and a ledger without a flaw',
  async (store) => {
    const dataFolder = join(folder.path, 'data');
    const host = await start(store, dataFolder);
    const ending = new AbortController();
    const kept = { transcripts: new Set<string>(), events: new Set<string>() };
    const working = practice(host, ending.signal, kept);
    const made: {
      readonly file: string;
      readonly transcripts: readonly string[];
      readonly events: readonly string[];
    }[] = [];
    try {
      for (let backup = 0; backup < backups; backup += 1) {
        await Promise.race([working, wait(150)]);
        // What was acknowledged before the backup began is in it.
        const before = { transcripts: [...kept.transcripts], events: [...kept.events] };
        const file = join(folder.path, `${backup}.tar`);
        await Promise.race([working, slowBackup(file, dataFolder, await configuration(store))]);
        made.push({ file, ...before });
      }
    } finally {
      ending.abort();
      await working;
      await host.stop();
    }
    expect(kept.events.size).toBeGreaterThan(4);
    expect(kept.transcripts.size).toBeGreaterThan(1);
    for (const { file, transcripts, events } of made) {
      const fresh = `${file}.data`;
      await run('import', file, '--data', fresh, '--config', await configuration('sqlite'));
      const moved = await start('sqlite', fresh);
      try {
        await expectWhole(moved, { transcripts, events });
      } finally {
        await moved.stop();
      }
    }
  },
  180_000,
);

const Listed = z.object({ items: z.array(z.object({ id: z.string() })), next_cursor: z.string().nullish() });

async function expectWhole(
  host: TestHost,
  kept: { readonly transcripts: readonly string[]; readonly events: readonly string[] },
): Promise<void> {
  const ids = new Set<string>();
  for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; ) {
    const page = await must(host, 'GET', `/api/v1/transcripts?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
    const { items, next_cursor } = Listed.parse(page.json);
    for (const { id } of items) ids.add(id);
    cursor = next_cursor;
  }
  for (const id of ids) {
    const { json } = await must(host, 'GET', `/api/v1/transcripts/${id}/versions`);
    const versions = z.object({ items: z.array(z.object({ version: z.number() })) }).parse(json).items;
    for (const { version } of versions) await must(host, 'GET', `/api/v1/transcripts/${id}/versions/${version}`);
  }
  expect(kept.transcripts.filter((id) => !ids.has(id))).toEqual([]);

  // What was open goes on, and comes to an end that is no failure.
  const runs = () =>
    host
      .call('GET', '/api/v1/runs')
      .then(
        ({ json }) =>
          z.object({ items: z.array(z.looseObject({ id: z.string(), status: z.string() })) }).parse(json).items,
      );
  await expect
    .poll(async () => (await runs()).filter(({ status }) => status === 'queued' || status === 'running'))
    .toEqual([]);
  expect((await runs()).filter(({ status }) => status !== 'done')).toEqual([]);

  const query = new URLSearchParams({ location: 'Berlin', time_range: always, limit: '1000' });
  const { json } = await must(host, 'GET', `/v1/search-events?${query}`);
  const shown = new Set(
    z
      .object({ events: z.array(z.object({ event_id: z.string() })) })
      .parse(json)
      .events.map(({ event_id }) => event_id),
  );
  expect(kept.events.filter((id) => !shown.has(id))).toEqual([]);
  const check = z.object({ timeline_stability: z.string() }).parse((await must(host, 'GET', '/v1/check-paradox')).json);
  expect(check.timeline_stability).toBe('Stable');
}
