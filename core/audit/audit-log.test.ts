import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import sqlite from '../../providers/store/sqlite/index.ts';
import { Store } from '../kinds/store.ts';
import { silentLog, startProvider, temporaryFolder } from '../testing/provider.ts';
import { auditAnchors } from './anchors.ts';
import { auditHealth, openAuditLog } from './audit-log.ts';
import { chainsIn, filesOf } from './chain.ts';
import { searchAuditLog } from './reading.ts';
import { verifyFiles } from './testing/files.ts';

const event = {
  account: 'clinic',
  key: 'k1',
  action: 'GET /api/v1/transcripts/{id}',
  record: 'r1',
  outcome: 200,
} as const;
let data: string;
let folder: string;

beforeEach(async () => {
  const made = await temporaryFolder();
  onTestFinished(made.remove);
  data = made.path;
  folder = join(data, 'audit');
});
afterEach(() => {
  vi.useRealTimers();
});

const open = async () => {
  const { instance: store, stop } = await startProvider(Store, sqlite, { dataFolder: data });
  onTestFinished(stop);
  const log = await openAuditLog({ data, store, isClustered: false, log: silentLog });
  onTestFinished(() => log.stop());
  return log;
};
const onlyFile = async () => {
  const [file = ''] = await filesOf(folder, '1');
  return file;
};
const linesIn = async (file: string) => (await readFile(file, 'utf8')).trimEnd().split('\n');

test('an event is on the disk when it is acknowledged: who, what, when, and how it ended', async () => {
  const log = await open();
  await log.record(event);
  const [line = ''] = await linesIn(await onlyFile());
  expect(JSON.parse(line)).toEqual({
    seq: 1,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    ...event,
    previous: '0'.repeat(64),
  });
});

test('the chain continues after a restart, and from one month to the next', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-30T23:59:59Z'), toFake: ['Date'] });
  const first = await open();
  await Promise.all(Array.from({ length: 100 }, () => first.record(event)));
  await first.stop();
  const second = await open();
  await second.record(event);
  vi.setSystemTime(new Date('2026-12-01T00:00:01Z'));
  await second.record(event);
  await second.stop();
  const third = await open();
  await third.record(event);
  expect((await filesOf(folder, '1')).map((file) => file.slice(-14))).toEqual(['2026-11.ndjson', '2026-12.ndjson']);
  expect(await verifyFiles(folder)).toEqual([
    { chain: '1', entries: 103, hash: expect.any(String), fault: null, gaps: [] },
  ]);
});

test('an incomplete line of a crashed process is removed, since it was never acknowledged', async () => {
  const first = await open();
  await first.record(event);
  await first.stop();
  await appendFile(await onlyFile(), '{"seq":2,"at":"2026-');
  const second = await open();
  await second.record(event);
  expect(await verifyFiles(folder)).toMatchObject([{ entries: 2, fault: null }]);
});

test('a second process writes to a chain of its own', async () => {
  const first = await open();
  const second = await open();
  await Promise.all([first.record(event), second.record(event), first.record(event)]);
  expect(await chainsIn(folder)).toEqual(['1', '2']);
  expect(await verifyFiles(folder)).toMatchObject([
    { chain: '1', entries: 2, fault: null },
    { chain: '2', entries: 1, fault: null },
  ]);
});

test('a folder whose last line is not an entry is refused by name, and left unchanged', async () => {
  await (await open()).stop();
  const file = join(folder, '1', '2026-11.ndjson');
  await writeFile(file, 'not ours\n');
  await expect(open()).rejects.toThrow(/2026-11\.ndjson is no entry of an audit log/);
  expect(await readFile(file, 'utf8')).toBe('not ours\n');
  await rm(file);
  await open();
});

test.each([
  ['an entry that was changed', (lines: string[]) => lines.with(1, (lines[1] ?? '').replace('"r1"', '"r2"')), 3],
  ['an entry that was removed', (lines: string[]) => lines.toSpliced(1, 1), 2],
  ['an entry that was inserted', (lines: string[]) => lines.toSpliced(1, 0, lines[0] ?? ''), 2],
  ['entries in another order', (lines: string[]) => [lines[0] ?? '', lines[2] ?? '', lines[1] ?? ''], 2],
  ['a first entry that is missing', (lines: string[]) => lines.slice(1), 1],
  ['a line that is no entry', (lines: string[]) => lines.with(2, '{}'), 3],
])('finds %s', async (_, change, place) => {
  const log = await open();
  for (let count = 0; count < 4; count += 1) await log.record(event);
  const file = await onlyFile();
  await writeFile(file, `${change(await linesIn(file)).join('\n')}\n`);
  const [report] = await verifyFiles(folder);
  expect(report?.fault).toContain(`${file}:${place} `);
});

test('after a write that failed the next one continues the chain, and nothing of the failure stays', async () => {
  const log = await open();
  await log.record(event);
  const [file = ''] = await filesOf(folder, '1');
  await rm(file);
  await mkdir(file);
  await expect(log.record(event)).rejects.toMatchObject({ code: 'provider-unavailable', status: 503, retryAfter: 10 });
  expect(log.fault()).toBeDefined();
  await rm(file, { recursive: true });
  await log.record(event);
  expect(log.fault()).toBeUndefined();
  // The first entry was acknowledged and is gone, which must be found.
  expect((await verifyFiles(folder))[0]?.fault).toContain('entry 1 is missing');
});

test('a torn line that a failed write left is removed before the next entry', async () => {
  const log = await open();
  await log.record(event);
  const [file = ''] = await filesOf(folder, '1');
  const whole = await readFile(file, 'utf8');
  await rm(file);
  await mkdir(file);
  await expect(log.record(event)).rejects.toThrow('audit log could not be written');
  await rm(file, { recursive: true });
  await writeFile(file, `${whole}{"seq":2,"at`);
  await log.record(event);
  expect(await verifyFiles(folder)).toMatchObject([{ entries: 2, fault: null }]);
});

test.each([
  ['2026-11', 'in the old month', '2026-11-30T23:59:59Z'],
  ['2026-12', 'in the new month', '2026-12-01T00:00:00Z'],
])('a failure while the month changes leaves no gap: %s cannot be written %s', async (month, _, failsAt) => {
  vi.useFakeTimers({ now: new Date('2026-11-30T23:59:58Z'), toFake: ['Date'] });
  const log = await open();
  await log.record(event);
  const file = join(folder, '1', `${month}.ndjson`);
  const kept = join(data, 'kept');
  if (month === '2026-11') await rename(file, kept);
  await mkdir(file);
  vi.setSystemTime(new Date(failsAt));
  await expect(log.record(event)).rejects.toThrow('audit log could not be written');
  await rm(file, { recursive: true });
  if (month === '2026-11') await rename(kept, file);
  vi.setSystemTime(new Date('2026-12-01T00:00:01Z'));
  await log.record(event);
  await log.stop();
  await (await open()).record(event);
  expect((await filesOf(folder, '1')).map((each) => each.slice(-14))).toEqual(['2026-11.ndjson', '2026-12.ndjson']);
  expect(await verifyFiles(folder)).toMatchObject([{ entries: 3, fault: null }]);
});

test('a line that another program appends does not stop the log, and stays to be found', async () => {
  const log = await open();
  await log.record(event);
  const file = await onlyFile();
  await appendFile(file, 'not ours\n');
  await log.record(event);
  const [report] = await verifyFiles(folder);
  expect(report).toMatchObject({ entries: 2, fault: `${file}:2 is no entry of an audit log` });
});

test.each(['Ann\u2028Lee', 'Ann\u2029', '\u2028{"seq":1}\u2028', 'Ann\rLee', 'Ann\r\nLee', 'Ann\u0085\v\fLee'])(
  'a person is found in the log under the name %j, and it is whole',
  async (by) => {
    const log = await open();
    await log.record({ ...event, person: 'per_1', by });
    await log.record(event);
    expect(await verifyFiles(folder)).toMatchObject([{ entries: 2, fault: null }]);
    expect(await searchAuditLog(folder, { limit: 9 })).toMatchObject([{ seq: 2 }, { seq: 1, by }]);
  },
);

test('an end that cannot be saved is told of, and saved later', async () => {
  const { instance: store, stop } = await startProvider(Store, sqlite, { dataFolder: data });
  onTestFinished(stop);
  let isBroken = true;
  const put: Store['put'] = async (collection, document) => {
    if (isBroken) throw new Error('no store');
    return store.put(collection, document);
  };
  const log = await openAuditLog({ data, store: { ...store, put }, isClustered: false, log: silentLog });
  await log.record(event);
  await expect
    .poll(() => auditHealth(log))
    .toMatchObject({ status: 'degraded', detail: expect.stringContaining('not saved') });
  isBroken = false;
  await expect.poll(() => auditHealth(log)).toMatchObject({ status: 'ok' });
  await log.stop();
  expect(await store.find(auditAnchors, {})).toMatchObject({ items: [{ seq: 1, chain: '1' }] });
});

test('the store has a commit a second at most, however many entries there are', async () => {
  const { instance: store, stop } = await startProvider(Store, sqlite, { dataFolder: data });
  onTestFinished(stop);
  let commits = 0;
  const put: Store['put'] = (collection, document) => {
    commits += 1;
    return store.put(collection, document);
  };
  const log = await openAuditLog({ data, store: { ...store, put }, isClustered: false, log: silentLog });
  const begun = performance.now();
  for (let count = 0; count < 50; count += 1) await log.record(event);
  await log.stop();
  // The first at once, and the last at the end.
  expect(commits).toBeLessThanOrEqual(2 + (performance.now() - begun) / 1000);
  expect(await store.find(auditAnchors, {})).toMatchObject({ items: [{ seq: 50 }] });
});
