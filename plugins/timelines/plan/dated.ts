import type { WorkingTime } from '../calendars/working-time.ts';

/** When the events of a plan are, by their numbers. Instants in milliseconds since 1970, spans in milliseconds. */
export interface Dated {
  readonly starts: Float64Array;
  /** How long each event lasts where it stands. */
  readonly durations: Float64Array;
  /** How long each event is worked on: its duration, if no calendar rules it. */
  readonly work: Float64Array;
  /** What rules each event. */
  readonly times: readonly (WorkingTime | undefined)[];
  /** What each event does not begin before, and what it does not end after; infinite for no limit. */
  readonly notBefore: Float64Array;
  readonly notAfter: Float64Array;
  /** 1 for an event that stands as late as what follows lets it. */
  readonly late: Uint8Array;
  /** When each is to be done; infinite for no deadline. */
  readonly deadlines: Float64Array;
  /** When each was to end; infinite for no baseline. */
  readonly baselines: Float64Array;
  /** The event that each is part of; -1 for none. */
  readonly summaries: Int32Array;
}

/** The dates of some events alone, numbered by their positions. */
export function datesOf(dated: Dated, members: readonly number[], positions: Int32Array): Dated {
  const of = (column: Float64Array) => Float64Array.from(members, (member) => column[member] ?? 0);
  return {
    starts: of(dated.starts),
    durations: of(dated.durations),
    work: of(dated.work),
    times: members.map((member) => dated.times[member]),
    notBefore: of(dated.notBefore),
    notAfter: of(dated.notAfter),
    late: Uint8Array.from(members, (member) => dated.late[member] ?? 0),
    deadlines: of(dated.deadlines),
    baselines: of(dated.baselines),
    summaries: Int32Array.from(members, (member) => positions[dated.summaries[member] ?? -1] ?? -1),
  };
}

type Worked = Pick<Dated, 'work' | 'times'>;

/** When an event ends that begins at `start`. */
export function endOf({ work, times }: Worked, event: number, start: number): number {
  const span = work[event] ?? 0;
  return span === 0 ? start : (times[event]?.finish(start, span) ?? start + span);
}

/** When an event begins at the latest, to end by `end`. */
export function startFor({ work, times }: Worked, event: number, end: number): number {
  return times[event]?.begin(end, work[event] ?? 0) ?? end - (work[event] ?? 0);
}

/** The first date from `start` on at which an event can begin. A milestone may stand at the end of hours too. */
export function onHours({ work, times }: Worked, event: number, start: number): number {
  const calendar = times[event];
  if (calendar === undefined) return start;
  return work[event] === 0 ? calendar.finish(start, 0) : calendar.next(start);
}

/** The parts of each summary. */
export const partsOf = ({ summaries }: Pick<Dated, 'summaries'>): ReadonlyMap<number, readonly number[]> =>
  Map.groupBy(
    [...summaries.keys()].filter((part) => summaries[part] !== -1),
    (part) => summaries[part] ?? -1,
  );

/** The parts of an event that have none themselves, or the event alone. */
export function leavesOf(event: number, parts: ReturnType<typeof partsOf>): readonly number[] {
  const leaves: number[] = [];
  const seen = new Set([event]);
  for (const each of seen) {
    const own = parts.get(each);
    if (own === undefined) leaves.push(each);
    else for (const part of own) seen.add(part);
  }
  // Parts of each other have none.
  return leaves.length > 0 ? leaves : [event];
}
