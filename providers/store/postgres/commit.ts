import { inTransaction, type Postgres, type PostgresQueries } from 'chronoscribe/postgres';
import type { SqlQueries } from '../sql/queries.ts';
import { tableOf } from '../sql/tables.ts';
import { keyOfJson } from './flavour.ts';
import { compiledQueries } from './statements.ts';
import type { Search, Touched, Workspace } from './workspace.ts';

/** Brings into the database what was done in a workspace. */
export interface Commit {
  /** False, and nothing changed, where what the workspace has seen is no longer so. When it resolves with true, all is on the disk. */
  keep(workspace: Pick<Workspace, 'touched' | 'searches'>): Promise<boolean>;
  /** Whether all that the workspace has seen was there at one moment. */
  isConsistent(workspace: Pick<Workspace, 'touched' | 'searches'>): Promise<boolean>;
}

/**
 * Changes are kept where everything that they rest on is still as it was seen: then it is as if all had been done at that moment. Of one document the database sees to that in a single
 * statement. Of several it takes a transaction, one at a time in the whole cluster: it locks the documents, compares them, and writes.
 */
export function postgresCommit(postgres: Postgres, queries: SqlQueries): Commit {
  const keepAll = async (touched: readonly Touched[], searches: readonly Search[]): Promise<boolean> => {
    try {
      await inTransaction(postgres, async (connection) => {
        await connection.query(
          `select pg_advisory_xact_lock(hashtextextended('chronoscribe documents ' || current_schema(), 0))`,
        );
        for (const [collection, documents] of Map.groupBy(touched, (each) => each.collection)) {
          await requireUnchanged(connection, collection, documents);
        }
        for (const search of searches) await requireSame(connection, queries, search);
        for (const [collection, documents] of Map.groupBy(touched, (each) => each.collection)) {
          await write(connection, collection, documents);
        }
      });
      return true;
    } catch (thrown) {
      if (thrown instanceof Changed || isConflict(thrown)) return false;
      throw thrown;
    }
  };

  return {
    async keep(workspace) {
      const searches = workspace.searches();
      const touched = workspace.touched().filter(({ before, after }) => before !== undefined || after !== undefined);
      const [first, ...others] = touched;
      if (others.length + searches.length > 0) return keepAll(touched, searches);
      return first === undefined || first.after === undefined || keepOne(postgres, first);
    },
    async isConsistent(workspace) {
      const searches = workspace.searches();
      const seen = workspace.touched().flatMap((each) => (each.before === undefined ? [] : [{ ...each, after: undefined }]));
      return seen.length + searches.length < 2 || keepAll(seen, searches);
    },
  };
}

/** Ends a transaction in which something is not as it was seen. */
class Changed extends Error {}

/** Two that lock each other out (40P01), or that the server could not bring into an order (40001). */
function isConflict(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === '40P01' || thrown.code === '40001');
}

const given = keyOfJson('$1::text');

async function keepOne(postgres: PostgresQueries, { collection, id, before, after }: Touched): Promise<boolean> {
  const table = tableOf(collection);
  const change = async (statement: string, ...values: readonly unknown[]) =>
    (await postgres.query(statement, [id, ...values])).rowCount ?? 0;
  const insert = `insert into ${table} (id, body) values (${given}, $2) on conflict (id)`;
  if (after === null) {
    if (typeof before === 'string') return (await change(`delete from ${table} where id = ${given} and body = $2`, before)) === 1;
    // Made here and taken back here.
    if (before === undefined) await change(`delete from ${table} where id = ${given}`);
    return true;
  }
  if (before === undefined) return (await change(`${insert} do update set body = excluded.body`, after)) === 1;
  if (before === null) return (await change(`${insert} do nothing`, after)) === 1;
  return (await change(`update ${table} set body = $3 where id = ${given} and body = $2`, before, after)) === 1;
}

/** Compares documents with what was seen of them, and keeps others from changing them until the end of the transaction. */
async function requireUnchanged(connection: PostgresQueries, collection: string, documents: readonly Touched[]): Promise<void> {
  const seen = documents.filter(({ before }) => before !== undefined);
  if (seen.length === 0) return;
  const { rows } = await connection.query<{ place: number; body: string }>(
    `select wanted.place, t.body from unnest($1::text[]) with ordinality as wanted(id, place)
     join ${tableOf(collection)} t on t.id = ${keyOfJson('wanted.id')} order by t.id for update of t`,
    [seen.map(({ id }) => id)],
  );
  const bodies = new Map(rows.map(({ place, body }) => [place, body]));
  if (seen.some(({ before }, at) => (bodies.get(at + 1) ?? null) !== before)) throw new Changed();
}

async function requireSame(connection: PostgresQueries, queries: SqlQueries, { plan, from, bodies }: Search): Promise<void> {
  const { rows } = await compiledQueries(connection).executeQuery<{ body: string }>(queries.page(plan, from));
  if (rows.length !== bodies.length || rows.some(({ body }, at) => body !== bodies[at])) throw new Changed();
}

async function write(connection: PostgresQueries, collection: string, documents: readonly Touched[]): Promise<void> {
  const table = tableOf(collection);
  const put = async (changes: readonly Touched[], onConflict: string): Promise<void> => {
    const written = changes.flatMap(({ id, after }) => (after == null ? [] : [[id, after] as const]));
    if (written.length === 0) return;
    const { rowCount } = await connection.query(
      `insert into ${table} (id, body) select ${keyOfJson('new.id')}, new.body from unnest($1::text[], $2::text[]) as new(id, body)
       on conflict (id) ${onConflict}`,
      [written.map(([id]) => id), written.map(([, body]) => body)],
    );
    if (rowCount !== written.length) throw new Changed();
  };
  // Where nothing was, a row cannot be locked: who wrote one meanwhile shows now.
  await put(
    documents.filter(({ before }) => before === null),
    'do nothing',
  );
  await put(
    documents.filter(({ before }) => before !== null),
    'do update set body = excluded.body',
  );
  const deleted = documents.filter(({ before, after }) => after === null && before !== null).map(({ id }) => id);
  if (deleted.length === 0) return;
  await connection.query(
    `delete from ${table} where id in (select ${keyOfJson('gone.id')} from unnest($1::text[]) as gone(id))`,
    [deleted],
  );
}
