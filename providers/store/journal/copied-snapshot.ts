import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { JournalConnection } from './dialect.ts';
import {
  causeName,
  type Revision,
  type Snapshot,
  type SnapshotCause,
  type SnapshotRow,
  type SnapshotSource,
  type View,
} from './kind.ts';
import { type RevisionRow, revisionColumns, revisionOf } from './view.ts';

/** A snapshot that is sent as a whole, for tables that no other thread can open. */
interface CopiedSnapshot {
  readonly rows: readonly SnapshotRow[];
  readonly revisions: ReadonlyMap<number, Revision>;
  readonly eventIds: ReadonlyMap<number, string>;
}

const rowsAtOnce = 1_000;

/** Copies the rows of a view. Yields to other requests in between. */
export async function copySnapshot(connection: JournalConnection, view: View): Promise<SnapshotSource> {
  const rows: SnapshotRow[] = [];
  const revisions = new Map<number, Revision>();
  const timelineIds = new Map(view.lineage.map(({ timeline, timelineId }) => [timeline, timelineId]));
  const eventIds = new Map<number, string>();
  for (const { timeline, upTo } of view.lineage.toReversed()) {
    for (let after = 0; ; ) {
      const found = await connection.rows(sql<CopiedRow>`
        select ${revisionColumns}, r.name, r.place, r.causes, r.rich from journal_revision r
        where r.timeline = ${timeline} and r.seq > ${after} and r.seq <= ${upTo} order by r.seq limit ${rowsAtOnce}`);
      for (const row of found) {
        const { seq, subject, name, place, time, until, recorded, causes, rich, body } = row;
        const revision = revisionOf(row, timelineIds);
        rows.push([seq, subject, name, place, time, until, recorded, causes, rich === 1 ? body : null]);
        revisions.set(seq, revision);
        eventIds.set(name, revision.eventId);
        after = seq;
      }
      if (found.length < rowsAtOnce) break;
      await setImmediate();
    }
  }
  for (const [name, word] of await namesWithoutEvent(connection, rows, eventIds)) eventIds.set(name, word);
  const options: CopiedSnapshot = { rows, revisions, eventIds };
  return { module: import.meta.url, options };
}

interface CopiedRow extends RevisionRow {
  readonly name: number;
  readonly place: number;
  readonly causes: string | null;
  readonly rich: number;
}

/** The ids of causes that are not in the view. */
async function namesWithoutEvent(
  connection: JournalConnection,
  rows: readonly SnapshotRow[],
  eventIds: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, string>> {
  const causes = rows.flatMap((row): readonly SnapshotCause[] => (row[7] === null ? [] : JSON.parse(row[7])));
  const missing = [...new Set(causes.map(causeName))].filter((name) => !eventIds.has(name));
  const words = await connection.rows(sql<{ number: number; word: string }>`
    select number, word from journal_word where number in (select v.value from ${connection.dialect.list('v', 'number', missing)})`);
  return new Map(words.map(({ number, word }) => [number, JSON.parse(word)]));
}

/** Opens the copy in the thread that received it. */
export async function openSnapshot(options: unknown): Promise<Snapshot> {
  // The boundary between two threads: `copySnapshot` made it.
  const { rows, revisions, eventIds } = options as CopiedSnapshot;
  return {
    async *rows() {
      yield rows;
    },
    revisions: async (seqs) => pick(revisions, seqs),
    eventIds: async (names) => pick(eventIds, names),
    close: () => undefined,
  };
}

function pick<T>(all: ReadonlyMap<number, T>, wanted: readonly number[]): ReadonlyMap<number, T> {
  return new Map(
    wanted.flatMap((number): readonly (readonly [number, T])[] => {
      const found = all.get(number);
      return found === undefined ? [] : [[number, found]];
    }),
  );
}
