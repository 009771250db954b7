import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Documents, Problem } from 'chronoscribe';
import { temporaryFolder } from 'chronoscribe/testing';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Event, events, ids } from '../contract/fixture.ts';
import type { OpenStore } from '../open-store.ts';
import type { SqliteConnection } from '../sql/sqlite-connection.ts';
import { openSqlite } from './open.ts';
import { sqliteStore } from './store.ts';

let store: OpenStore;
let writer: SqliteConnection;
/** Long enough that a busy machine does not split what is to be committed together. */
const longestBatchMs = 2_000;
/** Another connection to the file, as another process has it: it sees what is committed. */
let outside: DatabaseSync;

beforeEach(async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'store.db');
  const connections = await openSqlite(file);
  store = await sqliteStore(file, connections, longestBatchMs);
  writer = connections.writer;
  outside = new DatabaseSync(file);
  await store.prepare(events);
  onTestFinished(async () => {
    outside.close();
    await store.stop();
    await folder.remove();
  });
});

const event = (id: number | string): Event => ({ id: `${id}`, account: 'a' });
const numbers = (length: number) => Array.from({ length }, (_, at) => at);
const seenOutside = () => outside.prepare('select count(*) as count from documents_contract_events').get()?.count;
const kept = async () => ids((await store.find(events, {})).items);
/** Which of them succeeded, in their order. */
const outcomes = async (changes: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(changes)).map(({ status }) => status === 'fulfilled');

describe('changes that are asked for together', () => {
  test('share one commit, before which nobody sees anything and nobody is told anything', async () => {
    const seenInside: unknown[] = [];
    const seenWhenTold: unknown[] = [];
    let told = 0;
    const transactions = numbers(10).map(async (at) => {
      await store.transaction(async (inside) => {
        await inside.put(events, event(at));
        seenInside.push([seenOutside(), told]);
      });
      told += 1;
      seenWhenTold.push(seenOutside());
    });
    await Promise.all(transactions);
    expect(seenInside).toEqual(numbers(10).map(() => [0, 0]));
    expect(seenWhenTold).toEqual(numbers(10).map(() => 10));
  });

  test('see what was done before them in the same commit', async () => {
    const found = numbers(5).map((at) =>
      store.transaction(async (inside) => {
        const before = ids((await inside.find(events, {})).items);
        await inside.put(events, event(at));
        return before;
      }),
    );
    expect(await Promise.all(found)).toEqual(numbers(5).map((at) => ids(numbers(at).map(event))));
  });

  test('are not disturbed by one in their middle that throws after it has changed theirs', async () => {
    const reason = new Error('given up');
    const meddle = async (inside: Documents) => {
      await inside.put(events, { ...event(1), place: 'elsewhere' });
      await inside.delete(events, '0');
      await inside.put(events, event('meddler'));
      throw reason;
    };
    const changes = [
      store.put(events, event(0)),
      store.transaction((inside) => inside.put(events, event(1))),
      store.transaction(meddle),
      store.put(events, event(2)),
    ];
    await expect(changes[2]).rejects.toBe(reason);
    expect(await outcomes(changes)).toEqual([true, true, false, true]);
    expect((await store.find(events, {})).items).toEqual(numbers(3).map(event));
  });

  test('are told of an error only when the commit is done that it may rest on', async () => {
    const first = store.put(events, event(1));
    const refusal = store.transaction(async (inside) => {
      if (!(await inside.insert(events, event(1)))) throw new Error('taken');
    });
    await expect(refusal).rejects.toThrow('taken');
    expect(seenOutside()).toBe(1);
    await first;
  });

  test('are split where they are very many, so that the first need not wait for the last', async () => {
    const asked = numbers(250);
    const begun: number[] = [];
    const told: number[] = [];
    let toldWhenTheLastBegan = 0;
    const transactions = asked.map(async (at) => {
      await store.transaction(async (inside) => {
        begun.push(at);
        toldWhenTheLastBegan = told.length;
        await inside.put(events, event(at));
      });
      told.push(at);
    });
    await Promise.all(transactions);
    expect(begun).toEqual(asked);
    expect(told).toEqual(asked);
    expect(toldWhenTheLastBegan).toBeGreaterThan(0);
    expect(await kept()).toHaveLength(250);
  });

  test('are split after one that takes long', async () => {
    const course: string[] = [];
    const change = async (name: string, work: () => void) => {
      await store.transaction(async () => {
        course.push(`${name} is at work`);
        work();
      });
      course.push(`${name} is done`);
    };
    const busy = () => {
      const until = performance.now() + longestBatchMs;
      while (performance.now() < until);
    };
    await Promise.all([change('the long one', busy), change('the next', () => undefined)]);
    expect(course).toEqual([
      'the long one is at work',
      'the long one is done',
      'the next is at work',
      'the next is done',
    ]);
  });
});

describe('when the commit that they share', () => {
  test('fails, all have failed, nothing is kept, and the next ones succeed', async () => {
    outside.exec(`
      create table owners (id text primary key);
      create table pets (owner text references owners (id) deferrable initially deferred);
      create trigger stray after insert on documents_contract_events when new.id = 'stray'
      begin insert into pets values ('nobody'); end;
    `);
    const counted = store.next('visits');
    const refused = store.transaction(async () => {
      throw new Error('for a reason that may not have been one');
    });
    const changes = [store.put(events, event(1)), store.put(events, event('stray')), store.put(events, event(2))];
    for (const change of [counted, refused, ...changes])
      await expect(change).rejects.toThrow('FOREIGN KEY constraint failed');
    expect(await kept()).toEqual([]);
    expect(await store.next('visits')).toBe(2);
    await store.put(events, event(3));
    expect(await kept()).toEqual(['3']);
  });

  test('is lost in the middle, all before have failed with the cause, and all after are done', async () => {
    outside.exec(`
      create trigger loss after insert on documents_contract_events when new.id = 'loss'
      begin select raise(rollback, 'the disk is on fire'); end;
    `);
    const before = store.put(events, event(1));
    const careless = store.transaction(async (inside) => {
      await inside.put(events, event('loss')).catch(() => undefined);
      await expect(inside.put(events, event('late'))).rejects.toThrow('rolled back this change');
    });
    const after = store.put(events, event(2));
    const lost = {
      message: expect.stringContaining('rolled back'),
      cause: { message: expect.stringContaining('on fire') },
    };
    await expect(before).rejects.toMatchObject(lost);
    await expect(careless).rejects.toMatchObject(lost);
    await after;
    expect(await kept()).toEqual(['2']);
  });

  test('cannot begin because another process writes for long, all are told so, and may try again', async () => {
    writer.exec('pragma busy_timeout = 0');
    outside.exec('begin immediate');
    const changes = numbers(3).map((at) => store.put(events, event(at)));
    for (const change of changes) await expect(change).rejects.toThrow(/database is locked.*Another process/);
    outside.exec('rollback');
    await store.put(events, event(1));
    expect(await kept()).toEqual(['1']);
  });

  test('does not fit on the disk, whoever was told of success is kept, and whoever was not is not', async () => {
    writer.exec(`pragma max_page_count = ${Number(writer.scalar('pragma page_count')) + 20}`);
    const changes = numbers(10).map((at) =>
      store.put(events, { ...event(at), place: 'x'.repeat(at === 5 ? 1_000_000 : 10) }),
    );
    const reason = await changes[5]?.catch((thrown: unknown) => thrown);
    expect(Problem.of(reason).code).toBe('insufficient-storage');
    const succeeded = await outcomes(changes);
    expect(await kept()).toEqual(ids(numbers(10).map(event)).filter((_, at) => succeeded[at]));

    writer.exec('pragma max_page_count = 100000');
    await Promise.all(numbers(10).map((at) => store.put(events, event(at))));
    expect(await kept()).toHaveLength(10);
  });
});
