import { openPostgres, type Postgres } from 'chronoscribe/postgres';
import { silentLog } from 'chronoscribe/testing';
import type { Query } from 'chronoscribe/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Event, events } from '../contract/fixture.ts';
import { planQuery } from '../query.ts';
import { sqlQueries, type Tables } from '../sql/queries.ts';
import { postgresCompiler, postgresDialect } from './dialect.ts';
import { openStore, type PostgresStore } from './store.ts';
import { sharedDatabase } from './testing/database.ts';

const shared = sharedDatabase();
const index = (fields: string) => `documents_contract_events(${fields})`;
const account = { account: 'account 3' };

/** A query and the index that it must walk. */
const searches: readonly { readonly asks: string; readonly query: Query<Event>; readonly index: string }[] = [
  { asks: 'all by id', query: {}, index: 'documents_contract_events_pkey' },
  { asks: 'one field equal', query: { equals: account }, index: index('account') },
  { asks: 'a field absent', query: { equals: { ...account, place: null } }, index: index('account,place') },
  { asks: 'order alone', query: { orderBy: 'time' }, index: index('time') },
  { asks: 'equality and order', query: { equals: account, orderBy: 'time' }, index: index('account,time') },
  {
    asks: 'equality in another order than the index has',
    query: { equals: { ...account, place: 'place 5' }, orderBy: 'time' },
    index: index('place,account,time'),
  },
  {
    asks: 'equality, order and a range',
    query: { equals: account, orderBy: 'time', range: { from: 1, below: 5_000 } },
    index: index('account,time'),
  },
  {
    asks: 'only an upper bound',
    query: { equals: account, orderBy: 'time', range: { to: 5_000 } },
    index: index('account,time'),
  },
];

const Plan: z.ZodType<{ 'Node Type': string; 'Index Name'?: string | undefined; Plans?: unknown[] | undefined }> =
  z.looseObject({
    'Node Type': z.string(),
    'Index Name': z.string().optional(),
    Plans: z.array(z.unknown()).optional(),
  });

describe.each([
  ['with statistics of them', true],
  ['before there are any', false],
])('Among some thousand documents Postgres walks one index and sorts nothing, %s', (_, isAnalyzed) => {
  let store: PostgresStore;
  let postgres: Postgres;
  const queries = sqlQueries(postgresCompiler<Tables>(), postgresDialect);

  beforeAll(async () => {
    const settings = shared().settings(`plans ${isAnalyzed}`);
    store = await openStore({ ...settings, log: silentLog });
    await store.prepare(events);
    postgres = await openPostgres({ ...settings, connections: 1, log: silentLog });
    await postgres.query(
      `insert into documents_contract_events (id, body) select document_key(body, 'id'), body from (
         select json_build_object('id', 'e' || n, 'account', 'account ' || n % 10, 'place', 'place ' || n % 100, 'time', n)::text as body
         from generate_series(1, 5000) n) made`,
    );
    if (isAnalyzed) await postgres.query('analyze documents_contract_events');
  });
  afterAll(async () => {
    await postgres.end();
    await store.stop();
  });

  /** The steps of a plan, the outermost first. */
  const explain = async (
    query: Query<Event>,
    after: { key: number | null; id: string } | undefined,
  ): Promise<readonly string[]> => {
    const { sql, parameters } = queries.page(planQuery(events, query).plan, after);
    const { rows } = await postgres.query<{ 'QUERY PLAN': unknown }>(`explain (format json) ${sql}`, parameters);
    const steps: string[] = [];
    for (let node = z.array(z.object({ Plan })).parse(rows[0]?.['QUERY PLAN'])[0]?.Plan; node !== undefined; ) {
      steps.push([node['Node Type'], node['Index Name']].filter(Boolean).join(' '));
      node = node.Plans === undefined ? undefined : Plan.parse(node.Plans[0]);
    }
    return steps;
  };

  test.each(searches)('$asks', async ({ query, index: name }) => {
    const after = { key: query.orderBy === undefined ? null : 3, id: 'x' };
    for (const direction of ['ascending', 'descending'] as const) {
      for (const from of [undefined, after]) {
        const plan = await explain({ ...query, direction, limit: 50 }, from);
        expect(plan).toEqual(['Limit', `Index Scan ${name}`]);
      }
    }
  });
});
