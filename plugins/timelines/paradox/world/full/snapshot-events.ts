import type { Snapshot } from 'chronoscribe/kinds/journal';
import { batchMap, createBatchLoader } from '../batch-loader.ts';
import { toWorldEvent, type WorldEvent } from '../world.ts';
import type { FullTimeline } from './full-timeline.ts';

/** The events behind the rows of a timeline, and the ids behind its codes, read from the snapshot. */
export function createSnapshotEvents(
  { rows, dictionary, graph, causeCodes }: Pick<FullTimeline, 'rows' | 'dictionary' | 'graph' | 'causeCodes'>,
  snapshot: Pick<Snapshot, 'revisions' | 'eventIds'>,
) {
  const codes = new Map<string, number>();
  const readIds = async (asked: readonly number[]) => {
    const numbers = asked.map((code) => dictionary.numbers[code] ?? -1);
    const found = await snapshot.eventIds([...new Set(numbers)]);
    return asked.map((code, at) => {
      const id = found.get(numbers[at] ?? -1);
      if (id === undefined) throw new Error(`The snapshot has no event id for ${numbers[at]}`);
      codes.set(id, code);
      return id;
    });
  };
  const readAll = async (asked: readonly number[]) => {
    const found = await snapshot.revisions(asked.map((row) => rows.seqs[row] ?? -1));
    // The rules ask next, by id, for what an event mentions.
    const causes = asked.flatMap((row) => [...causeCodes.subarray(graph.first[row], graph.first[row + 1])]);
    await readIds([...asked.map((row) => rows.idCodes[row] ?? -1), ...causes]);
    return asked.map((row) => {
      const revision = found.get(rows.seqs[row] ?? -1);
      if (revision === undefined) throw new Error(`The snapshot has no revision ${rows.seqs[row]}`);
      return toWorldEvent(revision);
    });
  };
  const events = createBatchLoader<number, WorldEvent>(Number, async (asked) => zip(asked, await readAll(asked)));
  const ids = createBatchLoader<number, string>(Number, async (asked) => zip(asked, await readIds(asked)));
  return {
    readAll,
    readIds,
    /** Like `readAll`, and cached. @throws PendingLoad */
    all: (asked: readonly number[]) => batchMap(asked, events.get),
    /** Like `readIds`, and cached. @throws PendingLoad */
    ids: (asked: readonly number[]) => batchMap(asked, ids.get),
    /** The code of an event id; undefined if nothing that was read mentions it. */
    codeOf: (eventId: string) => codes.get(eventId),
    /** Drops the cached events. */
    clear: events.clear,
  };
}

export type SnapshotEvents = ReturnType<typeof createSnapshotEvents>;

function zip<One, Other>(ones: readonly One[], others: readonly Other[]): readonly (readonly [One, Other])[] {
  return others.flatMap((other, at) => ones.slice(at, at + 1).map((one) => [one, other] as const));
}
