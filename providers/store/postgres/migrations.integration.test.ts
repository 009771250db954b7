import { openPostgres, type Postgres } from 'chronoscribe/postgres';
import { silentLog } from 'chronoscribe/testing';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Migration, migrate } from './migrations.ts';
import { sharedDatabase } from './testing/database.ts';

const shared = sharedDatabase();
const first: Migration = { name: '0001-visits', statements: ['create table visits (id text)'] };
const second: Migration = {
  name: '0002-places',
  statements: ['alter table visits add column place text', 'create index on visits (place)'],
};

let schema: string;
let postgres: Postgres;
let tests = 0;

beforeEach(async () => {
  tests += 1;
  const settings = shared().settings(`migrations ${tests}`);
  schema = settings.schema;
  postgres = await openPostgres({ ...settings, connections: 4, log: silentLog });
  onTestFinished(postgres.end);
  await postgres.query(`create schema ${schema}`);
  await migrate(postgres, schema, { log: silentLog, known: [first] });
  await postgres.query(`insert into visits values ('a')`);
});

const visits = async () => (await postgres.query('select * from visits')).rows;

/** What the copy before the second change holds; undefined where there is none. */
const copied = async () =>
  (await postgres.query(`select * from ${schema}_before_0002_places.visits`).catch(() => undefined))?.rows;

test('a schema in use is brought forward after a copy was kept, once, however many hosts start', async () => {
  expect(await copied()).toBeUndefined();
  await Promise.all([1, 2, 3].map(() => migrate(postgres, schema, { log: silentLog, known: [first, second] })));
  expect(await copied()).toEqual([{ id: 'a' }]);
  expect(await visits()).toEqual([{ id: 'a', place: null }]);
  await postgres.query(`insert into visits values ('b')`);
  await migrate(postgres, schema, { log: silentLog, known: [first, second] });
  expect(await copied()).toEqual([{ id: 'a' }]);
});

test('where no copy can be kept, nothing is changed, and it is said what to do', async () => {
  await postgres.query(`create schema ${schema}_before_0002_places`);
  const migrating = migrate(postgres, schema, { log: silentLog, known: [first, second] });
  await expect(migrating).rejects.toThrow(/already exists.*Nothing was changed.*start again/);
  expect(await visits()).toEqual([{ id: 'a' }]);
});

test('a change that fails leaves nothing half done', async () => {
  const broken = { ...second, statements: [...second.statements, 'create index on nothing (place)'] };
  await expect(migrate(postgres, schema, { log: silentLog, known: [first, broken] })).rejects.toThrow(/nothing/);
  expect(await copied()).toBeUndefined();
  expect(await visits()).toEqual([{ id: 'a' }]);
  await migrate(postgres, schema, { log: silentLog, known: [first, second] });
  expect(await visits()).toEqual([{ id: 'a', place: null }]);
});

test('what a newer version has made is refused by name', async () => {
  await migrate(postgres, schema, { log: silentLog, known: [first, second] });
  await expect(migrate(postgres, schema, { log: silentLog, known: [first] })).rejects.toThrow(
    /newer version of chronoscribe \(it has "0002-places"\)/,
  );
});
