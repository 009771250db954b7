import { type EventFile, get, type Nothing, post, postFile, remove } from './operation.ts';
import type {
  Anchor,
  Consequence,
  Duration,
  EventQuery,
  EventVersion,
  Finding,
  Instant,
  NewEvent,
  NewOutcome,
  Sighting,
  Stability,
  Timeline,
  TimelineEvent,
} from './resources.ts';

/** For a person; programs should not depend on the wording. */
type Status = string;

interface ClockFace {
  readonly status: Status;
  readonly current_time: Instant;
}

interface MovedClock {
  readonly status: Status;
  readonly new_time: Instant;
}

interface ImportRequest extends EventFile {
  /** Default: `primary`. */
  readonly timeline_id?: string;
  /** `skip` keeps the good lines. Default: `fail`, so one bad line, and nothing is recorded. */
  readonly on_error?: 'fail' | 'skip';
}

/** What a change that was checked brings; without `safety_check` nothing was looked for, and none of these is there. */
interface Verdict {
  /** New warnings; a new error refuses the change. */
  readonly findings?: readonly Finding[];
  /** Nearest first. */
  readonly consequences?: readonly Consequence[];
  /** Whether there are more than are listed. */
  readonly more_consequences?: boolean;
}

/** Every operation of time navigation, named by its path. To add one, add it here: the client offers it under this name. */
export const operations = {
  /** Sets the clock to a time and a place. A paused clock stays paused. */
  travel: post<
    { readonly destination_time: Instant; readonly location: string },
    { readonly status: Status; readonly current_time: Instant; readonly location: string }
  >('/v1/travel'),
  pauseTime: post<Nothing, { readonly status: Status; readonly paused_at: Instant }>('/v1/pause-time'),
  /** Goes on from the exact moment of the pause. */
  resumeTime: post<Nothing, ClockFace>('/v1/resume-time'),
  fastForward: post<{ readonly duration: Duration }, MovedClock>('/v1/fast-forward'),
  rewind: post<{ readonly duration: Duration }, MovedClock>('/v1/rewind'),
  /** `location` is null before the first travel. */
  currentTime: get<
    Nothing,
    {
      readonly status: Status;
      readonly current_time: Instant;
      readonly state: 'running' | 'paused';
      readonly location: string | null;
    }
  >('/v1/current-time'),

  /** Keeps a moment to come back to. With `locked`, altering events at that instant is an error, not just a warning. */
  setAnchor: post<
    { readonly timestamp: Instant; readonly description: string; readonly locked?: boolean },
    { readonly anchor_id: string; readonly status: Status }
  >('/v1/set-anchor'),
  /** In order of creation. */
  listAnchors: get<Nothing, { readonly anchors: readonly Anchor[] }>('/v1/list-anchors'),
  /** Sets the clock to the anchor's moment. A paused clock stays paused; the location stays. */
  return: post<{ readonly anchor_id: string }, ClockFace>('/v1/return'),
  deleteAnchor: remove<{ readonly anchor_id: string }, { readonly status: Status }>('/v1/delete-anchor'),

  recordEvent: post<NewEvent, TimelineEvent & { readonly status: Status }>('/v1/record-event'),
  /** Records the events of a file, all or none of them. */
  importEvents: postFile<
    ImportRequest,
    {
      readonly status: Status;
      readonly imported: number;
      readonly skipped: number;
      readonly errors: readonly { readonly line: number; readonly detail: string }[];
    }
  >('/v1/import-events'),
  /**
   * By time, then by order of recording. More than 10,000 are refused: ask for pages, whose last has no `next_cursor`, or use
   * `events.search`.
   */
  searchEvents: get<
    EventQuery & { readonly limit?: number; readonly cursor?: string },
    { readonly events: readonly TimelineEvent[]; readonly next_cursor?: string }
  >('/v1/search-events'),
  /** Of a location, or of the event with that id. To be told as the clock passes them, use `events.watch`. */
  monitorEvents: get<EventQuery, { readonly status: Status; readonly events: readonly Sighting[] }>('/v1/monitor-events'),
  /** Makes another event of one. `safety_check`, on by default, refuses what would bring a paradox. */
  manipulateEvent: post<
    {
      readonly event_id: string;
      readonly new_outcome: NewOutcome;
      readonly safety_check?: boolean;
      readonly timeline_id?: string;
    },
    { readonly status: Status; readonly new_event_id: string; readonly description: string; readonly time: Instant } & Verdict
  >('/v1/manipulate-event'),
  /** Brings back what a manipulated event was made from. */
  revertEvent: post<
    { readonly event_id: string; readonly timeline_id?: string },
    { readonly status: Status; readonly original_event_id: string }
  >('/v1/revert-event'),
  /** Every version on every timeline, in order of recording. */
  eventHistory: get<{ readonly event_id: string }, { readonly versions: readonly EventVersion[] }>('/v1/event-history'),

  /** A branch shows all that its base held at that moment, and nothing that the base gets later. */
  createTimeline: post<
    { readonly base_timeline_id: string; readonly description: string },
    { readonly timeline_id: string; readonly status: Status; readonly description: string }
  >('/v1/create-timeline'),
  listTimelines: get<Nothing, { readonly timelines: readonly Timeline[] }>('/v1/list-timelines'),
  /** `added` is in the other and not in the first. */
  compareTimelines: get<
    { readonly timeline_id: string; readonly other_timeline_id: string },
    {
      readonly status: Status;
      readonly added: readonly TimelineEvent[];
      readonly removed: readonly TimelineEvent[];
      readonly changed: readonly { readonly from: TimelineEvent; readonly to: TimelineEvent }[];
    }
  >('/v1/compare-timelines'),
  /**
   * Into its base, whose id is answered. `merged` are the events that it shows now and did not show before. `safety_check`, on by default,
   * refuses what would bring a paradox.
   */
  mergeTimeline: post<
    { readonly timeline_id: string; readonly safety_check?: boolean },
    { readonly status: Status; readonly timeline_id: string; readonly merged: readonly string[] } & Verdict
  >('/v1/merge-timeline'),
  deleteTimeline: remove<{ readonly timeline_id: string }, { readonly status: Status }>('/v1/delete-timeline'),
  /** Of `primary` unless told otherwise. At most 1,000 findings are listed, the gravest first; `counts` counts all, by kind. */
  checkParadox: get<
    { readonly timeline_id?: string },
    {
      readonly status: Status;
      readonly timeline_stability: Stability;
      readonly findings: readonly Finding[];
      readonly counts: Readonly<Record<string, number>>;
    }
  >('/v1/check-paradox'),
};

export type Operations = typeof operations;
