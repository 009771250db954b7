/**
 * The paradoxes and lesser faults that a check can find, with how grave each is. `anchored_moment_changed` is an error where the
 * anchor is locked.
 */
export const severities = {
  retrocausal_change: 'error',
  causal_loop: 'error',
  effect_before_cause: 'error',
  grandfather: 'error',
  unmet_requirement: 'error',
  temporal_constraint: 'error',
  bilocation: 'error',
  conflicting_outcomes: 'error',
  orphaned_effect: 'warning',
  anchored_moment_changed: 'warning',
  duplicate_event: 'info',
} as const;

export type FindingKind = keyof typeof severities;

// The boundary where the keys of an object become a list.
export const findingKinds = Object.keys(severities) as readonly FindingKind[];
export type Severity = 'error' | 'warning' | 'info';

/** One step of the evidence for a finding. */
export interface WitnessStep {
  /**
   * An event id, or what else the step starts from: `anchor:anc_…`, or a fact with its value as JSON, such as `door = "open"`.
   */
  readonly from: string;
  readonly to: string;
  /** What `from` is to `to`, such as `causes`, `supersedes`, `requires`, `sets`, `at least 2h after`. */
  readonly relation: string;
  /** In plain words. */
  readonly detail: string;
}

export interface Finding {
  readonly kind: FindingKind;
  readonly severity: Severity;
  /** The events that it is about, each once; an id that it is about may have no event. */
  readonly event_ids: readonly string[];
  /** A shortest one. */
  readonly witness: readonly WitnessStep[];
  /** For a person: what is wrong, and why that cannot be. */
  readonly explanation: string;
  /** The event in the witness that was recorded last: with it, the fault came. Null where none of them was recorded. */
  readonly introduced_by: Introduction | null;
}

export interface Introduction {
  readonly event_id: string;
  readonly timeline_id: string;
  /** Wall time, milliseconds since 1970. */
  readonly recorded_at: number;
  readonly request_id: string;
}
