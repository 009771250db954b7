import type { Anchor } from 'chronoscribe/kinds/anchors';
import { causeName, type Snapshot, type SnapshotCause, type SnapshotRow } from 'chronoscribe/kinds/journal';
import { isDuring } from '../ledger/event.ts';
import { toLedgerEvent } from '../ledger/stored-event.ts';
import { type Holds, type Network, type PlannedCause, PushList } from './network.ts';

/** The events that a timeline shows, by their numbers in the network. */
export interface Plan {
  readonly network: Network;
  /** What is fixed, or is at the moment of a locked anchor. */
  readonly holds: Holds;
  /** What finds the revisions and the ids of the events in the snapshot. */
  readonly seqs: readonly number[];
  readonly names: readonly number[];
}

/** Reads a plan from a snapshot: the last revision of each event, and how its causes tie it. */
export async function readPlan(snapshot: Pick<Snapshot, 'rows'>, anchors: readonly Anchor[]): Promise<Plan> {
  const shown = new Map<number, SnapshotRow>();
  for await (const rows of snapshot.rows()) {
    for (const row of rows) shown.set(row[1], row);
  }
  const rows = [...shown.values()];
  const events = rows.map(([, , , , time, , , , body]) => (body === null ? null : toLedgerEvent({ time, body })));
  const numbers = new Map(rows.map(([, , name], number) => [name, number]));
  const durations = Float64Array.from(rows, ([, , , , time, until]) => until - time);
  const pushes = new PushList();
  for (const [effect, [, , , , , , , text]] of rows.entries())
    for (const cause of plannedCauses(text, (at) => events[effect]?.causes[at]?.from === 'end', numbers))
      pushes.addCause(cause, effect, durations[cause.cause] ?? 0);
  const locked = anchors.filter((anchor) => anchor.locked);
  return {
    network: { starts: Float64Array.from(rows, ([, , , , time]) => time), durations, pushes: pushes.columns() },
    holds: rows.map(([, , , , time, until], number) => {
      if (events[number]?.fixed === true) return 'fixed';
      return locked.some(({ timestamp }) => isDuring(timestamp, time, until)) ? 'anchor' : undefined;
    }),
    seqs: rows.map(([seq]) => seq),
    names: rows.map(([, , name]) => name),
  };
}

/** The causes that the timeline shows. */
function plannedCauses(
  text: string | null,
  countsFromEnd: (position: number) => boolean,
  numbers: ReadonlyMap<number, number>,
): readonly PlannedCause[] {
  if (text === null) return [];
  // The boundary to the journal, which wrote the list.
  const causes = JSON.parse(text) as readonly SnapshotCause[];
  return causes.flatMap((each, at) => {
    const cause = numbers.get(causeName(each));
    if (cause === undefined) return [];
    const [, min, max] = typeof each === 'number' ? [each, null, null] : each;
    return [{ cause, min, max, fromEnd: countsFromEnd(at) }];
  });
}
