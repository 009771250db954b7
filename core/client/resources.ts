/** ISO 8601 with `Z` or an offset, in the years 0000 to 9999: `2025-03-01T08:30:00Z`. The service writes UTC in whole seconds. */
export type Instant = string;

/** A whole number and its unit, minutes, hours or days of 86,400 s: `90m`, `12h`, `7d`. */
export type Duration = string;

/** Two instants joined by `/`, both included: `2025-03-01T00:00:00Z/2025-03-31T23:59:59Z`. */
export type TimeRange = string;

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** A fixed point in time to which the clock can come back. */
export interface Anchor {
  readonly anchor_id: string;
  readonly timestamp: Instant;
  readonly description: string;
  /** Whether altering events at that instant is an error, not just a warning. */
  readonly locked: boolean;
}

/** What is known of an event beyond what, when and where. */
export interface EventDetails {
  /** When it ended; not before its time. */
  readonly end_time?: Instant;
  /** Who took part. Nobody can be in two places at once. */
  readonly participants?: readonly string[];
  /** What must be so at that time, by the effects of events up to then: `{ door: 'open' }`. */
  readonly requires?: Readonly<Record<string, JsonValue>>;
  /** What it sets. */
  readonly effects?: Readonly<Record<string, JsonValue>>;
  /** Where on Earth, in degrees. */
  readonly geo?: { readonly lat: number; readonly lon: number };
}

/** An event that brought another one about, with limits on the delay from cause to effect where there are any. */
export interface Cause {
  readonly event_id: string;
  readonly min_delay?: Duration;
  readonly max_delay?: Duration;
}

/** What is done to bring an outcome about, and when. */
export interface Change {
  readonly action: string;
  readonly time: Instant;
}

/** An event as a timeline shows it. */
export interface TimelineEvent extends EventDetails {
  readonly event_id: string;
  readonly description: string;
  readonly time: Instant;
  readonly location: string;
  readonly causes?: readonly Cause[];
  /** What it was made from, where a manipulation made it. */
  readonly manipulation?: { readonly original_event_id: string; readonly changes: readonly Change[] };
}

/** An event that is to be recorded. */
export interface NewEvent extends EventDetails {
  readonly description: string;
  readonly time: Instant;
  readonly location: string;
  /** Unique in the account. Default: the service makes one. */
  readonly event_id?: string;
  /** Default: `primary`. */
  readonly timeline_id?: string;
  /** What brought it about; it may be recorded later. An id alone has no limits on the delay. */
  readonly causes?: readonly (string | Cause)[];
}

/** What an event is to become. What it does not name is inherited; time and location always are. */
export interface NewOutcome extends EventDetails {
  readonly description: string;
  readonly changes: readonly Change[];
  /** What the manipulation itself needs, where it needs any. */
  readonly causes?: readonly (string | Cause)[];
}

/** One version of an event, and how it came to be. */
export interface EventVersion extends TimelineEvent {
  readonly operation: 'record' | 'manipulate' | 'revert' | 'merge';
  /** Real time. */
  readonly recorded_at: Instant;
  readonly timeline_id: string;
  readonly request_id: string;
}

/** Which events, and in what state of the timeline. */
export interface EventQuery {
  readonly location: string;
  readonly time_range: TimeRange;
  /** Default: `primary`. */
  readonly timeline_id?: string;
  /** What the timeline held when this was the real time. Default: now. */
  readonly as_of?: Instant;
}

/** What `monitor-events` tells of an event. */
export interface Sighting {
  readonly time: Instant;
  readonly description: string;
}

export interface Timeline {
  readonly timeline_id: string;
  readonly description: string;
  /** What it branched from; `primary` branched from nothing. */
  readonly base_timeline_id?: string;
  /** Real time; `primary` was always there. */
  readonly created_at?: Instant;
}

/** A paradox or a lesser fault of a timeline. */
export interface Finding {
  readonly kind:
    | 'retrocausal_change'
    | 'causal_loop'
    | 'effect_before_cause'
    | 'grandfather'
    | 'unmet_requirement'
    | 'temporal_constraint'
    | 'bilocation'
    | 'conflicting_outcomes'
    | 'orphaned_effect'
    | 'anchored_moment_changed'
    | 'duplicate_event';
  readonly severity: 'error' | 'warning' | 'info';
  readonly event_ids: readonly string[];
  /** The evidence, step by step; a shortest one. */
  readonly witness: readonly {
    readonly from: string;
    readonly to: string;
    readonly relation: string;
    readonly detail: string;
  }[];
  /** For a person: what is wrong, and why that cannot be. */
  readonly explanation: string;
  /** The event of the witness that was recorded last: with it, the fault came. */
  readonly introduced_by: {
    readonly event_id: string;
    readonly timeline_id: string;
    readonly recorded_at: Instant;
    readonly request_id: string;
  } | null;
}

/** What a manipulation does to another event. */
export interface Consequence {
  readonly event_id: string;
  readonly description: string;
  readonly time: Instant;
  readonly effect: 'orphaned' | 'retimed' | 'affected';
  /** Steps from the manipulated event. */
  readonly distance: number;
  /** The event ids from the manipulated event to this one. */
  readonly path: readonly string[];
  readonly basis: 'causes' | 'requires' | 'co_located';
}

/** Nothing worse than a note, warnings, errors, a loop or a grandfather paradox, or not checked to the end. */
export type Stability = 'Stable' | 'Strained' | 'Unstable' | 'Paradoxical' | 'Unknown';
