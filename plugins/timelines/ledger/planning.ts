/** Which event is moved, and when to. */
export interface RescheduleRequest {
  readonly eventId: string;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Whether nothing is to be written. */
  readonly dryRun: boolean;
}

/** How far an event can move later. */
export interface Slack {
  readonly event_id: string;
  /** Milliseconds; negative if a delay is broken already. */
  readonly slack: number;
}

/** The critical path of a plan. */
export interface PlanPath {
  /** Event ids, the first event first. */
  readonly criticalPath: readonly string[];
  /** Those with the least slack, the least first; of equal ones by time. */
  readonly slack: readonly Slack[];
  /** Whether more events have slack than are listed. */
  readonly moreSlack: boolean;
}

/** An event that the delays need elsewhere, and that stays. */
export interface Conflict {
  readonly event_id: string;
  /**
   * `fixed`; `anchor`: it is at the moment of a locked anchor, or would be; `contradiction`: no times keep its delays;
   * `target`: it was to be moved to this time.
   */
  readonly reason: 'fixed' | 'anchor' | 'contradiction' | 'target';
  /** Where it is, and where the delays need it; milliseconds since 1970. */
  readonly time: number;
  readonly needed: number;
  /** The event whose delay it breaks; its own id if it was to be moved itself. */
  readonly pushed_by: string;
}

export interface MovedEvent {
  readonly event_id: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** What a move changes, and the plan after it: of the events that causes link with the one that is moved. */
export interface Rescheduled extends PlanPath {
  /** By the new times. */
  readonly moved: readonly MovedEvent[];
  readonly conflicts: readonly Conflict[];
}
