import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Snapshot, SnapshotRow } from '../journal/kind.ts';
import { type RevisionRow, revisionOf } from '../journal/view.ts';

const Options = z.object({
  file: z.string(),
  account: z.string(),
  lineage: z.array(z.object({ timelineId: z.string(), timeline: z.number(), upTo: z.number() })),
});

/** Rows in one list cost node:sqlite less than one by one. */
const rowsAtOnce = 1_000;

/** Opens a snapshot of a view on a connection of its own, so that a worker thread can read it. */
export async function openSnapshot(options: unknown): Promise<Snapshot> {
  const { file, account, lineage } = Options.parse(options);
  const timelineIds = new Map(lineage.map(({ timeline, timelineId }) => [timeline, timelineId]));
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  // All reads see one snapshot, whatever is written meanwhile.
  database.exec('begin');
  return {
    async *rows() {
      const revisions = database.prepare(`
        select seq, subject, name, place, time, until, recorded, causes, case when rich then body end
        from journal_revision where timeline = ? and seq > ? and seq <= ? order by seq limit ${rowsAtOnce}`);
      revisions.setReturnArrays(true);
      // Ancestors first: revisions of a branch are newer than what it shows of its parent.
      for (const { timeline, upTo } of lineage.toReversed()) {
        let last: SnapshotRow | undefined;
        do {
          // The boundary to node:sqlite: the columns are those of the statement above.
          const rows = revisions.all(timeline, last?.[0] ?? 0, upTo) as unknown as readonly SnapshotRow[];
          if (rows.length > 0) yield rows;
          last = rows.length === rowsAtOnce ? rows.at(-1) : undefined;
        } while (last !== undefined);
      }
    },
    revisions: async (seqs) => {
      const revision = database.prepare(`
        select r.seq, r.timeline, r.operation, r.subject, r.recorded, r.time, r.until, r.recorded_at, r.event_id, r.request_id, r.body
        from journal_revision r where r.seq = ?`);
      return new Map(
        seqs.map((seq) => {
          // The boundary to node:sqlite, as above.
          const row = revision.get(seq) as unknown as RevisionRow;
          return [seq, revisionOf(row, timelineIds)];
        }),
      );
    },
    async search(query) {
      // Imported by the first search, with the library that builds its statements.
      const { searchFile } = await import('./file-search.ts');
      return searchFile(file, { account, lineage }, query);
    },
    eventIds: async (names) => {
      const words = database.prepare(
        'select w.number, w.word from json_each(?) j cross join journal_word w on w.number = j.value',
      );
      words.setReturnArrays(true);
      // The boundary to node:sqlite and to the words, which are the JSON texts of ids.
      const found = words.all(JSON.stringify(names)) as unknown as readonly (readonly [number, string])[];
      return new Map(found.map(([name, word]) => [name, JSON.parse(word) as string]));
    },
    close: () => database.close(),
  };
}
