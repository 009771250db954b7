import { inTransaction, openPostgres, type Postgres, type PostgresConnection } from 'chronoscribe/postgres';
import { z } from 'zod';
import type { Snapshot, SnapshotRow } from '../journal/kind.ts';
import { type RevisionRow, revisionOf } from '../journal/view.ts';

const Options = z.object({
  url: z.string(),
  schema: z.string(),
  account: z.string(),
  lineage: z.array(z.object({ timelineId: z.string(), timeline: z.number(), upTo: z.number() })),
});

const rowsAtOnce = 5_000;

const oneState = 'begin isolation level repeatable read read only';

/** Opens a snapshot of a view on a connection of its own, so that a worker thread can read it. */
export async function openSnapshot(options: unknown): Promise<Snapshot> {
  const { url, schema, account, lineage } = Options.parse(options);
  const timelineIds = new Map(lineage.map(({ timeline, timelineId }) => [timeline, timelineId]));
  // One for the snapshot, and one for searches, which see what is there when they begin. Each is only made where it is
  // needed: a server may have none to spare. What fails is told by its query.
  const postgres = await openPostgres({ url, schema, connections: 2, log: { warn: () => undefined } });
  let begun: Promise<PostgresConnection> | undefined;
  // All reads see one snapshot, whatever is written or deleted meanwhile.
  const read = async <Row>(text: string, values: readonly unknown[]) => {
    begun ??= begin(postgres);
    return (await begun).query<Row>(text, values);
  };
  return {
    async *rows() {
      // Ancestors first: revisions of a branch are newer than what it shows of its parent.
      for (const { timeline, upTo } of lineage.toReversed()) {
        let after = 0;
        for (let more = true; more; ) {
          const { rows } = await read<{ readonly seq: number }>(
            `select seq, subject, name, place, time, until, recorded, causes, case when rich = 1 then body end as body
            from journal_revision where timeline = $1 and seq > $2 and seq <= $3 order by seq limit ${rowsAtOnce}`,
            [timeline, after, upTo],
          );
          // The boundary to pg, which gives the columns in the order of the statement above.
          yield rows.map((row) => Object.values(row) as unknown as SnapshotRow);
          after = rows.at(-1)?.seq ?? after;
          more = rows.length === rowsAtOnce;
        }
      }
    },
    async revisions(seqs) {
      const { rows } = await read<RevisionRow>(
        `select seq, timeline, operation, subject, recorded, time, until, recorded_at, event_id, request_id, body
        from journal_revision where seq = any($1::bigint[]) order by seq`,
        [seqs],
      );
      return new Map(rows.map((row) => [row.seq, revisionOf(row, timelineIds)]));
    },
    async search(query) {
      // Imported by the first search, with the library that builds its statements.
      const [{ connectionOver }, { search }] = await Promise.all([
        import('./journal.ts'),
        import('../journal/search.ts'),
      ]);
      return inTransaction(
        postgres,
        (queries) => search(connectionOver(queries), { account, lineage }, query),
        oneState,
      );
    },
    async eventIds(names) {
      const { rows } = await read<{ number: number; word: string }>(
        'select number, word from journal_word where number = any($1::bigint[])',
        [names],
      );
      return new Map(rows.map(({ number, word }) => [number, z.string().parse(JSON.parse(word))]));
    },
    close() {
      begun?.then(
        (connection) => connection.release(true),
        () => undefined,
      );
      void postgres.end();
    },
  };
}

async function begin(postgres: Postgres): Promise<PostgresConnection> {
  const connection = await postgres.connect();
  try {
    await connection.query(oneState);
    return connection;
  } catch (thrown) {
    connection.release(true);
    throw thrown;
  }
}
