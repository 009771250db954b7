import type { JournalEntry, JournalReads, Revision, View } from 'chronoscribe/kinds/journal';
import type { LedgerEvent } from './event.ts';

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

/** What a manipulation does to another event. */
export interface Consequence {
  readonly event_id: string;
  readonly description: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /**
   * `orphaned`: it names the superseded event as its cause. `retimed`: a delay ties its time to something that is gone.
   * `affected`: whatever else it rests on is.
   */
  readonly effect: 'orphaned' | 'retimed' | 'affected';
  /** Steps from the manipulated event. */
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

/** What a change would bring. */
export interface Verdict {
  /** Faults above `info` that were not there before. */
  readonly findings: readonly Finding[];
  /** Nearest first. */
  readonly consequences: readonly Consequence[];
  /** Whether there are more consequences than are listed. */
  readonly more: boolean;
}

/** Of a change that was not checked. */
export const nothingFound: Verdict = { findings: [], consequences: [], more: false };

/** A change that is about to be made, inside the transaction that makes it. */
export interface ProposedChange {
  readonly journal: JournalReads;
  readonly view: View;
  /** What the timeline would no longer show. */
  readonly removed: readonly Revision[];
  /** What it would show instead. */
  readonly added: readonly { readonly entry: JournalEntry; readonly event: LedgerEvent }[];
}

/** @throws Problem `paradox-detected` where the change brings a new error. */
export type SafetyCheck = (change: ProposedChange) => Promise<Verdict>;

/**
 * Fetches what a check of an account's changes needs and the journal does not have. Before the transaction, since nothing else is
 * waited for inside.
 *
 * @param wanted where it is false, the check finds nothing and refuses nothing
 */
export type PrepareSafetyCheck = (account: string, wanted: boolean) => Promise<SafetyCheck>;
