import type { TimeRange } from 'chronoscribe/kinds/clock';
import type { NewEvent, NewOutcome } from 'chronoscribe/kinds/ledger';

/**
 * What can be asked of a ledger and what it answers, in names: an event or timeline that the ledger names itself is
 * called `e1`, `e2`, … or `t1`, `t2`, … by the order of making. So a model and a service can be asked the same, and
 * must say the same.
 */
export type Operation =
  | { readonly type: 'record'; readonly timeline: string | undefined; readonly event: NewEvent }
  | {
      readonly type: 'manipulate';
      readonly timeline: string | undefined;
      readonly event: string;
      readonly outcome: NewOutcome;
      readonly safetyCheck: boolean | undefined;
    }
  | { readonly type: 'revert'; readonly timeline: string | undefined; readonly event: string }
  | { readonly type: 'create-timeline'; readonly base: string }
  | { readonly type: 'delete-timeline'; readonly timeline: string }
  | { readonly type: 'merge-timeline'; readonly timeline: string; readonly safetyCheck: boolean | undefined }
  | { readonly type: 'set-anchor'; readonly timestamp: number; readonly locked: boolean }
  | {
      readonly type: 'search';
      readonly timeline: string | undefined;
      readonly location: string;
      readonly range: TimeRange;
      /** As of when this many operations were done. Default: now. */
      readonly asOf: number | undefined;
      /** Default: all at once. The answer is the same. */
      readonly pageSize: number | undefined;
    }
  | { readonly type: 'history'; readonly event: string }
  | { readonly type: 'compare'; readonly timeline: string; readonly other: string }
  | { readonly type: 'check-paradox'; readonly timeline: string };

/** The request id that the operation with this number, from 1, is sent with. */
export function requestIdOf(operation: number): string {
  return `operation-${operation}`;
}

/** An answer as far as it can be compared word for word, with the contract's names of fields. */
export type Said =
  | Refusal
  /**
   * `create-timeline` has a `timeline_id`; `merge-timeline`, `delete-timeline` and `set-anchor` say nothing to compare.
   */
  | { readonly status: number; readonly timeline_id?: string }
  | { readonly status: number; readonly event_id: string }
  | { readonly status: number; readonly new_event_id: string; readonly description: string; readonly time: string }
  | { readonly status: number; readonly original_event_id: string }
  | { readonly status: number; readonly events: readonly SaidEvent[] }
  | { readonly status: number; readonly versions: readonly SaidVersion[] }
  /** The ids of events, sorted: the contract gives these lists no order. */
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
  /** Where the code is `event-superseded`. */
  readonly superseded_by?: string | undefined;
  /** How many are listed, where the code is `merge-conflict`. */
  readonly conflicts?: number | undefined;
}

export interface SaidEvent {
  readonly event_id: string;
  readonly description: string;
  readonly time: string;
  readonly location: string;
}

export interface SaidVersion {
  readonly event_id: string;
  readonly timeline_id: string;
  readonly operation: string;
  readonly request_id: string;
}

/** A finding as the service tells it, with the names of the script for ids. */
export interface SaidFinding {
  readonly kind: string;
  readonly severity: string;
  readonly event_ids: readonly string[];
  readonly witness: readonly { readonly from: string; readonly to: string }[];
  /** The event that it came with. */
  readonly introduced_by: string | null;
}

export interface Answer {
  readonly said: Said;
  /** Null where there is none to tell. */
  readonly findings: readonly SaidFinding[] | null;
}

/** Whatever keeps the ledger of one account. */
export interface LedgerDriver {
  perform(operation: Operation): Promise<Answer>;
}
