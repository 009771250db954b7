import { type Finding, type FindingKind, type Introduction, type Severity, severities } from '../../ledger/safety-check.ts';
import type { Surroundings, World, WorldEvent } from '../world/world.ts';

/**
 * One kind of fault. A fault is borne by one event or by several alike; a whole timeline is checked by asking every event that
 * may bear one, a change by asking only those that it touches. So both find the same.
 */
export interface Rule {
  readonly kind: FindingKind;
  /**
   * What `event` bears in `world`.
   *
   * @param among where it is given, only faults matter in which one of these has a part. A rule that compares events with each
   * other looks at no others then, since there may be many that were at fault before.
   */
  borneBy(event: WorldEvent, world: World, among?: readonly WorldEvent[]): readonly Fault[];
  /**
   * The other events that may bear new faults because these appeared or disappeared, each once or more. `world` is the one after
   * the change: it holds those that appeared.
   */
  touchedBy(changed: readonly WorldEvent[], world: Surroundings): readonly WorldEvent[];
}

/** Whether only these matter, and the event is none of them. */
export function isApart(event: WorldEvent, among: readonly WorldEvent[] | undefined): among is readonly WorldEvent[] {
  return among !== undefined && !among.some(({ event_id }) => event_id === event.event_id);
}

/** A finding, with what tells whether it is new. */
export interface Fault {
  readonly finding: Finding;
  /**
   * What it consists of, also where an event was replaced by a new version of itself in between: a fault is new where one of
   * these was in none before. One for most kinds; of a loop, one for each of its steps. Two with the same identities are one.
   */
  identities(): readonly string[];
}

/** What a rule says about a fault. The rest of its finding follows from that. */
interface Evidence extends Pick<Finding, 'witness' | 'explanation'>, Pick<Fault, 'identities'> {
  /** The recorded events that witness it; the newest of them introduced it. */
  readonly events: readonly WorldEvent[];
  /** Default: the ids of `events`. */
  readonly eventIds?: readonly string[];
  /** Default: that of the kind. */
  readonly severity?: Severity;
}

export function faultOf(kind: FindingKind, evidence: Evidence): Fault {
  const { events, witness, explanation, identities } = evidence;
  const { eventIds = events.map(({ event_id }) => event_id), severity = severities[kind] } = evidence;
  return {
    finding: {
      kind,
      severity,
      event_ids: [...new Set(eventIds)],
      witness,
      explanation,
      introduced_by: introductionBy(events),
    },
    identities: () => [...new Set(identities())].sort().map((identity) => `${kind}|${identity}`),
  };
}

/** The identity of a fault between two events, whichever of them is named first. */
export function pairOf(one: WorldEvent, other: WorldEvent): string {
  return `${Math.min(one.subject, other.subject)}|${Math.max(one.subject, other.subject)}`;
}

/** Without those that are the same as another. */
export function eachOnce(faults: readonly Fault[]): readonly Fault[] {
  const distinct = [...new Set(faults)];
  if (distinct.length < 2) return distinct;
  return [...new Map(distinct.map((fault) => [fault.identities().join('\n'), fault])).values()];
}

function introductionBy(events: readonly WorldEvent[]): Introduction | null {
  const [first, ...others] = events;
  if (first === undefined) return null;
  const newest = others.reduce((newer, each) => (each.recorded > newer.recorded ? each : newer), first);
  return {
    event_id: newest.event_id,
    timeline_id: newest.timelineId,
    recorded_at: newest.recordedAt,
    request_id: newest.requestId,
  };
}
