import { Cluster, Problem, Store } from 'chronoscribe';
import { openPostgres } from 'chronoscribe/postgres';
import { silentLog, startProvider, startTcpProxy, type TcpProxy } from 'chronoscribe/testing';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { events, ids } from '../contract/fixture.ts';
import postgres from './index.ts';
import { openStore } from './store.ts';
import { sharedDatabase } from './testing/database.ts';

const shared = sharedDatabase();
const document = { id: 'a', account: 'clinic' };
let tests = 0;

/** The settings of a new store. */
function newSettings() {
  tests += 1;
  return shared().settings(`faults ${tests}`);
}

/** What a caller is told. */
const problemOf = (work: Promise<unknown>): Promise<Problem> =>
  work.then(
    () => {
      throw new Error('This was to fail.');
    },
    (thrown: unknown) => Problem.of(thrown),
  );

async function run(url: string, statement: string): Promise<void> {
  const connection = await openPostgres({ url, schema: 'public', connections: 1, log: silentLog });
  await connection.query(statement);
  await connection.end();
}

describe('where the server goes away and comes back', () => {
  let wire: TcpProxy;
  let host: Awaited<ReturnType<typeof startProvider<Store>>>;
  let store: Store;
  let settings: { readonly url: string; readonly schema: string };

  beforeEach(async () => {
    settings = newSettings();
    wire = await startTcpProxy(settings.url);
    host = await startProvider(Store, postgres, { with: { ...settings, url: wire.url } });
    store = host.instance;
    await store.prepare(events);
  });
  afterEach(async () => {
    await host.stop();
    await wire.stop();
  });

  test('requests are told so and when to try again, and the store goes on by itself', async () => {
    await store.put(events, document);
    await wire.cut();
    const problem = await problemOf(store.put(events, { ...document, id: 'b' }));
    expect(problem).toMatchObject({ code: 'provider-unavailable', status: 503, retryAfter: 5, transient: true });
    expect(problem.detail).toMatch(/Postgres at 127\.0\.0\.1:\d+\/\w+ cannot be reached/);
    const others = [store.get(events, 'a'), store.next('x'), store.transaction((inside) => inside.get(events, 'a'))];
    for (const { status } of await Promise.all(others.map(problemOf))) expect(status).toBe(503);
    expect(await host.health()).toMatchObject({ status: 'failed', hint: expect.stringContaining('server') });

    await wire.restore();
    await expect.poll(() => store.get(events, 'a').catch(() => undefined)).toEqual(document);
    await store.put(events, { ...document, id: 'c' });
    await expect.poll(host.health).toMatchObject({ status: 'ok' });
  });

  test('hosts hear each other again', async () => {
    const other = await startProvider(Store, postgres, { with: settings });
    onTestFinished(other.stop);
    const heard: string[] = [];
    host.provided(Cluster).listen('news', (text) => heard.push(text));
    const said = () => {
      other.provided(Cluster).send('news', 'x');
      return heard.length;
    };
    await expect.poll(said).toBeGreaterThan(0);
    await wire.cut();
    await wire.restore();
    heard.splice(0);
    await expect.poll(said).toBeGreaterThan(0);
  });

  test('a change whose commit was not answered is not acknowledged, and is there whole or not at all', async () => {
    const both = async (id: string) =>
      store.transaction(async (inside) => {
        await inside.insert(events, { ...document, id: `${id}1` });
        await inside.insert(events, { ...document, id: `${id}2` });
      });
    for (const [said, id] of [
      ['commit', 'x'],
      ['insert into "documents_contract_events"', 'y'],
    ] as const) {
      wire.cutAfter(said);
      expect(await problemOf(both(id))).toMatchObject({
        status: 503,
        detail: expect.stringContaining('not answered was perhaps not done'),
      });
      const found = ids((await store.find(events, {})).items).filter((each) => each.startsWith(id));
      expect([0, 2]).toContain(found.length);
      // Sent again, as the caller would.
      await both(id);
      expect(ids((await store.find(events, {})).items).filter((each) => each.startsWith(id))).toHaveLength(2);
    }
  });

  test('a full disk of the server is told as such', async () => {
    await failWith(settings, '53100');
    expect(await problemOf(store.put(events, document))).toMatchObject({ status: 507, code: 'insufficient-storage' });
    expect(await problemOf(store.transaction((inside) => inside.put(events, document)))).toMatchObject({ status: 507 });
    expect(await store.get(events, 'a')).toBeUndefined();
  });

  test('a change that others keep overtaking is given up after a bounded number of attempts', async () => {
    await failWith(settings, '40001');
    const given = { code: 'provider-unavailable', status: 503, retryAfter: 5, transient: true };
    const changes = [store.put(events, document), store.transaction((inside) => inside.put(events, document))];
    for (const problem of await Promise.all(changes.map(problemOf))) {
      expect(problem).toMatchObject({ ...given, detail: expect.stringContaining('Nothing was changed') });
    }
  });

  test('a conflict that the work catches is not taken for success', async () => {
    await failWith(settings, '40001');
    const careless = store.transaction(async (inside) => {
      await inside.put(events, document).catch(() => undefined);
      return 'done';
    });
    expect(await problemOf(careless)).toMatchObject({
      status: 503,
      detail: expect.stringContaining('Nothing was changed'),
    });
  });

  test('a primary that became a standby is not written to', async () => {
    await failWith(settings, '25006');
    expect(await problemOf(store.put(events, document))).toMatchObject({
      status: 503,
      detail: expect.stringContaining('standby'),
    });
  });
});

/** Lets the server fail when a document is written, as it does for reasons that cannot be made here. */
async function failWith(
  { url, schema }: { readonly url: string; readonly schema: string },
  code: string,
): Promise<void> {
  await run(
    url,
    `create function ${schema}.fail() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '${code}'; end $$`,
  );
  await run(
    url,
    `create trigger fail before insert on ${schema}.documents_contract_events execute function ${schema}.fail()`,
  );
}

describe('at the start', () => {
  test('a server that comes a moment later is waited for', async () => {
    const settings = newSettings();
    const wire = await startTcpProxy(settings.url);
    onTestFinished(wire.stop);
    await wire.cut();
    const opening = openStore({ ...settings, url: wire.url, log: silentLog });
    setTimeout(() => void wire.restore(), 800);
    const store = await opening;
    expect(await store.health()).toMatchObject({ status: 'ok' });
    await store.stop();
  });

  test('one that does not come is named, without the password', async () => {
    const wire = await startTcpProxy(newSettings().url);
    await wire.stop();
    const url = new URL(wire.url);
    url.username = 'clinic';
    url.password = 'a-secret';
    const opening = openStore({ url: url.href, schema: 'chronoscribe', log: silentLog, waitMs: 700 });
    await expect(opening).rejects.toThrow(/Postgres at 127\.0\.0\.1:\d+\/\w+ cannot be reached/);
    await expect(opening).rejects.not.toThrow(/a-secret/);
  });

  test('tables of a newer version are refused, and nothing is changed', async () => {
    const settings = newSettings();
    await (await openStore({ ...settings, log: silentLog })).stop();
    await run(settings.url, `insert into ${settings.schema}.chronoscribe_migration (name) values ('9999-later')`);
    await expect(openStore({ ...settings, log: silentLog })).rejects.toThrow(
      /newer version of chronoscribe \(it has "9999-later"\)/,
    );
  });

  test('a schema of another program is refused', async () => {
    const settings = newSettings();
    await run(settings.url, `create schema ${settings.schema}`);
    await run(settings.url, `create table ${settings.schema}.patients (id int)`);
    await expect(openStore({ ...settings, log: silentLog })).rejects.toThrow(/another program \("patients"\)/);
  });

  test('ten hosts that start at once on an empty database all serve', async () => {
    const settings = newSettings();
    const stores = await Promise.all(Array.from({ length: 10 }, () => openStore({ ...settings, log: silentLog })));
    await Promise.all(stores.map((store) => store.prepare(events)));
    await Promise.all(stores.map((store, at) => store.put(events, { id: `${at}`, account: 'a' })));
    expect(await stores[0]?.find(events, { equals: { account: 'a' } })).toMatchObject({ items: { length: 10 } });
    await Promise.all(stores.map((store) => store.stop()));
  });
});

describe('where the user may not do everything', () => {
  const grants = async (database: string, schema: string, right: string): Promise<Error> => {
    const { url } = shared().database;
    const role = `clinic_${Math.random().toString(36).slice(2)}`;
    await run(url, `create role ${role} login`);
    await run(url, `grant ${right} to ${role}`);
    const own = new URL(url);
    own.username = role;
    try {
      return await openStore({ url: own.href, schema, log: silentLog }).then(
        () => new Error(database),
        (thrown: Error) => thrown,
      );
    } finally {
      await run(url, `drop owned by ${role}; drop role ${role}`);
    }
  };

  test('the error says what to grant', async ({ skip }) => {
    const { database } = shared();
    skip(!database.isServer, 'PGlite lets everybody do everything');
    const name = new URL(database.url).pathname.slice(1);
    await run(database.url, 'create schema given');
    expect((await grants(name, 'missing', `connect on database ${name}`)).message).toContain(
      'CREATE SCHEMA "missing" AUTHORIZATION "clinic_',
    );
    expect((await grants(name, 'given', 'usage on schema given')).message).toContain(
      'GRANT USAGE, CREATE ON SCHEMA "given" TO "clinic_',
    );
  });
});
