import type { TimeRange } from 'chronoscribe/kinds/clock';
import type { NewEvent, NewOutcome } from 'chronoscribe/kinds/ledger';

/**
 * An operation on a ledger. Generated ids are replaced by names: `e1`, `e2`, … for events and `t1`, `t2`, … for
 * timelines, in the order of creation. So the model and a service can perform the same operations and must give the
 * same responses.
 */
export type Operation =
  | { readonly type: 'record'; readonly timeline: string | undefined; readonly event: NewEvent }
  | {
      readonly type: 'manipulate';
      readonly timeline: string | undefined;
      readonly event: string;
      readonly outcome: NewOutcome;
      readonly safetyCheck: boolean | undefined;
      readonly keepEffects: boolean | undefined;
      readonly dryRun: boolean | undefined;
    }
  | {
      readonly type: 'reschedule';
      readonly timeline: string | undefined;
      readonly event: string;
      readonly time: number;
      readonly dryRun: boolean | undefined;
    }
  | {
      readonly type: 'import';
      readonly timeline: string | undefined;
      /** A calendar has whole seconds. */
      readonly event: Pick<NewEvent, 'description' | 'time' | 'location'> & { readonly event_id: string };
      readonly sequence: number;
      readonly cancels: boolean;
    }
  | { readonly type: 'critical-path'; readonly timeline: string | undefined }
  | { readonly type: 'revert'; readonly timeline: string | undefined; readonly event: string }
  | { readonly type: 'create-timeline'; readonly base: string }
  | { readonly type: 'delete-timeline'; readonly timeline: string }
  | {
      readonly type: 'merge-timeline';
      readonly timeline: string;
      readonly safetyCheck: boolean | undefined;
      readonly dryRun: boolean | undefined;
      /** Whose version of an event counts. */
      readonly resolve?: Readonly<Record<string, 'timeline' | 'base'>> | undefined;
    }
  | { readonly type: 'set-anchor'; readonly timestamp: number; readonly locked: boolean }
  | {
      readonly type: 'search';
      readonly timeline: string | undefined;
      readonly location: string;
      readonly range: TimeRange;
      /** After this many operations. Default: now. */
      readonly asOf: number | undefined;
      /** Default: no pages. The response is the same. */
      readonly pageSize: number | undefined;
    }
  | { readonly type: 'history'; readonly event: string }
  | { readonly type: 'compare'; readonly timeline: string; readonly other: string }
  | { readonly type: 'check-paradox'; readonly timeline: string };

/** The request id of the operation with this number, from 1. */
export function requestIdOf(operation: number): string {
  return `operation-${operation}`;
}

/** The comparable part of a response, with the field names of the contract. */
export type LedgerResponse =
  | Refusal
  /**
   * `create-timeline` has a `timeline_id`; `merge-timeline`, `delete-timeline` and `set-anchor` say nothing to compare.
   */
  | { readonly status: number; readonly timeline_id?: string }
  | { readonly status: number; readonly event_id: string }
  | {
      readonly status: number;
      readonly imported: number;
      readonly changed: number;
      readonly cancelled: number;
      readonly unchanged: number;
      readonly skipped: number;
    }
  | { readonly status: number; readonly new_event_id: string; readonly description: string; readonly time: string }
  | { readonly status: number; readonly original_event_id: string }
  | {
      readonly status: number;
      readonly moved: readonly MovedSummary[];
      readonly slack: readonly string[];
      readonly conflicts: readonly string[];
    }
  | { readonly status: number; readonly slack: readonly string[] }
  | { readonly status: number; readonly events: readonly EventSummary[] }
  | { readonly status: number; readonly versions: readonly VersionSummary[] }
  /** Event ids, sorted: the contract does not order these lists. */
  | {
      readonly status: number;
      readonly added: readonly string[];
      readonly removed: readonly string[];
      readonly changed: readonly string[];
    }
  | { readonly status: number; readonly timeline_stability: string };

export interface Refusal {
  readonly status: number;
  readonly code: string;
  /** If the code is `event-superseded`. */
  readonly superseded_by?: string | undefined;
  /** The number of conflicts, if the code is `merge-conflict`. */
  readonly conflicts?: number | undefined;
}

export interface EventSummary {
  readonly event_id: string;
  readonly description: string;
  readonly time: string;
  readonly location: string;
}

export interface MovedSummary {
  readonly event_id: string;
  readonly from: string;
  readonly to: string;
}

export interface VersionSummary {
  readonly event_id: string;
  readonly timeline_id: string;
  readonly operation: string;
  readonly request_id: string;
}

/** A finding of the service, with the names of the script for ids. */
export interface ReportedFinding {
  readonly kind: string;
  readonly severity: string;
  readonly event_ids: readonly string[];
  readonly witness: readonly { readonly from: string; readonly to: string }[];
  /** The event that introduced it. */
  readonly introduced_by: string | null;
}

/** What a service says that a change does to another event. */
export interface ReportedConsequence {
  readonly event_id: string;
  readonly effect: string;
  readonly path: readonly string[];
  readonly basis: string;
}

export interface Answer {
  readonly response: LedgerResponse;
  /** Null if the operation has no findings. */
  readonly findings: readonly ReportedFinding[] | null;
  /** What is said of a change that was checked, refused or not. */
  readonly change?: {
    readonly findings: readonly ReportedFinding[];
    readonly consequences: readonly ReportedConsequence[];
  };
}

/** A ledger of one account under test. */
export interface LedgerDriver {
  perform(operation: Operation): Promise<Answer>;
}
