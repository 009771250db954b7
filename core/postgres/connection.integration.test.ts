import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { Problem } from '../api/problem.ts';
import { silentLog } from '../testing/provider.ts';
import { inTransaction, openPostgres, type Postgres, postgresFault } from './connection.ts';
import { testDatabase } from './testing/database.ts';
import { startTcpProxy } from './testing/tcp-proxy.ts';

const database = await testDatabase();
const postgres = await openPostgres({ url: database.url, schema: 'public', connections: 3, log: silentLog });
await postgres.query('create table visits (number bigint primary key)');
afterAll(async () => {
  await postgres.end();
  await database.stop();
});

const numbers = async () =>
  (await postgres.query<{ number: number }>('select number from visits order by number')).rows.map((row) => row.number);

describe('a transaction', () => {
  test('is kept whole, or not at all where something throws', async () => {
    const add = (...added: readonly number[]) =>
      inTransaction(postgres, async (connection) => {
        for (const number of added) await connection.query('insert into visits values ($1)', [number]);
        return added.length;
      });
    expect(await add(1, 2)).toBe(2);
    await expect(add(3, 1)).rejects.toMatchObject({ code: '23505', message: expect.stringContaining(postgres.place) });
    expect(await numbers()).toEqual([1, 2]);
  });

  test('fails where one of its statements failed and the work went on', async () => {
    const careless = inTransaction(postgres, async ({ query }) => {
      await query('insert into visits values (7)');
      await query('select * from nothing').catch(() => undefined);
    });
    await expect(careless).rejects.toThrow('rolled back');
    expect(await numbers()).not.toContain(7);
  });

  test('gives its connection back, whatever happens in it', async () => {
    for (let at = 0; at < 5; at += 1) {
      await expect(inTransaction(postgres, ({ query }) => query('select * from nothing'))).rejects.toThrow(/nothing/);
      await expect(inTransaction(postgres, () => Promise.reject(new Error('given up')))).rejects.toThrow('given up');
    }
    expect((await postgres.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('a connection', () => {
  test('gives whole numbers as numbers, and refuses those that a number cannot hold', async () => {
    expect((await postgres.query('select 9007199254740991::bigint as number')).rows).toEqual([
      { number: Number.MAX_SAFE_INTEGER },
    ]);
    await expect(postgres.query('select 9007199254740993::bigint as number')).rejects.toThrow(/9007199254740993/);
  });

  test('that says nothing counts as lost after a while', async () => {
    const wire = await startTcpProxy(database.url);
    onTestFinished(wire.stop);
    const impatient = await openPostgres({
      url: wire.url,
      schema: 'public',
      connections: 1,
      answerMs: 300,
      log: silentLog,
    });
    onTestFinished(impatient.end);
    await impatient.query('select 1');
    wire.pause();
    await expect(impatient.query('select 1')).rejects.toMatchObject({ code: 'provider-unavailable', status: 503 });
    const open = inTransaction(impatient, ({ query }) => query('select 1'));
    await expect(open).rejects.toMatchObject({ status: 503 });
  });

  test.each([
    ['a statement', (pool: Postgres) => pool.query('select 1')],
    ['a prepared statement', (pool: Postgres) => pool.prepared('select 1', [])],
    ['a transaction', (pool: Postgres) => inTransaction(pool, ({ query }) => query('select 1'))],
  ])('that is lost in the middle of %s fails that alone', async (_, ask) => {
    const wire = await startTcpProxy(database.url);
    onTestFinished(wire.stop);
    const pool = await openPostgres({ url: wire.url, schema: 'public', connections: 1, log: silentLog });
    onTestFinished(pool.end);
    await ask(pool);
    wire.pause();
    const asked = ask(pool);
    const failed = expect(asked).rejects.toMatchObject({ code: 'provider-unavailable' });
    await wire.cut();
    await failed;
    wire.resume();
    await wire.restore();
    expect(await ask(pool)).toMatchObject({ rowCount: 1 });
  });

  test('that is lost between two statements is made anew', async () => {
    const wire = await startTcpProxy(database.url);
    onTestFinished(wire.stop);
    const pool = await openPostgres({ url: wire.url, schema: 'public', connections: 1, log: silentLog });
    onTestFinished(pool.end);
    await pool.query('select 1');
    await wire.cut();
    await wire.restore();
    const answer = () =>
      pool.query<{ one: number }>('select 1 as one').then(
        ({ rows }) => rows,
        () => undefined,
      );
    await expect.poll(answer).toEqual([{ one: 1 }]);
  });
});

describe('an error names the place, and how to mend it', () => {
  const fault = (code: string, message = 'what Postgres says') =>
    postgresFault('Postgres at db:5432/clinic', Object.assign(new Error(message), { code }));

  test.each([
    ['ECONNREFUSED', 503, /db:5432\/clinic cannot be reached/],
    ['57P01', 503, /cannot be reached/],
    ['08006', 503, /cannot be reached/],
    ['53300', 503, /no more connections.*max_connections/],
    ['25006', 503, /read-only.*primary/],
    ['53100', 507, /disk of .* is full/],
  ])('%s is a problem with the status %i', (code, status, detail) => {
    const problem = fault(code);
    expect(problem).toBeInstanceOf(Problem);
    expect(problem).toMatchObject({ status, detail: expect.stringMatching(detail) });
  });

  test.each([
    ['28P01', /password/],
    ['3D000', /createdb/],
    ['42501', /Grant/],
    ['23505', /clinic: what Postgres says\.$/],
  ])('%s stays an error with its code', (code, message) => {
    expect(fault(code)).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test.each([
    [
      '28000',
      'no pg_hba.conf entry for host "10.0.0.7", user "scribe", database "clinic", no encryption',
      /sslmode=verify-full/,
    ],
    ['', 'The server does not support SSL connections', /leave sslmode out/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify the first certificate', /NODE_EXTRA_CA_CERTS/],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in certificate chain', /NODE_EXTRA_CA_CERTS/],
  ])('%s says what to do about TLS', (code, said, message) => {
    expect(fault(code, said)).toMatchObject({ message: expect.stringMatching(message) });
  });

  test('the password is in none', async () => {
    const url = new URL(database.url);
    url.password = 'a-secret';
    url.pathname = '/nothing-here';
    const other = await openPostgres({ url: url.href, schema: 'public', connections: 1, log: silentLog });
    onTestFinished(other.end);
    expect(other.place).toBe(`Postgres at ${url.hostname}:${url.port}/nothing-here`);
    await other.query('select 1').catch((thrown: unknown) => expect(String(thrown)).not.toContain('a-secret'));
  });
});
