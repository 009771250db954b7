import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from 'chronoscribe/testing';
import type { Query } from 'chronoscribe/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Event, events } from '../contract/fixture.ts';
import type { OpenStore } from '../open-store.ts';
import { planQuery } from '../query.ts';
import { sqlQueries, type Tables } from '../sql/queries.ts';
import { connectSqlite, type SqliteConnection } from '../sql/sqlite-connection.ts';
import { sqliteDialect } from '../sql/sqlite-schema.ts';
import { openSqlite } from './open.ts';
import { sqliteStore } from './store.ts';

const byId = 'sqlite_autoindex_documents_contract_events_1';
const index = (fields: string) => `documents_contract_events(${fields})`;
const account = { account: 'a' };

/**
 * A query, the index that it must walk, and the conditions that the index must decide: on the first page, and on a
 * later one.
 */
const searches: readonly { asks: string; query: Query<Event>; index: string; first: string; later: string }[] = [
  { asks: 'all by id', query: {}, index: byId, first: '', later: '(id>?)' },
  {
    asks: 'one field equal',
    query: { equals: account },
    index: index('account'),
    first: '(key_account=?)',
    later: '(key_account=? AND id>?)',
  },
  {
    asks: 'a field absent',
    query: { equals: { ...account, place: null } },
    index: index('account,place'),
    first: '(key_account=? AND key_place=?)',
    later: '(key_account=? AND key_place=? AND id>?)',
  },
  {
    asks: 'order alone',
    query: { orderBy: 'time' },
    index: index('time'),
    first: '',
    later: '((key_time,id)>(?,?))',
  },
  {
    asks: 'equality and order, where a shorter index would do for the equality',
    query: { equals: account, orderBy: 'time' },
    index: index('account,time'),
    first: '(key_account=?)',
    later: '(key_account=? AND (key_time,id)>(?,?))',
  },
  {
    asks: 'equality in another order than the index has',
    query: { equals: { ...account, place: 'x' }, orderBy: 'time' },
    index: index('place,account,time'),
    first: '(key_place=? AND key_account=?)',
    later: '(key_place=? AND key_account=? AND (key_time,id)>(?,?))',
  },
  {
    asks: 'equality, order and a range',
    query: { equals: account, orderBy: 'time', range: { from: 1, below: 5 } },
    index: index('account,time'),
    first: '(key_account=? AND key_time>? AND key_time<?)',
    later: '(key_account=? AND (key_time,id)>(?,?) AND key_time<?)',
  },
  {
    asks: 'only an upper bound',
    query: { equals: account, orderBy: 'time', range: { to: 5 } },
    index: index('account,time'),
    first: '(key_account=? AND key_time>? AND key_time<?)',
    later: '(key_account=? AND (key_time,id)>(?,?) AND key_time<?)',
  },
];

describe('SQLite walks one index from where the page begins, and sorts nothing', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let store: OpenStore;
  let connection: SqliteConnection;
  let planner: DatabaseSync;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const file = join(folder.path, 'store.db');
    store = await sqliteStore(file, await openSqlite(file));
    await store.prepare(events);
    connection = await connectSqlite(file);
    planner = new DatabaseSync(file);
  });
  afterAll(async () => {
    planner.close();
    connection.close();
    await store.stop();
    await folder.remove();
  });

  const explain = (query: Query<Event>, after: { key: number; id: string } | undefined): readonly string[] => {
    const { plan } = planQuery(events, query);
    const { sql, parameters } = sqlQueries(connection.kysely<Tables>(), sqliteDialect).page(plan, after);
    const steps = planner.prepare(`explain query plan ${sql}`).all(...parameters.map(String));
    return steps.map(({ detail }) => String(detail));
  };
  const using = (name: string, conditions: string) =>
    `${conditions === '' ? 'SCAN' : 'SEARCH'} documents_contract_events USING INDEX ${name} ${conditions}`.trim();

  test.each(searches)('$asks', ({ query, index: name, first, later }) => {
    const after = { key: 3, id: 'x' };
    expect(explain(query, undefined)).toEqual([using(name, first)]);
    expect(explain(query, after)).toEqual([using(name, later)]);

    const backwards = { ...query, direction: 'descending' } as const;
    const bounded = query.range !== undefined;
    const laterBackwards = bounded
      ? '(key_account=? AND key_time>? AND (key_time,id)<(?,?))'
      : later.replace('id>?', 'id<?').replace('id)>(', 'id)<(');
    expect(explain(backwards, undefined)).toEqual([using(name, first)]);
    expect(explain(backwards, after)).toEqual([using(name, laterBackwards)]);
  });
});
