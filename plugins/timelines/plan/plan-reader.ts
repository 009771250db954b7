import type { Anchor } from 'chronoscribe/kinds/anchors';
import { causeName, type Snapshot, type SnapshotCause } from 'chronoscribe/kinds/journal';
import { isDuring } from '../ledger/event.ts';
import { toLedgerEvent } from '../ledger/stored-event.ts';
import { type Hold, type Holds, type Network, PushList } from './network.ts';

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
  const { seqs, names, times, ends, causes, bodies } = await readShown(snapshot);
  const starts = Float64Array.from(times);
  const durations = starts.map((time, event) => (ends[event] ?? time) - time);
  const numbers = new Map<number, number>();
  for (const [number, name] of names.entries()) numbers.set(name, number);
  const locked = anchors.filter((anchor) => anchor.locked);
  const pushes = new PushList();
  const holds = times.map((time, effect): Hold | undefined => {
    const body = bodies[effect] ?? null;
    const event = body === null ? null : toLedgerEvent({ time, body });
    for (const [at, each] of parseCauses(causes[effect] ?? null).entries()) {
      const cause = numbers.get(causeName(each));
      // The timeline does not show every cause.
      if (cause === undefined) continue;
      const [, min, max] = typeof each === 'number' ? [each, null, null] : each;
      const fromEnd = event?.causes[at]?.from === 'end';
      pushes.addCause({ cause, min, max, fromEnd }, effect, durations[cause] ?? 0);
    }
    if (event?.fixed === true) return 'fixed';
    return locked.some(({ timestamp }) => isDuring(timestamp, time, ends[effect] ?? time)) ? 'anchor' : undefined;
  });
  return { network: { starts, durations, pushes: pushes.columns() }, holds, seqs, names };
}

/**
 * The last revision of each event, by columns. A list for each row of a large plan would stay in memory until all are
 * read, and take as long to collect as all else.
 */
async function readShown(snapshot: Pick<Snapshot, 'rows'>) {
  const numbers = new Map<number, number>();
  const seqs: number[] = [];
  const names: number[] = [];
  const times: number[] = [];
  const ends: number[] = [];
  const causes: (string | null)[] = [];
  const bodies: (string | null)[] = [];
  for await (const rows of snapshot.rows()) {
    for (const [seq, subject, name, , time, end, , ownCauses, body] of rows) {
      const number = numbers.get(subject) ?? seqs.length;
      numbers.set(subject, number);
      seqs[number] = seq;
      names[number] = name;
      times[number] = time;
      ends[number] = end;
      causes[number] = ownCauses;
      bodies[number] = body;
    }
  }
  return { seqs, names, times, ends, causes, bodies };
}

/** The boundary to the journal, which wrote the list. */
function parseCauses(text: string | null): readonly SnapshotCause[] {
  return text === null ? [] : JSON.parse(text);
}
