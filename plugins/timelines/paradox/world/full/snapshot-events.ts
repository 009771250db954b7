import type { Snapshot } from 'chronoscribe/kinds/journal';
import { askAbout, lookup } from '../batch-loader.ts';
import { toWorldEvent, type WorldEvent } from '../world.ts';
import type { WholeTimeline } from './full-timeline.ts';

/** The events and ids behind the rows and names of a timeline, read from its snapshot. */
export interface WholeEvents {
  readAll(rows: readonly number[]): Promise<readonly WorldEvent[]>;
  readIds(names: readonly number[]): Promise<readonly string[]>;
  /** Like `readAll`, kept once it was read. @throws NotLoaded */
  all(rows: readonly number[]): readonly WorldEvent[];
  /** Like `readIds`, kept once it was read. @throws NotLoaded */
  ids(names: readonly number[]): readonly string[];
  /** The name of an event id; undefined where nothing that was read mentions it. */
  nameOf(eventId: string): number | undefined;
  /** Drops the events that are kept. */
  forget(): void;
}

export function wholeEvents(
  { rows, names, graph, causeNames }: Pick<WholeTimeline, 'rows' | 'names' | 'graph' | 'causeNames'>,
  snapshot: Pick<Snapshot, 'revisions' | 'eventIds'>,
): WholeEvents {
  const nameOf = new Map<string, number>();
  const readIds = async (asked: readonly number[]) => {
    const numbers = asked.map((name) => names.numbers[name] ?? -1);
    const found = await snapshot.eventIds([...new Set(numbers)]);
    return asked.map((name, at) => {
      const id = found.get(numbers[at] ?? -1);
      if (id === undefined) throw new Error(`The snapshot has no event id for ${numbers[at]}`);
      nameOf.set(id, name);
      return id;
    });
  };
  const readAll = async (asked: readonly number[]) => {
    const found = await snapshot.revisions(asked.map((row) => rows.seqs[row] ?? -1));
    // What an event mentions is asked for next, by its id.
    const causes = asked.flatMap((row) => [...causeNames.subarray(graph.first[row], graph.first[row + 1])]);
    await readIds([...asked.map((row) => rows.names[row] ?? -1), ...causes]);
    return asked.map((row) => {
      const revision = found.get(rows.seqs[row] ?? -1);
      if (revision === undefined) throw new Error(`The snapshot has no revision ${rows.seqs[row]}`);
      return toWorldEvent(revision);
    });
  };
  const events = lookup<number, WorldEvent>(Number, async (asked) => zip(asked, await readAll(asked)));
  const ids = lookup<number, string>(Number, async (asked) => zip(asked, await readIds(asked)));
  return {
    readAll,
    readIds,
    all: (asked) => askAbout(asked, events.get),
    ids: (asked) => askAbout(asked, ids.get),
    nameOf: (eventId) => nameOf.get(eventId),
    forget: events.forget,
  };
}

function zip<One, Other>(ones: readonly One[], others: readonly Other[]): readonly (readonly [One, Other])[] {
  return others.flatMap((other, at) => ones.slice(at, at + 1).map((one) => [one, other] as const));
}
