import type { JournalEntry, JournalReads, Revision, View } from 'chronoscribe/kinds/journal';
import type { LedgerEvent } from './event.ts';

/** The kinds of findings with their severities. `anchored_moment_changed` is an error if the anchor is locked. */
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

// The boundary where `Object.keys` loses the type of the keys.
export const findingKinds = Object.keys(severities) as readonly FindingKind[];
export type Severity = 'error' | 'warning' | 'info';

/** One step of the evidence for a finding. */
export interface WitnessStep {
  /**
   * An event id, `anchor:anc_…`, `participant:…`, `change:1`, or a state key with its value as JSON, such as `door =
   * "open"`.
   */
  readonly from: string;
  readonly to: string;
  /** The relation of `from` to `to`, such as `causes`, `supersedes`, `requires`, `sets`, `at least 2h after`. */
  readonly relation: string;
  /** For people. */
  readonly detail: string;
}

export interface Finding {
  readonly kind: FindingKind;
  readonly severity: Severity;
  /** The ids of the events concerned, each once. An id may have no event. */
  readonly event_ids: readonly string[];
  /** The shortest evidence. */
  readonly witness: readonly WitnessStep[];
  /** For people: what is wrong and why. */
  readonly explanation: string;
  /** The event of the witness that was recorded last; null if none was recorded yet. */
  readonly introduced_by: IntroducedBy | null;
}

export interface IntroducedBy {
  readonly event_id: string;
  readonly timeline_id: string;
  /** Wall time, milliseconds since 1970. */
  readonly recorded_at: number;
  readonly request_id: string;
}

/** The effect of a manipulation on another event. */
export interface Consequence {
  readonly event_id: string;
  readonly description: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /**
   * `orphaned`: it names the superseded event as its cause. `retimed`: a delay ties its time to an event that is
   * affected. `affected`: it depends on it in another way.
   */
  readonly effect: 'orphaned' | 'retimed' | 'affected';
  /** The number of steps from the manipulated event. */
  readonly distance: number;
  /** The event ids from the manipulated event to this one. */
  readonly path: readonly string[];
  readonly basis: 'causes' | 'requires' | 'co_located';
}

export interface Consequences {
  /** The nearest first. */
  readonly consequences: readonly Consequence[];
  /** Whether there are more than these. */
  readonly more: boolean;
}

/** The result of a safety check. */
export interface SafetyCheckResult {
  /** New findings above `info`. */
  readonly findings: readonly Finding[];
  /** Nearest first. */
  readonly consequences: readonly Consequence[];
  /** Whether there are more consequences than are listed. */
  readonly more: boolean;
}

/** The result if no check was asked for. */
export const uncheckedResult: SafetyCheckResult = { findings: [], consequences: [], more: false };

/** A change before it is written. */
export interface ProposedChange {
  readonly journal: JournalReads;
  readonly view: View;
  /** The revisions that the timeline would no longer show. */
  readonly removed: readonly Revision[];
  /** The events that it would show instead. */
  readonly added: readonly { readonly entry: JournalEntry; readonly event: LedgerEvent }[];
}

/** Checks a change. @throws Problem `paradox-detected` if it introduces an error. */
export type SafetyCheck = (change: ProposedChange) => Promise<SafetyCheckResult>;

/**
 * Loads what a safety check needs beside the journal. Called before a transaction, which waits for nothing else.
 *
 * @param wanted if false, the check finds nothing and refuses nothing
 */
export type PrepareSafetyCheck = (account: string, wanted: boolean) => Promise<SafetyCheck>;
