import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type PracticeHost, startPractice } from './practice-host.ts';

const Made = z.object({ id: z.string() });
const Events = z.object({ events: z.array(z.unknown()) });

/** Ways in which a disk, or a hand, damages a file. */
const damages: Readonly<Record<string, (whole: Buffer) => Buffer>> = {
  flipped: (whole) => {
    const step = Math.ceil(whole.length / 40);
    // The head of a database too: a bit within a text of its own nobody could tell.
    return Buffer.from(whole.map((byte, at) => (at % step === 20 % step ? byte ^ 0xff : byte)));
  },
  halved: (whole) => whole.subarray(0, Math.floor(whole.length / 2)),
  zeroed: (whole) => Buffer.alloc(whole.length),
  foreign: () => Buffer.from('This is a letter, and nothing of ours at all.\n'.repeat(50)),
  empty: () => Buffer.alloc(0),
};

const eventCount = 60;
const search = '/v1/search-events?location=Berlin&time_range=2019-01-01T00:00:00Z/2021-01-01T00:00:00Z';

/** A data folder with something of everything, and a transcript for each way of damage, as a host leaves it that is killed, or that stops. */
async function dataFolder(store: string, end: 'killed' | 'stopped') {
  const folder = await temporaryFolder();
  const { host, call, upload } = await startPractice(folder.path, store);
  for (let made = 0; made < eventCount; made += 1) {
    await call('POST', '/v1/record-event', {
      description: 'x'.repeat(2_000),
      location: 'Berlin',
      time: '2020-01-01T00:00:00Z',
    });
  }
  const transcripts: Record<string, string> = {};
  for (const damage of Object.keys(damages)) transcripts[damage] = Made.parse((await upload()).json).id;
  if (end === 'killed') host.process.kill('SIGKILL');
  else host.process.kill('SIGTERM');
  await host.finished;
  return { ...folder, transcripts };
}

describe.each([
  ['sqlite', 'killed'],
  ['sqlite', 'stopped'],
  ['lowdb', 'killed'],
] as const)('the data folder of a host on %s that was %s', (store, end) => {
  let made: Awaited<ReturnType<typeof dataFolder>>;
  beforeAll(async () => {
    made = await dataFolder(store, end);
  });
  afterAll(() => made.remove());

  /** Starts a host on a copy of it in which files are damaged; a string is why it did not start. */
  async function startDamaged(
    ...files: readonly (readonly [file: string, damage: string])[]
  ): Promise<PracticeHost | string> {
    const copy = await temporaryFolder();
    onTestFinished(copy.remove);
    await cp(made.path, copy.path, { recursive: true });
    for (const [file, damage] of files) {
      const path = join(copy.path, 'data', file);
      await writeFile(path, damages[damage]?.(await readFile(path)) ?? '');
    }
    try {
      const practice = await startPractice(copy.path, store);
      onTestFinished(() => void practice.host.process.kill('SIGKILL'));
      return practice;
    } catch (thrown) {
      return String(thrown);
    }
  }

  const storeFiles = {
    'sqlite killed': [
      ['chronoscribe.db', 'empty'],
      ['chronoscribe.db-wal', 'flipped'],
      ['chronoscribe.db-wal', 'zeroed'],
      ['chronoscribe.db-wal', 'foreign'],
    ],
    'sqlite stopped': ['flipped', 'halved', 'zeroed', 'foreign', 'empty'].map((damage) => ['chronoscribe.db', damage]),
    'lowdb killed': Object.keys(damages).map((damage) => ['chronoscribe.json', damage]),
    'lowdb stopped': [],
  }[`${store} ${end}` as const];

  test.each(storeFiles)(
    'with %s %s is refused by name, with the command that restores',
    async (file = '', damage = '') => {
      const refusal = await startDamaged([file, damage]);
      expect(refusal).toContain(`${file.replace('-wal', '')}`);
      expect(refusal).toMatch(/chronoscribe import FILE|: cp '.*chronoscribe\.json\.bak' '.*chronoscribe\.json'/);
    },
  );

  const logs = end === 'killed' ? ['flipped', 'zeroed', 'foreign'].map((damage) => ['workflows.db-wal', damage]) : [];
  const engineFiles = [
    ...logs,
    ...(end === 'stopped'
      ? [
          ['workflows.db', 'foreign'],
          ['workflows.db', 'zeroed'],
        ]
      : []),
  ];
  test.each(engineFiles)(
    'with %s %s is refused by name, and says that it can be done without',
    async (file = '', damage = '') => {
      expect(await startDamaged([file, damage])).toMatch(/workflows\.db.*(start with|creates) an empty one/s);
    },
  );

  // The audit log is the same file whichever store a host has, and however it ended.
  test.each(store === 'lowdb' ? ['zeroed', 'foreign'] : [])(
    'with its audit log %s is refused by name',
    async (damage) => {
      const [file = ''] = (await readdir(join(made.path, 'data', 'audit', '1'))).filter((name) =>
        name.endsWith('.ndjson'),
      );
      expect(await startDamaged([join('audit', '1', file), damage])).toMatch(
        /audit\/1\/.*\.ndjson is no entry of an audit log.*Move/s,
      );
    },
  );

  test('with damaged contents of records serves all else, and names each of these records', async () => {
    const contents = Object.entries(made.transcripts).map(async ([damage, id]) => {
      const folder = join('blobs', 'records', 'transcripts', id);
      const [file = ''] = await readdir(join(made.path, 'data', folder));
      return [join(folder, file), damage] as const;
    });
    const practice = await startDamaged(...(await Promise.all(contents)));
    if (typeof practice === 'string') throw new Error(practice);
    for (const [damage, id] of Object.entries(made.transcripts)) {
      const answer = await practice.call('GET', `/api/v1/transcripts/${id}`);
      expect(answer.status, damage).toBe(500);
      expect(answer.text, damage).toContain(`The content of transcript ${id}, version 1, is missing or damaged.`);
    }
    expect(Events.parse((await practice.call('GET', search)).json).events).toHaveLength(eventCount);
  });

  test('with nothing damaged is as it was', async () => {
    const whole = await startDamaged();
    if (typeof whole === 'string') throw new Error(whole);
    expect(Events.parse((await whole.call('GET', search)).json).events).toHaveLength(eventCount);
    for (const id of Object.values(made.transcripts)) {
      expect((await whole.call('GET', `/api/v1/transcripts/${id}`)).status).toBe(200);
    }
  });
});
