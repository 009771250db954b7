import { silentLog } from 'chronoscribe/testing';
import type { AuditEvent } from 'chronoscribe/types';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contentFiles } from './content-files.ts';
import type { RecordRepository } from './kind.ts';
import { recordCollection, wordsCollection } from './stored-record.ts';
import { sweep } from './sweeping.ts';
import { type Desk, type Letter, letters, openDesk } from './testing/letters.ts';

const hour = 3600 * 1000;
const day = 24 * hour;
const content: Letter = { words: ['hello'] };

let desk: Desk;
let repository: RecordRepository<Letter>;
const deeds: AuditEvent[] = [];
beforeEach(async () => {
  deeds.length = 0;
  desk = await openDesk();
  repository = await desk.repository();
});
afterEach(() => desk.stop());

/** Sweeps as the repository does by itself every hour. */
function sweepAt(now: number, keepDays?: number, runs = desk.tools.runs): Promise<number> {
  const { store } = desk.tools;
  const audit = {
    async record(deed: AuditEvent) {
      deeds.push(deed);
    },
  };
  const files = contentFiles(letters, desk.tools);
  const rows = recordCollection(letters.name);
  const words = wordsCollection(letters.name);
  const tools = { store, runs, audit, files, rows, words, log: silentLog, keepDays, index: async () => undefined };
  return sweep(tools, now, new AbortController().signal);
}

const ids = async (account: string) => (await repository.list(account, {})).items.map(({ id }) => id);

describe('the hourly sweep', () => {
  test('deletes records older than their retention, of every account, and leaves younger ones', async () => {
    const now = 1000 * day;
    for (let i = 0; i < 25; i += 1) {
      const account = i % 2 === 0 ? 'north' : 'south';
      await repository.add({ id: `old-${i}`, account, createdAt: now - 7 * day - 1 - i, runId: `run-${i}` }, content);
    }
    await repository.add({ id: 'young', account: 'north', createdAt: now - 7 * day, runId: 'run' }, content);
    expect(await sweepAt(now)).toBe(0);
    expect(await sweepAt(now, 7)).toBe(25);
    expect([await ids('north'), await ids('south')]).toEqual([['young'], []]);
    expect(await desk.files()).toHaveLength(1);
  });

  test('goes past a record that it cannot delete, and the audit log has both', async () => {
    const runs = {
      ...desk.tools.runs,
      async forget(_: string, id: string) {
        if (id === 'stuck') throw new Error('cannot');
      },
    };
    await repository.add({ id: 'a', account: 'north', createdAt: 1, runId: 'stuck' }, content);
    await repository.add({ id: 'b', account: 'north', createdAt: 2, runId: 'free' }, content);
    expect(await sweepAt(10 * day, 7, runs)).toBe(1);
    expect(await desk.files()).toEqual([expect.stringContaining('/a/')]);
    const deed = { account: 'north', key: null, action: 'retention ended' };
    expect(deeds.toSorted((a, b) => (a.record ?? '').localeCompare(b.record ?? ''))).toEqual([
      { ...deed, record: 'a', outcome: 'failed' },
      { ...deed, record: 'b', outcome: 'done' },
    ]);
  });

  test('goes on with a deletion that was interrupted', async () => {
    let failing = true;
    const runs = {
      ...desk.tools.runs,
      async forget() {
        if (failing) throw new Error('the power is gone');
      },
    };
    const interrupted = await desk.repository({ runs });
    await interrupted.add({ id: 'a', account: 'north', createdAt: 1, runId: 'run' }, content);
    await expect(interrupted.delete('north', 'a')).rejects.toThrow('the power is gone');
    failing = false;
    expect(await sweepAt(Date.now())).toBe(1);
    expect(await desk.files()).toEqual([]);
    expect(deeds).toMatchObject([{ action: 'deletion gone on with', record: 'a', outcome: 'done' }]);
  });

  test('deletes what somebody began to keep and never finished, but nothing that may still be being written', async () => {
    const blobs = {
      ...desk.tools.blobs,
      async write(...given: Parameters<typeof desk.tools.blobs.write>) {
        await desk.tools.blobs.write(...given);
        throw new Error('the process died');
      },
    };
    const dying = await desk.repository({ blobs });
    const begun = Date.now();
    await expect(dying.add({ id: 'a', account: 'north', createdAt: 1, runId: 'run' }, content)).rejects.toThrow('died');
    await expect(repository.get('north', 'a')).rejects.toMatchObject({ code: 'not-found' });
    expect(await ids('north')).toEqual([]);
    expect(await sweepAt(begun)).toBe(0);
    expect(await desk.files()).toHaveLength(1);
    expect(await sweepAt(Date.now() + hour)).toBe(1);
    expect(await desk.files()).toEqual([]);
  });
});

test('a record whose first writing broke off is kept when its step is done again', async () => {
  const blobs = { ...desk.tools.blobs, write: () => Promise.reject(new Error('the disk is full')) };
  const full = await desk.repository({ blobs });
  await expect(full.add({ id: 'a', account: 'north', createdAt: 1, runId: 'run' }, content)).rejects.toThrow('full');
  await repository.add({ id: 'a', account: 'north', createdAt: 1, runId: 'run' }, content);
  expect(await repository.get('north', 'a')).toMatchObject({ version: 1, content });
  expect(await sweepAt(Date.now() + hour)).toBe(0);
});
