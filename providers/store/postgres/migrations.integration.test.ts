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
  await migrate(postgres, schema, [first]);
  await postgres.query(`insert into visits values ('a')`);
});

const visits = async () => (await postgres.query('select * from visits')).rows;

test('a schema in use is brought forward once, however many hosts start', async () => {
  await Promise.all([1, 2, 3].map(() => migrate(postgres, schema, [first, second])));
  expect(await visits()).toEqual([{ id: 'a', place: null }]);
});

test('a change that fails leaves nothing half done', async () => {
  const broken = { ...second, statements: [...second.statements, 'create index on nothing (place)'] };
  await expect(migrate(postgres, schema, [first, broken])).rejects.toThrow(/nothing/);
  expect(await visits()).toEqual([{ id: 'a' }]);
  await migrate(postgres, schema, [first, second]);
  expect(await visits()).toEqual([{ id: 'a', place: null }]);
});

test('what a newer version has made is refused by name', async () => {
  await migrate(postgres, schema, [first, second]);
  await expect(migrate(postgres, schema, [first])).rejects.toThrow(
    /newer version of chronoscribe \(it has "0002-places"\)/,
  );
});
