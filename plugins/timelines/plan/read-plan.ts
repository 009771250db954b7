import type { Anchor } from 'chronoscribe/kinds/anchors';
import { causeName, type Snapshot, type SnapshotCause } from 'chronoscribe/kinds/journal';
import type { Calendar } from '../calendars/calendar.ts';
import type { WorkingTime } from '../calendars/working-time.ts';
import { isDuring, type LedgerEvent, normalizeLocation } from '../ledger/event.ts';
import { toLedgerEvent } from '../ledger/stored-event.ts';
import { calendarRules } from './calendar-rules.ts';
import { type Hold, type Holds, type Network, PushList } from './network.ts';

/** The events that a timeline shows, by their numbers in the network. */
export interface Plan {
  readonly network: Network;
  /** What is fixed, is at the moment of a locked anchor, or has no hour to be done in. */
  readonly holds: Holds;
  /** Who takes part in each event, and where it is if that was asked for, in its normalised form. */
  readonly taken: readonly Taken[];
  /** What finds the revisions and the ids of the events in the snapshot. */
  readonly seqs: readonly number[];
  readonly names: readonly number[];
}

/** What lasts longer is ruled by no calendar: to count its hours would take minutes. */
const longestMs = 100 * 366 * 86_400_000;

interface Taken {
  readonly participants: readonly string[];
  readonly units?: Readonly<Record<string, number>> | undefined;
  readonly place: string | undefined;
}

export type PlanSnapshot = Pick<Snapshot, 'rows' | 'eventIds' | 'revisions'>;

/** Reads a plan from a snapshot: the last revision of each event, how its causes and links tie it, and what rules it. */
export async function readPlan(
  snapshot: PlanSnapshot,
  anchors: readonly Anchor[],
  calendars: readonly Calendar[] = [],
  withPlaces = false,
): Promise<Plan> {
  const shown = await readShown(snapshot);
  const { seqs, names, times, ends, causes, bodies } = shown;
  const starts = Float64Array.from(times);
  const durations = starts.map((time, event) => (ends[event] ?? time) - time);
  const numbers = new Map<number, number>();
  for (const [number, name] of names.entries()) numbers.set(name, number);
  const events = bodies.map((body, event): LedgerEvent | null =>
    body === null ? null : toLedgerEvent({ time: times[event] ?? 0, until: ends[event] ?? 0, body }),
  );
  const named = await numbersNamed(snapshot, events, names);
  const places =
    withPlaces || calendars.some((each) => each.places.length > 0)
      ? await placesOf(snapshot, shown)
      : new Map<number, string>();
  const rules = calendarRules(calendars);
  const taken = events.map(
    (event, number): Taken => ({
      participants: event?.participants ?? [],
      units: event?.plan?.units,
      place: places.get(shown.places[number] ?? -1),
    }),
  );
  const ruling = events.map((event, number): WorkingTime | undefined =>
    (durations[number] ?? 0) > longestMs
      ? undefined
      : rules({ calendar: event?.plan?.calendar, place: undefined, participants: [], ...taken[number] }),
  );
  const pushes = new PushList();
  for (const [effect, event] of events.entries()) {
    for (const [at, each] of parseCauses(causes[effect] ?? null).entries()) {
      const cause = numbers.get(causeName(each));
      // The timeline does not show every cause.
      if (cause === undefined) continue;
      const [, min, max] = typeof each === 'number' ? [each, null, null] : each;
      const fromEnd = event?.causes[at]?.from === 'end';
      pushes.addCause({ cause, min, max, fromEnd }, effect, durations[cause] ?? 0);
    }
    for (const { event_id, from, to, lag, working } of event?.plan?.links ?? []) {
      const other = named.get(event_id);
      if (other === undefined || other === effect) continue;
      const sides = { fromEnd: from === 'end', toEnd: to === 'end' };
      pushes.addLink(
        { from: other, ...sides, lag: Number.parseInt(lag, 10) * 60_000, working: working === true },
        effect,
      );
    }
  }
  const locked = anchors.filter((anchor) => anchor.locked);
  const holds = times.map((time, number): Hold | undefined => {
    if (events[number]?.fixed === true) return 'fixed';
    if (locked.some(({ timestamp }) => isDuring(timestamp, time, ends[number] ?? time))) return 'anchor';
    return ruling[number]?.next(time) === Number.POSITIVE_INFINITY ? 'no_working_time' : undefined;
  });
  const limit = (name: 'not_before' | 'not_after' | 'deadline', none: number) =>
    Float64Array.from(events, (event) => (event?.plan?.[name] === undefined ? none : Date.parse(event.plan[name])));
  const network: Network = {
    starts,
    durations,
    // What stands outside of its hours is worked on for as long as it lasts.
    work: durations.map((duration, event) => {
      const start = starts[event] ?? 0;
      return (duration > 0 ? ruling[event]?.between(start, start + duration) : 0) || duration;
    }),
    times: ruling,
    notBefore: limit('not_before', Number.NEGATIVE_INFINITY),
    notAfter: limit('not_after', Number.POSITIVE_INFINITY),
    late: Uint8Array.from(events, (event) => (event?.plan?.as_late_as_possible ? 1 : 0)),
    deadlines: limit('deadline', Number.POSITIVE_INFINITY),
    baselines: Float64Array.from(events, (event) => {
      const { time, end_time = time } = event?.plan?.baseline ?? {};
      return end_time === undefined ? Number.POSITIVE_INFINITY : Date.parse(end_time);
    }),
    summaries: Int32Array.from(events, (event, number) => {
      const summary = event?.plan?.part_of === undefined ? -1 : (named.get(event.plan.part_of) ?? -1);
      return summary === number ? -1 : summary;
    }),
    pushes: pushes.columns(),
  };
  return { network, holds, taken, seqs, names };
}

/** The numbers of events by their ids, if the plan of any names another. */
async function numbersNamed(
  snapshot: PlanSnapshot,
  events: readonly (LedgerEvent | null)[],
  names: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  if (!events.some((event) => event?.plan?.links !== undefined || event?.plan?.part_of !== undefined)) return new Map();
  const ids = await snapshot.eventIds([...new Set(names)]);
  return new Map(names.map((name, event) => [ids.get(name) ?? '', event]));
}

/** The places of a snapshot in their normalised form, by their numbers: one event tells each. */
async function placesOf(
  snapshot: PlanSnapshot,
  { places, seqs }: Awaited<ReturnType<typeof readShown>>,
): Promise<ReadonlyMap<number, string>> {
  const examples = new Map(places.map((place, event) => [place, seqs[event] ?? -1]));
  const revisions = await snapshot.revisions([...examples.values()]);
  return new Map(
    [...examples].flatMap(([place, seq]) => {
      const revision = revisions.get(seq);
      return revision === undefined ? [] : [[place, normalizeLocation(toLedgerEvent(revision).location)] as const];
    }),
  );
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
  const places: number[] = [];
  const causes: (string | null)[] = [];
  const bodies: (string | null)[] = [];
  for await (const rows of snapshot.rows()) {
    for (const [seq, subject, name, place, time, end, , ownCauses, body] of rows) {
      const number = numbers.get(subject) ?? seqs.length;
      numbers.set(subject, number);
      seqs[number] = seq;
      names[number] = name;
      times[number] = time;
      ends[number] = end;
      places[number] = place;
      causes[number] = ownCauses;
      bodies[number] = body;
    }
  }
  return { seqs, names, times, ends, places, causes, bodies };
}

/** The boundary to the journal, which wrote the list. */
const parseCauses = (text: string | null): readonly SnapshotCause[] => (text === null ? [] : JSON.parse(text));
