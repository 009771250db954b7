import { formatInstant } from 'chronoscribe/kinds/clock';
import { type Finding, type FindingKind, type Severity, severities } from '../../ledger/safety-check.ts';
import type { LazyWorld, World, WorldEvent } from '../world/world.ts';

/**
 * Detects one kind of finding. Each violation is reported at one event, or identically at several: a full check asks
 * every candidate event, and a check of a change only the events that the change affects. So both find the same.
 */
export interface Rule {
  readonly kind: FindingKind;
  /**
   * The violations at `event`.
   *
   * @param changed if given, only violations that involve one of these events matter. A rule that compares pairs of
   * events then compares with these alone, because there may be many older violations.
   */
  check(event: WorldEvent, world: World, changed?: readonly WorldEvent[]): readonly Violation[];
  /**
   * The other events at which a change may cause new violations; may contain duplicates.
   *
   * @param changed the events that were removed or added
   * @param world the world after the change
   */
  affectedBy(changed: readonly WorldEvent[], world: LazyWorld): readonly WorldEvent[];
}

/** Whether a check is restricted to changed events, and this event is not one of them. */
export function isUnchanged(
  event: WorldEvent,
  changed: readonly WorldEvent[] | undefined,
): changed is readonly WorldEvent[] {
  return changed !== undefined && !changed.some(({ event_id }) => event_id === event.event_id);
}

/** A finding with its identities, which tell whether it is new. */
export interface Violation {
  readonly finding: Finding;
  /**
   * What the violation consists of, independent of the versions of its events: a violation is new if one of these was
   * in none before. Most kinds have one; a loop has one for each of its edges. Violations with the same identities are
   * the same.
   */
  identities(): readonly string[];
}

/** What a rule knows about a violation. The rest of its finding is derived. */
interface Evidence extends Pick<Finding, 'witness' | 'explanation'>, Pick<Violation, 'identities'> {
  /** The events of the witness; the one that was recorded last introduced the violation. */
  readonly events: readonly WorldEvent[];
  /** Default: the ids of `events`. */
  readonly eventIds?: readonly string[];
  /** Default: that of the kind. */
  readonly severity?: Severity;
}

/** A violation of a kind. */
export function violation(kind: FindingKind, evidence: Evidence): Violation {
  const { events, witness, explanation, identities } = evidence;
  const { eventIds = events.map(({ event_id }) => event_id), severity = severities[kind] } = evidence;
  return {
    finding: {
      kind,
      severity,
      event_ids: [...new Set(eventIds)],
      witness,
      explanation,
      introduced_by: introducedBy(events),
    },
    identities: () => [...new Set(identities())].sort().map((identity) => `${kind}|${identity}`),
  };
}

/** The identity of a violation between two events, in either order. */
export function pairIdentity(one: WorldEvent, other: WorldEvent): string {
  return `${Math.min(one.subject, other.subject)}|${Math.max(one.subject, other.subject)}`;
}

/** Violations without duplicates. */
export function distinctViolations(violations: readonly Violation[]): readonly Violation[] {
  const distinct = [...new Set(violations)];
  if (distinct.length < 2) return distinct;
  return [...new Map(distinct.map((each) => [each.identities().join('\n'), each])).values()];
}

function introducedBy(events: readonly WorldEvent[]): Finding['introduced_by'] {
  const [first, ...others] = events;
  if (first === undefined) return null;
  const newest = others.reduce((newer, each) => (each.recorded > newer.recorded ? each : newer), first);
  return {
    event_id: newest.event_id,
    timeline_id: newest.timelineId,
    recorded_at: formatInstant(newest.recordedAt),
    request_id: newest.requestId,
  };
}
