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

/** A data folder with something of everything, as a host leaves it that is killed, or that stops. */
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
  const { id } = Made.parse((await upload()).json);
  if (end === 'killed') host.process.kill('SIGKILL');
  else host.process.kill('SIGTERM');
  await host.finished;
  return { ...folder, transcript: id };
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

  /** Starts a host on a copy of it in which one file is damaged; a string is why it did not start. */
  async function startDamaged(file: string, damage: string): Promise<PracticeHost | string> {
    const copy = await temporaryFolder();
    onTestFinished(copy.remove);
    await cp(made.path, copy.path, { recursive: true });
    const path = join(copy.path, 'data', file);
    await writeFile(path, damages[damage]?.(await readFile(path)) ?? '');
    try {
      const practice = await startPractice(copy.path, store);
      onTestFinished(() => void practice.host.process.kill('SIGKILL'));
      return practice;
    } catch (thrown) {
      return String(thrown);
    }
  }

  const everythingIsThere = async ({ call }: PracticeHost) => {
    expect(Events.parse((await call('GET', search)).json).events).toHaveLength(eventCount);
    expect((await call('GET', `/api/v1/transcripts/${made.transcript}`)).status).toBe(200);
  };

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
      const refusal = await startDamaged(file, damage);
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
      expect(await startDamaged(file, damage)).toMatch(/workflows\.db.*(start with|creates) an empty one/s);
    },
  );

  test.each(['zeroed', 'foreign'])('with its audit log %s is refused by name', async (damage) => {
    const [file = ''] = (await readdir(join(made.path, 'data', 'audit', '1'))).filter((name) =>
      name.endsWith('.ndjson'),
    );
    expect(await startDamaged(join('audit', '1', file), damage)).toMatch(
      /audit\/1\/.*\.ndjson is no entry of an audit log.*Move/s,
    );
  });

  test.each(Object.keys(damages))(
    'with the content of a record %s serves all else, and names the record',
    async (damage) => {
      const folder = join('blobs', 'records', 'transcripts', made.transcript);
      const [file = ''] = await readdir(join(made.path, 'data', folder));
      const practice = await startDamaged(join(folder, file), damage);
      if (typeof practice === 'string') throw new Error(practice);
      const answer = await practice.call('GET', `/api/v1/transcripts/${made.transcript}`);
      expect(answer.status).toBe(500);
      expect(answer.text).toContain(`The content of transcript ${made.transcript}, version 1, is missing or damaged.`);
      expect(Events.parse((await practice.call('GET', search)).json).events).toHaveLength(eventCount);
    },
  );

  test('with nothing damaged is as it was', async () => {
    const copy = await temporaryFolder();
    onTestFinished(copy.remove);
    await cp(made.path, copy.path, { recursive: true });
    const whole = await startPractice(copy.path, store);
    onTestFinished(() => void whole.host.process.kill('SIGKILL'));
    await everythingIsThere(whole);
  });
});
