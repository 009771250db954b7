// Made by openapi-typescript from the OpenAPI document of time navigation. Do not edit: npm run client:types
// Document: sha256 d97729906e949b03c84fbd83ed8f899fbffa8a06d42062a9068e520049430764

export interface paths {
  readonly '/v1/set-anchor': {
    /**
     * Set an anchor
     * @description Saves a moment to return to. With `locked`, altering events at that instant is an error, not just a warning.
     */
    readonly post: operations['post_v1_set_anchor'];
  };
  readonly '/v1/list-anchors': {
    /**
     * List the anchors
     * @description In order of creation: all of them, or a page where `limit` or `cursor` is given.
     */
    readonly get: operations['get_v1_list_anchors'];
  };
  readonly '/v1/return': {
    /**
     * Return to an anchor
     * @description Sets the clock to the anchor's moment. A paused clock stays paused; the location stays.
     */
    readonly post: operations['post_v1_return'];
  };
  readonly '/v1/delete-anchor': {
    /**
     * Delete an anchor
     * @description A locked anchor is deleted only with `force`.
     */
    readonly delete: operations['delete_v1_delete_anchor'];
  };
  readonly '/v1/record-event': {
    /**
     * Record an event
     * @description A cause may name an event that is recorded later. No event is refused for a paradox; GET /v1/check-paradox finds them.
     */
    readonly post: operations['post_v1_record_event'];
  };
  readonly '/v1/import-events': {
    /**
     * Import many events
     * @description NDJSON (the fields of an event, or CloudEvents 1.0), CSV with a header, iCalendar, or the XML of MS Project, by `Content-Type`. All or nothing, unless `on_error=skip`. An unknown CSV column is always refused; an unknown field of an NDJSON line is an error of that line. A calendar that is imported again changes the events that it made, found by UID and RECURRENCE-ID, unless the timeline has a higher SEQUENCE or a later LAST-MODIFIED: those that are cancelled, or missing from a recurring event, stay as `Cancelled: …` without causes, participants, `requires` and `effects`; POST /v1/revert-event undoes each change. What a calendar cancels that was never imported, events that a higher SEQUENCE replaces, and other components are left out and named in `errors`; times without a zone are in that of `X-WR-TIMEZONE`. `Prefer: respond-async` and `Accept: text/event-stream` follow the progress.
     */
    readonly post: operations['post_v1_import_events'];
  };
  readonly '/v1/list-events': {
    /**
     * List the events of a timeline
     * @description The events of every place, page by page, ordered by time and then by order of recording. Without `time_range` those of all time.
     */
    readonly get: operations['get_v1_list_events'];
  };
  readonly '/v1/search-events': {
    /**
     * Search events
     * @description The events at a location within a time range, ordered by time and then by order of recording. Without `limit` all of them, unless there are more than 10,000.
     */
    readonly get: operations['get_v1_search_events'];
  };
  readonly '/v1/export-events': {
    /**
     * Export the events of a timeline
     * @description A file that POST /v1/import-events reads as the same events, however many: `ics`, iCalendar with the ids as UIDs; `csv`; `ndjson`; `mspdi`, the XML of MS Project, with tasks, links, constraints and resources. By time, then by order of recording, as the timeline is when the export begins. What a format does not know is kept in a property of ours.
     */
    readonly get: operations['get_v1_export_events'];
  };
  readonly '/v1/monitor-events': {
    /**
     * Monitor a place or an event
     * @description The events at `location`, or the one with that id, within the range, ordered by time and then by order of recording. Without `limit` all of them, unless there are more than 10,000. With `Accept: text/event-stream` the response stays open and sends each event when the clock of `clock_id` passes it, ticking or moved forward; it takes neither `limit` nor `cursor`. A client that connects again, to any host, and sends the id of the last event as `Last-Event-ID` gets what the clock has passed since then.
     */
    readonly get: operations['get_v1_monitor_events'];
  };
  readonly '/v1/manipulate-event': {
    /**
     * Give an event a new outcome
     * @description A new event supersedes it on that timeline. A new `time` or `location` moves it: it keeps its duration, and elsewhere it loses its `geo`. With `safety_check`, the default, a change that introduces a paradox is refused and nothing is written.
     */
    readonly post: operations['post_v1_manipulate_event'];
  };
  readonly '/v1/revert-event': {
    /**
     * Revert a manipulation
     * @description Restores the event that the manipulated event superseded, under its own id. Effects that the manipulation kept rest on it again. Of an event that an import changed, restores what it was before.
     */
    readonly post: operations['post_v1_revert_event'];
  };
  readonly '/v1/event-history': {
    /**
     * Read the history of an event
     * @description Every version on every timeline, in the order of recording.
     */
    readonly get: operations['get_v1_event_history'];
  };
  readonly '/v1/reschedule': {
    /**
     * Move an event and what depends on its time
     * @description Moves an event, and by the delays of causes what must move with it: later events to the earliest dates that keep every delay, and earlier ones to the latest, if it moves back. What need not move stays. An event with `fixed: true`, or at the moment of a locked anchor, always stays; where the delays need it elsewhere it is a conflict, and the move is made all the same. Events keep their ids and durations.
     */
    readonly post: operations['post_v1_reschedule'];
  };
  readonly '/v1/critical-path': {
    /**
     * Find what decides when a plan ends
     * @description The critical path of a timeline, and the slack of its events; with `from` and `to`, of the chains of causes between these two events, where the end that counts is the start of `to`. Empty where no chain of causes leads from one to the other.
     */
    readonly get: operations['get_v1_critical_path'];
  };
  readonly '/v1/travel': {
    /**
     * Travel to a time and a place
     * @description Sets the clock to `destination_time`. A running clock continues from there; a paused one stays paused.
     */
    readonly post: operations['post_v1_travel'];
  };
  readonly '/v1/pause-time': {
    /**
     * Pause time
     * @description Stops the clock. Pausing a paused clock answers with the moment at which it was paused.
     */
    readonly post: operations['post_v1_pause_time'];
  };
  readonly '/v1/resume-time': {
    /**
     * Resume time
     * @description Continues from the exact moment of the pause. A running clock is not affected.
     */
    readonly post: operations['post_v1_resume_time'];
  };
  readonly '/v1/fast-forward': {
    /**
     * Move the clock forward
     * @description Adds `duration` to the time that the clock shows. A paused clock stays paused.
     */
    readonly post: operations['post_v1_fast_forward'];
  };
  readonly '/v1/rewind': {
    /**
     * Move the clock back
     * @description Subtracts `duration` from the time that the clock shows. A paused clock stays paused. Events do not change.
     */
    readonly post: operations['post_v1_rewind'];
  };
  readonly '/v1/current-time': {
    /**
     * Read the clock
     * @description A clock that was never operated runs and shows the real time. `location` is null before the first travel.
     */
    readonly get: operations['get_v1_current_time'];
  };
  readonly '/v1/clocks': {
    /**
     * List the clocks
     * @description Those that were created, in order of creation. The account's own clock is not among them.
     */
    readonly get: operations['get_v1_clocks'];
    /**
     * Create a clock
     * @description A clock beside the account's own, moved by itself: requests name it by `clock_id`. It runs, and shows the real time or `now`. Anchors, events and timelines stay the account's.
     */
    readonly post: operations['post_v1_clocks'];
  };
  readonly '/v1/clocks/{id}': {
    /**
     * Delete a clock
     * @description Ends the monitors and the schedules on it. While runs sleep on it, it is deleted only with `force`, which cancels them. A run that comes to a sleep on it later fails as `clock-not-found`.
     */
    readonly delete: operations['delete_v1_clocks_id_'];
  };
  readonly '/v1/create-timeline': {
    /**
     * Create an alternate timeline
     * @description The branch shows all that its base shows at this moment, and nothing that is recorded on the base later. Changes on the branch never reach the base unless it is merged. No event is copied.
     */
    readonly post: operations['post_v1_create_timeline'];
  };
  readonly '/v1/list-timelines': {
    /**
     * List the timelines
     * @description All of them, in order of creation, `primary` first.
     */
    readonly get: operations['get_v1_list_timelines'];
  };
  readonly '/v1/compare-timelines': {
    /**
     * Compare two timelines
     * @description The events that only `other_timeline_id` shows, those that only `timeline_id` shows, and those of which both show different versions.
     */
    readonly get: operations['get_v1_compare_timelines'];
  };
  readonly '/v1/merge-timeline': {
    /**
     * Merge a timeline into its base
     * @description A three-way merge of all changes on the branch since it was created or last merged, and of merged ones that the base reverted since. If both timelines changed an event in different ways, nothing is merged, unless `resolve` says whose version counts. With `safety_check`, a merge that introduces a paradox is refused too.
     */
    readonly post: operations['post_v1_merge_timeline'];
  };
  readonly '/v1/delete-timeline': {
    /**
     * Delete a timeline
     * @description Deletes the branch and all changes on it. Changes that were merged into its base stay there.
     */
    readonly delete: operations['delete_v1_delete_timeline'];
  };
  readonly '/v1/check-paradox': {
    /**
     * Check a timeline for paradoxes
     * @description `Stable`: nothing above info. `Strained`: warnings. `Unstable`: errors. `Paradoxical`: a causal loop or a grandfather paradox. `Unknown`: the check stopped at its time budget. At most 1,000 findings are listed, the most severe first; `counts` counts all.
     */
    readonly get: operations['get_v1_check_paradox'];
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description RFC 9457 */
    readonly Problem: {
      /**
       * Format: uri
       * @example urn:chronoscribe:problem:invalid-request
       */
      readonly type: string;
      readonly title: string;
      readonly status: number;
      readonly detail: string;
      readonly errors?: readonly {
        /** @description Of a field (RFC 6901) */
        readonly pointer?: string;
        /** @description Of a file, from 1 */
        readonly line?: number;
        readonly detail: string;
      }[];
    };
    readonly TimelineEvent: {
      /**
       * @description Names the event; unique in the account
       * @example moon-landing
       */
      readonly event_id: string;
      /** @description What happened */
      readonly description: string;
      /**
       * Format: date-time
       * @description ISO 8601 date-time in UTC and whole seconds
       * @example 2025-03-01T08:30:00Z
       */
      readonly time: string;
      /** @description Where it happened */
      readonly location: string;
      /**
       * Format: date-time
       * @description When it ended
       * @example 2025-03-01T08:30:00Z
       */
      readonly end_time?: string;
      /** @description The events that caused it */
      readonly causes?: readonly {
        /**
         * @description Names the event; unique in the account
         * @example moon-landing
         */
        readonly event_id: string;
        /** @description A whole number of minutes: `90m` */
        readonly min_delay?: string;
        /** @description A whole number of minutes: `90m` */
        readonly max_delay?: string;
        /**
         * @description The delays count from the end of the cause
         * @enum {string}
         */
        readonly from?: 'end';
      }[];
      /** @description Who took part */
      readonly participants?: readonly string[];
      /** @description The state that it needs */
      readonly requires?: {
        readonly [key: string]: unknown;
      };
      /** @description The state that it sets */
      readonly effects?: {
        readonly [key: string]: unknown;
      };
      /** @description Where on Earth */
      readonly geo?: {
        /** @description Degrees north */
        readonly lat: number;
        /** @description Degrees east */
        readonly lon: number;
      };
      /**
       * @description Rescheduling other events leaves it at its time
       * @constant
       */
      readonly fixed?: true;
      /** @description Where a manipulation made it: from which event, and how */
      readonly manipulation?: {
        /**
         * @description Names the event; unique in the account
         * @example moon-landing
         */
        readonly original_event_id: string;
        /** @description What was changed, and when */
        readonly changes: readonly {
          /** @description What was done */
          readonly action: string;
          /**
           * Format: date-time
           * @description ISO 8601 date-time in UTC and whole seconds
           * @example 2025-03-01T08:30:00Z
           */
          readonly time: string;
        }[];
      };
    };
    readonly Finding: {
      /**
       * @description The kind of paradox or fault
       * @enum {string}
       */
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
      /**
       * @description How severe it is
       * @enum {string}
       */
      readonly severity: 'error' | 'warning' | 'info';
      /** @description The events concerned, each once */
      readonly event_ids: readonly string[];
      /** @description The shortest chain of evidence */
      readonly witness: readonly {
        /** @description An event id, `anchor:` with an id, or a state key with its value */
        readonly from: string;
        /** @description The same */
        readonly to: string;
        /** @description The relation of `from` to `to`: `causes`, `requires`, `sets`, … */
        readonly relation: string;
        /** @description For people */
        readonly detail: string;
      }[];
      /** @description For people */
      readonly explanation: string;
      /** @description The event of the witness that was recorded last; null if none was recorded yet */
      readonly introduced_by: {
        /** @description Which event it is */
        readonly event_id: string;
        /** @description Where it was recorded */
        readonly timeline_id: string;
        /**
         * Format: date-time
         * @description ISO 8601 date-time in UTC and whole seconds
         * @example 2025-03-01T08:30:00Z
         */
        readonly recorded_at: string;
        /** @description Of the request that recorded it */
        readonly request_id: string;
      } | null;
    };
    readonly Consequence: {
      /** @description Which event it is */
      readonly event_id: string;
      /** @description What happens there */
      readonly description: string;
      /**
       * Format: date-time
       * @description ISO 8601 date-time in UTC and whole seconds
       * @example 2025-03-01T08:30:00Z
       */
      readonly time: string;
      /**
       * @description How the change affects it
       * @enum {string}
       */
      readonly effect: 'orphaned' | 'retimed' | 'affected';
      /** @description The number of steps from the manipulated event */
      readonly distance: number;
      /** @description From the manipulated event to this one */
      readonly path: readonly string[];
      /**
       * @description What links it to the previous step
       * @enum {string}
       */
      readonly basis: 'causes' | 'requires' | 'co_located';
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly post_v1_set_anchor: {
    readonly parameters: {
      readonly query?: never;
      readonly path?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /**
           * Format: date-time
           * @description ISO 8601 date-time with `Z` or an offset, in the years 0000 to 9999
           * @example 2025-03-01T08:30:00Z
           */
          readonly timestamp: string;
          /** @description What the anchor is for */
          readonly description: string;
          /**
           * @description Whether altering events at that instant is an error, not just a warning
           * @default false
           */
          readonly locked?: boolean;
        };
      };
    };
    readonly responses: {
      /** @description Set an anchor */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /**
             * @description Names the anchor
             * @example anc_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
             */
            readonly anchor_id: string;
            /** @description What was done, for a person */
            readonly status: string;
          };
        };
      };
      /** @description Any other error. Of this endpoint: invalid-timestamp, time-out-of-range */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly get_v1_list_anchors: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly path?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List the anchors */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description In order of creation */
            readonly anchors: readonly {
              /**
               * @description Names the anchor
               * @example anc_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
               */
              readonly anchor_id: string;
              /**
               * Format: date-time
               * @description ISO 8601 date-time in UTC and whole seconds
               * @example 2025-03-01T08:30:00Z
               */
              readonly timestamp: string;
              /** @description What the anchor is for */
              readonly description: string;
              /** @description Whether altering events at that instant is an error, not just a warning */
              readonly locked: boolean;
            }[];
            /** @description Absent on the last page */
            readonly next_cursor?: string;
          };
        };
      };
      /** @description Any other error. Of this endpoint: invalid-cursor */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly post_v1_return: {
    readonly parameters: {
      readonly query?: {
        readonly wait?: 'settled';
      };
      readonly path?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /**
           * @description Names the anchor
           * @example anc_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          readonly anchor_id: string;
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          readonly clock_id?: string;
          /**
           * @description Answers once the sleeps, schedules and automations that the move set off have come to rest, with `settled`; at most 30 s later
           * @constant
           */
          readonly wait?: 'settled';
        };
      };
    };
    readonly responses: {
      /** @description Return to an anchor */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for a person */
            readonly status: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            readonly current_time: string;
            /** @description With `wait=settled`: whether all that the move set off has been done; false if it was still at work after 30 s */
            readonly settled?: boolean;
          };
        };
      };
      /** @description Any other error. Of this endpoint: anchor-not-found, clock-not-found */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly delete_v1_delete_anchor: {
    readonly parameters: {
      readonly query: {
        readonly anchor_id: string;
        readonly force?: boolean;
      };
      readonly path?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Delete an anchor */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for a person */
            readonly status: string;
          };
        };
      };
      /** @description Any other error. Of this endpoint: anchor-not-found, anchor-locked */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly post_v1_record_event: {
    readonly parameters: {
      readonly query?: never;
      readonly path?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /** @description What happened */
          readonly description: string;
          /**
           * Format: date-time
           * @description ISO 8601 date-time with `Z` or an offset, in the years 0000 to 9999
           * @example 2025-03-01T08:30:00Z
           */
          readonly time: string;
          /**
           * @description Where it happened
           * @example Berlin
           */
          readonly location: string;
          /**
           * @description Names the event; unique in the account
           * @example moon-landing
           */
          readonly event_id?: string;
          /**
           * Format: date-time
           * @description When it ended; not before `time`
           * @example 2025-03-01T08:30:00Z
           */
          readonly end_time?: string;
          /** @description The events that caused it. A cause must be earlier than its effect */
          readonly causes?: readonly (
            | string
            | {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                readonly event_id: string;
                /**
                 * @description A whole number and its unit: `m` minutes, `h` hours, `d` days of 86,400 s
                 * @example 90m
                 * @example 7d
                 */
                readonly min_delay?: string;
                /**
                 * @description A whole number and its unit: `m` minutes, `h` hours, `d` days of 86,400 s
                 * @example 90m
                 * @example 7d
                 */
                readonly max_delay?: string;
                /**
                 * @description Whether the delays count from the start of the cause, the default, or from its end
                 * @enum {string}
                 */
                readonly from?: 'start' | 'end';
              }
          )[];
          /** @description Who took part. Nobody can be in two places at once */
          readonly participants?: readonly string[];
          /** @description The state that it needs, as set by the effects of events up to its time */
          readonly requires?: {
            readonly [key: string]: unknown;
          };
          /** @description The state that it sets */
          readonly effects?: {
            readonly [key: string]: unknown;
          };
          /** @description Where on Earth */
          readonly geo?: {
            /** @description Degrees north */
            readonly lat: number;
            /** @description Degrees east */
            readonly lon: number;
          };
          /** @description Whether rescheduling other events leaves it at its time */
          readonly fixed?: boolean;
          /** @description The timeline; default `primary` */
          readonly timeline_id?: string;
        };
      };
    };
    readonly responses: {
      /** @description Record an event */
      readonly 201: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for people */
            readonly status: string;
            /**
             * @description Names the event; unique in the account
             * @example moon-landing
             */
            readonly event_id: string;
            /** @description What happened */
            readonly description: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            readonly time: string;
            /** @description Where it happened */
            readonly location: string;
            /**
             * Format: date-time
             * @description When it ended
             * @example 2025-03-01T08:30:00Z
             */
            readonly end_time?: string;
            /** @description The events that caused it */
            readonly causes?: readonly {
              /**
               * @description Names the event; unique in the account
               * @example moon-landing
               */
              readonly event_id: string;
              /** @description A whole number of minutes: `90m` */
              readonly min_delay?: string;
              /** @description A whole number of minutes: `90m` */
              readonly max_delay?: string;
              /**
               * @description The delays count from the end of the cause
               * @enum {string}
               */
              readonly from?: 'end';
            }[];
            /** @description Who took part */
            readonly participants?: readonly string[];
            /** @description The state that it needs */
            readonly requires?: {
              readonly [key: string]: unknown;
            };
            /** @description The state that it sets */
            readonly effects?: {
              readonly [key: string]: unknown;
            };
            /** @description Where on Earth */
            readonly geo?: {
              /** @description Degrees north */
              readonly lat: number;
              /** @description Degrees east */
              readonly lon: number;
            };
            /**
             * @description Rescheduling other events leaves it at its time
             * @constant
             */
            readonly fixed?: true;
            /** @description Where a manipulation made it: from which event, and how */
            readonly manipulation?: {
              /**
               * @description Names the event; unique in the account
               * @example moon-landing
               */
              readonly original_event_id: string;
              /** @description What was changed, and when */
              readonly changes: readonly {
                /** @description What was done */
                readonly action: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 date-time in UTC and whole seconds
                 * @example 2025-03-01T08:30:00Z
                 */
                readonly time: string;
              }[];
            };
          };
        };
      };
      /** @description Any other error. Of this endpoint: event-exists, timeline-not-found, invalid-timestamp, time-out-of-range, invalid-duration */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly post_v1_import_events: {
    readonly parameters: {
      readonly query?: {
        readonly timeline_id?: string;
        readonly on_error?: 'fail' | 'skip';
        readonly dry_run?: boolean;
        readonly location?: string;
        readonly from?: string;
        readonly to?: string;
      };
      readonly path?: never;
    };
    /** @description The events. Up to 4294967296 bytes */
    readonly requestBody: {
      readonly content: {
        readonly 'application/x-ndjson': string;
        readonly 'application/ndjson': string;
        readonly 'application/jsonl': string;
        readonly 'application/cloudevents+json': string;
        readonly 'text/csv': string;
        readonly 'text/calendar': string;
        readonly 'application/xml': string;
        readonly 'text/xml': string;
      };
    };
    readonly responses: {
      /** @description Import many events */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for people */
            readonly status: string;
            /** @description The number of events recorded */
            readonly imported: number;
            /**
             * @description The number of events that were imported before and are otherwise now
             * @default 0
             */
            readonly changed: number;
            /**
             * @description The number of events that were imported before and do not take place
             * @default 0
             */
            readonly cancelled: number;
            /**
             * @description The number of events that were imported before and are as they were
             * @default 0
             */
            readonly unchanged: number;
            /** @description The number of lines left out */
            readonly skipped: number;
            /** @description Why lines were left out; the first 1,000 */
            readonly errors: readonly {
              /** @description From 1 */
              readonly line: number;
              /** @description What is wrong with the line */
              readonly detail: string;
            }[];
          };
          readonly 'text/event-stream': string;
        };
      };
      /** @description Accepted, if the request has "Prefer: respond-async". Follow the run at Location. */
      readonly 202: {
        content?: never;
      };
      /** @description Any other error. Of this endpoint: import-failed, timeline-not-found, invalid-timestamp, time-out-of-range */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly get_v1_list_events: {
    readonly parameters: {
      readonly query?: {
        readonly time_range?: string;
        readonly timeline_id?: string;
        readonly as_of?: string;
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly path?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List the events of a timeline */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description By time, then by order of recording */
            readonly events: readonly components['schemas']['TimelineEvent'][];
            /** @description Absent on the last page, and if no page was asked for */
            readonly next_cursor?: string;
          };
        };
      };
      /** @description Any other error. Of this endpoint: invalid-time-range, invalid-timestamp, time-out-of-range, invalid-cursor, timeline-not-found */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly get_v1_search_events: {
    readonly parameters: {
      readonly query: {
        readonly location: string;
        readonly time_range: string;
        readonly timeline_id?: string;
        readonly as_of?: string;
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly path?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Search events */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description By time, then by order of recording */
            readonly events: readonly components['schemas']['TimelineEvent'][];
            /** @description Absent on the last page, and if no page was asked for */
            readonly next_cursor?: string;
          };
        };
      };
      /** @description Any other error. Of this endpoint: invalid-time-range, invalid-timestamp, time-out-of-range, invalid-cursor, result-too-large, timeline-not-found */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly get_v1_export_events: {
    readonly parameters: {
      readonly query: {
        readonly format: 'ics' | 'csv' | 'ndjson' | 'mspdi';
        readonly timeline_id?: string;
        readonly location?: string;
        readonly from?: string;
        readonly to?: string;
      };
      readonly path?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Export the events of a timeline */
      readonly 200: {
        content: {
          readonly 'text/calendar': string;
          readonly 'text/csv': string;
          readonly 'application/x-ndjson': string;
          readonly 'application/xml': string;
        };
      };
      /** @description Any other error. Of this endpoint: timeline-not-found, invalid-timestamp, time-out-of-range */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly get_v1_monitor_events: {
    readonly parameters: {
      readonly query: {
        readonly location: string;
        readonly clock_id?: string;
        readonly time_range: string;
        readonly timeline_id?: string;
        readonly as_of?: string;
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly path?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Monitor a place or an event */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for people */
            readonly status: string;
            /** @description By time, then by order of recording */
            readonly events: readonly {
              /**
               * Format: date-time
               * @description ISO 8601 date-time in UTC and whole seconds
               * @example 2025-03-01T08:30:00Z
               */
              readonly time: string;
              /** @description What happens */
              readonly description: string;
            }[];
            /** @description Absent on the last page, and if no page was asked for */
            readonly next_cursor?: string;
          };
          readonly 'text/event-stream': {
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            readonly time: string;
            /** @description What happens */
            readonly description: string;
          };
        };
      };
      /** @description Any other error. Of this endpoint: invalid-time-range, invalid-timestamp, time-out-of-range, invalid-cursor, result-too-large, timeline-not-found, clock-not-found, last-event-too-old */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly post_v1_manipulate_event: {
    readonly parameters: {
      readonly query?: never;
      readonly path?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /**
           * @description Names the event; unique in the account
           * @example moon-landing
           */
          readonly event_id: string;
          /** @description The new outcome; fields that are left out are inherited */
          readonly new_outcome: {
            /** @description What happened */
            readonly description: string;
            /** @description What is changed, and when */
            readonly changes: readonly {
              /** @description What is done */
              readonly action: string;
              /**
               * Format: date-time
               * @description ISO 8601 date-time with `Z` or an offset, in the years 0000 to 9999
               * @example 2025-03-01T08:30:00Z
               */
              readonly time: string;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601 date-time with `Z` or an offset, in the years 0000 to 9999
             * @example 2025-03-01T08:30:00Z
             */
            readonly time?: string;
            /**
             * @description Where it happened
             * @example Berlin
             */
            readonly location?: string;
            /** @description The events that caused it. A cause must be earlier than its effect */
            readonly causes?: readonly (
              | string
              | {
                  /**
                   * @description Names the event; unique in the account
                   * @example moon-landing
                   */
                  readonly event_id: string;
                  /**
                   * @description A whole number and its unit: `m` minutes, `h` hours, `d` days of 86,400 s
                   * @example 90m
                   * @example 7d
                   */
                  readonly min_delay?: string;
                  /**
                   * @description A whole number and its unit: `m` minutes, `h` hours, `d` days of 86,400 s
                   * @example 90m
                   * @example 7d
                   */
                  readonly max_delay?: string;
                  /**
                   * @description Whether the delays count from the start of the cause, the default, or from its end
                   * @enum {string}
                   */
                  readonly from?: 'start' | 'end';
                }
            )[];
            /** @description The state that it needs, as set by the effects of events up to its time */
            readonly requires?: {
              readonly [key: string]: unknown;
            };
            /** @description The state that it sets */
            readonly effects?: {
              readonly [key: string]: unknown;
            };
            /** @description Who took part. Nobody can be in two places at once */
            readonly participants?: readonly string[];
            /**
             * Format: date-time
             * @description ISO 8601 date-time with `Z` or an offset, in the years 0000 to 9999
             * @example 2025-03-01T08:30:00Z
             */
            readonly end_time?: string;
            /** @description Where on Earth */
            readonly geo?: {
              /** @description Degrees north */
              readonly lat: number;
              /** @description Degrees east */
              readonly lon: number;
            };
            /** @description Whether rescheduling other events leaves it at its time */
            readonly fixed?: boolean;
          };
          /**
           * @description Whether a new paradox refuses the change
           * @default true
           */
          readonly safety_check?: boolean;
          /**
           * @description Whether the events that name it as a cause name the new event instead, except those that require a value that only the old one sets
           * @default false
           */
          readonly keep_effects?: boolean;
          /**
           * @description Whether to write nothing, and answer the same
           * @default false
           */
          readonly dry_run?: boolean;
          /** @description Default: the timeline on which the event was made, if there is exactly one, else `primary` */
          readonly timeline_id?: string;
        };
      };
    };
    readonly responses: {
      /** @description Give an event a new outcome */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for people */
            readonly status: string;
            /**
             * @description Names the event; unique in the account
             * @example moon-landing
             */
            readonly new_event_id: string;
            /** @description That of the new event */
            readonly description: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            readonly time: string;
            /** @description New warnings; only with `safety_check` */
            readonly findings?: readonly components['schemas']['Finding'][];
            /** @description The events that it affects, nearest first; only with `safety_check` */
            readonly consequences?: readonly components['schemas']['Consequence'][];
            /** @description Whether there are more than are listed */
            readonly more_consequences?: boolean;
          };
        };
      };
      /** @description Any other error. Of this endpoint: event-not-found, event-superseded, paradox-detected, timeline-not-found, invalid-timestamp, time-out-of-range, invalid-duration */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly post_v1_revert_event: {
    readonly parameters: {
      readonly query?: never;
      readonly path?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /**
           * @description The manipulated event
           * @example moon-landing
           */
          readonly event_id: string;
          /** @description The timeline; default `primary` */
          readonly timeline_id?: string;
        };
      };
    };
    readonly responses: {
      /** @description Revert a manipulation */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for people */
            readonly status: string;
            /**
             * @description Names the event; unique in the account
             * @example moon-landing
             */
            readonly original_event_id: string;
          };
        };
      };
      /** @description Any other error. Of this endpoint: event-not-found, event-not-manipulated, event-already-reverted, event-has-successor, timeline-not-found */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly get_v1_event_history: {
    readonly parameters: {
      readonly query: {
        readonly event_id: string;
      };
      readonly path?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Read the history of an event */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description In the order of recording */
            readonly versions: readonly {
              /**
               * @description Names the event; unique in the account
               * @example moon-landing
               */
              readonly event_id: string;
              /** @description What happened */
              readonly description: string;
              /**
               * Format: date-time
               * @description ISO 8601 date-time in UTC and whole seconds
               * @example 2025-03-01T08:30:00Z
               */
              readonly time: string;
              /** @description Where it happened */
              readonly location: string;
              /**
               * Format: date-time
               * @description When it ended
               * @example 2025-03-01T08:30:00Z
               */
              readonly end_time?: string;
              /** @description The events that caused it */
              readonly causes?: readonly {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                readonly event_id: string;
                /** @description A whole number of minutes: `90m` */
                readonly min_delay?: string;
                /** @description A whole number of minutes: `90m` */
                readonly max_delay?: string;
                /**
                 * @description The delays count from the end of the cause
                 * @enum {string}
                 */
                readonly from?: 'end';
              }[];
              /** @description Who took part */
              readonly participants?: readonly string[];
              /** @description The state that it needs */
              readonly requires?: {
                readonly [key: string]: unknown;
              };
              /** @description The state that it sets */
              readonly effects?: {
                readonly [key: string]: unknown;
              };
              /** @description Where on Earth */
              readonly geo?: {
                /** @description Degrees north */
                readonly lat: number;
                /** @description Degrees east */
                readonly lon: number;
              };
              /**
               * @description Rescheduling other events leaves it at its time
               * @constant
               */
              readonly fixed?: true;
              /** @description Where a manipulation made it: from which event, and how */
              readonly manipulation?: {
                /**
                 * @description Names the event; unique in the account
                 * @example moon-landing
                 */
                readonly original_event_id: string;
                /** @description What was changed, and when */
                readonly changes: readonly {
                  /** @description What was done */
                  readonly action: string;
                  /**
                   * Format: date-time
                   * @description ISO 8601 date-time in UTC and whole seconds
                   * @example 2025-03-01T08:30:00Z
                   */
                  readonly time: string;
                }[];
              };
              /** @description Where it was recorded */
              readonly timeline_id: string;
              /**
               * @description The operation that made the version; `relink`: its cause was replaced or brought back; `import`: a file was imported again
               * @enum {string}
               */
              readonly operation: 'record' | 'manipulate' | 'revert' | 'merge' | 'reschedule' | 'relink' | 'import';
              /**
               * Format: date-time
               * @description The real time
               * @example 2025-03-01T08:30:00Z
               */
              readonly recorded_at: string;
              /** @description The request that recorded it */
              readonly request_id: string;
            }[];
          };
        };
      };
      /** @description Any other error. Of this endpoint: event-not-found */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly post_v1_reschedule: {
    readonly parameters: {
      readonly query?: never;
      readonly path?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /**
           * @description The event that is moved
           * @example moon-landing
           */
          readonly event_id: string;
          /**
           * Format: date-time
           * @description When it begins then
           * @example 2025-03-01T08:30:00Z
           */
          readonly time: string;
          /**
           * @description Whether to write nothing, and answer the same
           * @default false
           */
          readonly dry_run?: boolean;
          /** @description Default: the timeline on which the event was made, if there is exactly one, else `primary` */
          readonly timeline_id?: string;
        };
      };
    };
    readonly responses: {
      /** @description Move an event and what depends on its time */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for people */
            readonly status: string;
            /** @description All events that move, with the times at which they begin; by the new times */
            readonly moved: readonly {
              /** @description The event that moves */
              readonly event_id: string;
              /**
               * Format: date-time
               * @description When it began
               * @example 2025-03-01T08:30:00Z
               */
              readonly from: string;
              /**
               * Format: date-time
               * @description When it begins then
               * @example 2025-03-01T08:30:00Z
               */
              readonly to: string;
            }[];
            /** @description The longest path through the delays to the event that ends last, the first event first */
            readonly critical_path: readonly string[];
            /** @description How far each event can move later before it moves the end or a fixed event: at most 1,000 events, those with the least slack first */
            readonly slack: readonly {
              /** @description Which event it is */
              readonly event_id: string;
              /**
               * @description Whole minutes, rounded down: `90m`; `-90m` where a delay is broken by that much
               * @example 90m
               */
              readonly slack: string;
            }[];
            /** @description Whether more events have slack than are listed */
            readonly more_slack: boolean;
            /** @description What stays although the delays need it elsewhere, by time */
            readonly conflicts: readonly {
              /** @description The event that would have to move */
              readonly event_id: string;
              /**
               * @description `fixed`: it has `fixed: true`. `anchor`: a locked anchor is at its moment, or at that to which it was moved. `contradiction`: no times keep the delays around it. `target`: it was to be moved to this time
               * @enum {string}
               */
              readonly reason: 'fixed' | 'anchor' | 'contradiction' | 'target';
              /**
               * Format: date-time
               * @description When it begins
               * @example 2025-03-01T08:30:00Z
               */
              readonly time: string;
              /**
               * Format: date-time
               * @description When it would have to begin
               * @example 2025-03-01T08:30:00Z
               */
              readonly needed: string;
              /** @description The event whose delay is broken; its own id if there is none */
              readonly pushed_by: string;
            }[];
          };
        };
      };
      /** @description Any other error. Of this endpoint: event-not-found, event-superseded, timeline-not-found, timeline-busy, invalid-timestamp, time-out-of-range */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly get_v1_critical_path: {
    readonly parameters: {
      readonly query?: {
        readonly timeline_id?: string;
        readonly from?: string;
        readonly to?: string;
      };
      readonly path?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Find what decides when a plan ends */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for people */
            readonly status: string;
            /** @description The longest path through the delays to the event that ends last, the first event first */
            readonly critical_path: readonly string[];
            /** @description How far each event can move later before it moves the end or a fixed event: at most 1,000 events, those with the least slack first */
            readonly slack: readonly {
              /** @description Which event it is */
              readonly event_id: string;
              /**
               * @description Whole minutes, rounded down: `90m`; `-90m` where a delay is broken by that much
               * @example 90m
               */
              readonly slack: string;
            }[];
            /** @description Whether more events have slack than are listed */
            readonly more_slack: boolean;
          };
        };
      };
      /** @description Any other error. Of this endpoint: event-not-found, event-superseded, timeline-not-found */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly post_v1_travel: {
    readonly parameters: {
      readonly query?: {
        readonly wait?: 'settled';
      };
      readonly path?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /**
           * Format: date-time
           * @description ISO 8601 date-time with `Z` or an offset, in the years 0000 to 9999
           * @example 2025-03-01T08:30:00Z
           */
          readonly destination_time: string;
          /** @description Where to */
          readonly location: string;
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          readonly clock_id?: string;
          /**
           * @description Answers once the sleeps, schedules and automations that the move set off have come to rest, with `settled`; at most 30 s later
           * @constant
           */
          readonly wait?: 'settled';
        };
      };
    };
    readonly responses: {
      /** @description Travel to a time and a place */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for a person */
            readonly status: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            readonly current_time: string;
            /** @description Where the clock is now */
            readonly location: string;
            /** @description With `wait=settled`: whether all that the move set off has been done; false if it was still at work after 30 s */
            readonly settled?: boolean;
          };
        };
      };
      /** @description Any other error. Of this endpoint: invalid-timestamp, time-out-of-range, clock-not-found */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly post_v1_pause_time: {
    readonly parameters: {
      readonly query?: never;
      readonly path?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': {
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          readonly clock_id?: string;
        };
      };
    };
    readonly responses: {
      /** @description Pause time */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for a person */
            readonly status: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            readonly paused_at: string;
          };
        };
      };
      /** @description Any other error. Of this endpoint: clock-not-found */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly post_v1_resume_time: {
    readonly parameters: {
      readonly query?: never;
      readonly path?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': {
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          readonly clock_id?: string;
        };
      };
    };
    readonly responses: {
      /** @description Resume time */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for a person */
            readonly status: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            readonly current_time: string;
          };
        };
      };
      /** @description Any other error. Of this endpoint: clock-not-found */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly post_v1_fast_forward: {
    readonly parameters: {
      readonly query?: {
        readonly wait?: 'settled';
      };
      readonly path?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /**
           * @description A whole number and its unit: `m` minutes, `h` hours, `d` days of 86,400 s; or an ISO 8601 duration, whose days, weeks, months and years are those of the calendar in the clock's time zone
           * @example 90m
           * @example 7d
           * @example P1M
           * @example PT36H
           */
          readonly duration: string;
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          readonly clock_id?: string;
          /**
           * @description Answers once the sleeps, schedules and automations that the move set off have come to rest, with `settled`; at most 30 s later
           * @constant
           */
          readonly wait?: 'settled';
        };
      };
    };
    readonly responses: {
      /** @description Move the clock forward */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for a person */
            readonly status: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            readonly new_time: string;
            /** @description With `wait=settled`: whether all that the move set off has been done; false if it was still at work after 30 s */
            readonly settled?: boolean;
          };
        };
      };
      /** @description Any other error. Of this endpoint: invalid-duration, time-out-of-range, clock-not-found */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly post_v1_rewind: {
    readonly parameters: {
      readonly query?: never;
      readonly path?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /**
           * @description A whole number and its unit: `m` minutes, `h` hours, `d` days of 86,400 s; or an ISO 8601 duration, whose days, weeks, months and years are those of the calendar in the clock's time zone
           * @example 90m
           * @example 7d
           * @example P1M
           * @example PT36H
           */
          readonly duration: string;
          /**
           * @description A clock of `POST /v1/clocks`; default: the account's own
           * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
           */
          readonly clock_id?: string;
        };
      };
    };
    readonly responses: {
      /** @description Move the clock back */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for a person */
            readonly status: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            readonly new_time: string;
          };
        };
      };
      /** @description Any other error. Of this endpoint: invalid-duration, time-out-of-range, clock-not-found */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly get_v1_current_time: {
    readonly parameters: {
      readonly query?: {
        readonly clock_id?: string;
      };
      readonly path?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Read the clock */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for a person */
            readonly status: string;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            readonly current_time: string;
            /**
             * @description The same in the time zone of the clock; absent if none was set
             * @example 2025-03-01T09:30:00+01:00
             */
            readonly local_time?: string;
            /** @description IANA name; absent if none was set */
            readonly time_zone?: string;
            /**
             * @description Whether the clock ticks
             * @enum {string}
             */
            readonly state: 'running' | 'paused';
            /** @description Where the last travel went; null before the first */
            readonly location: string | null;
          };
        };
      };
      /** @description Any other error. Of this endpoint: clock-not-found */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly get_v1_clocks: {
    readonly parameters: {
      readonly query?: {
        readonly limit?: number;
        readonly cursor?: string;
      };
      readonly path?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List the clocks */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description In order of creation */
            readonly clocks: readonly {
              /**
               * @description A clock of `POST /v1/clocks`; default: the account's own
               * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
               */
              readonly clock_id: string;
              /** @description For people; null if it has none */
              readonly name: string | null;
              /**
               * Format: date-time
               * @description ISO 8601 date-time in UTC and whole seconds
               * @example 2025-03-01T08:30:00Z
               */
              readonly current_time: string;
              /**
               * @description The same in the time zone of the clock; absent if none was set
               * @example 2025-03-01T09:30:00+01:00
               */
              readonly local_time?: string;
              /**
               * @description Whether the clock ticks
               * @enum {string}
               */
              readonly state: 'running' | 'paused';
              /** @description Where the last travel went; null before the first */
              readonly location: string | null;
              /** @description IANA name; null if none was set */
              readonly time_zone: string | null;
              /**
               * Format: date-time
               * @description The real time
               * @example 2025-03-01T08:30:00Z
               */
              readonly created_at: string;
              /** @description The real time from which on it is deleted unless it is used before; null: never */
              readonly expires_at: string | null;
            }[];
            /** @description Absent on the last page */
            readonly next_cursor?: string;
          };
        };
      };
      /** @description Any other error. Of this endpoint: invalid-cursor */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly post_v1_clocks: {
    readonly parameters: {
      readonly query?: never;
      readonly path?: never;
    };
    readonly requestBody?: {
      readonly content: {
        readonly 'application/json': {
          /** @description For people; several clocks can have the same */
          readonly name?: string;
          /**
           * Format: date-time
           * @description What it shows first; default: the real time
           * @example 2025-03-01T08:30:00Z
           */
          readonly now?: string;
          /**
           * @description IANA name of the time zone; default UTC
           * @example Europe/Berlin
           */
          readonly time_zone?: string;
          /**
           * @description How long it is kept after its last use, in real time; default: until it is deleted
           * @example 90m
           * @example 7d
           * @example P1M
           * @example PT36H
           */
          readonly ttl?: string;
        };
      };
    };
    readonly responses: {
      /** @description Create a clock */
      readonly 201: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for a person */
            readonly status: string;
            /**
             * @description A clock of `POST /v1/clocks`; default: the account's own
             * @example clk_3f0c2a9e-6d1b-4c7e-9a54-0b8f7d2e1c66
             */
            readonly clock_id: string;
            /** @description For people; null if it has none */
            readonly name: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 date-time in UTC and whole seconds
             * @example 2025-03-01T08:30:00Z
             */
            readonly current_time: string;
            /**
             * @description The same in the time zone of the clock; absent if none was set
             * @example 2025-03-01T09:30:00+01:00
             */
            readonly local_time?: string;
            /**
             * @description Whether the clock ticks
             * @enum {string}
             */
            readonly state: 'running' | 'paused';
            /** @description Where the last travel went; null before the first */
            readonly location: string | null;
            /** @description IANA name; null if none was set */
            readonly time_zone: string | null;
            /**
             * Format: date-time
             * @description The real time
             * @example 2025-03-01T08:30:00Z
             */
            readonly created_at: string;
            /** @description The real time from which on it is deleted unless it is used before; null: never */
            readonly expires_at: string | null;
          };
        };
      };
      /** @description Any other error. Of this endpoint: invalid-timestamp, time-out-of-range, invalid-time-zone, invalid-duration */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly delete_v1_clocks_id_: {
    readonly parameters: {
      readonly query?: {
        readonly force?: boolean;
      };
      readonly path: {
        readonly id: string;
      };
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Delete a clock */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for a person */
            readonly status: string;
          };
        };
      };
      /** @description Any other error. Of this endpoint: clock-not-found, clock-in-use */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly post_v1_create_timeline: {
    readonly parameters: {
      readonly query?: never;
      readonly path?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /** @description Id of a timeline; `primary` is the main one */
          readonly base_timeline_id: string;
          /** @description What the timeline is for */
          readonly description: string;
        };
      };
    };
    readonly responses: {
      /** @description Create an alternate timeline */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description Id of a timeline; `primary` is the main one */
            readonly timeline_id: string;
            /** @description What was done, for people */
            readonly status: string;
            /** @description What the timeline is for */
            readonly description: string;
          };
        };
      };
      /** @description Any other error. Of this endpoint: timeline-not-found */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly get_v1_list_timelines: {
    readonly parameters: {
      readonly query?: never;
      readonly path?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description List the timelines */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description In order of creation */
            readonly timelines: readonly {
              /** @description Id of a timeline; `primary` is the main one */
              readonly timeline_id: string;
              /** @description What the timeline is for */
              readonly description: string;
              /** @description The timeline that it branched from; absent for `primary` */
              readonly base_timeline_id?: string;
              /**
               * Format: date-time
               * @description The real time
               * @example 2025-03-01T08:30:00Z
               */
              readonly created_at?: string;
            }[];
          };
        };
      };
      /** @description Any other error */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly get_v1_compare_timelines: {
    readonly parameters: {
      readonly query: {
        readonly timeline_id: string;
        readonly other_timeline_id: string;
      };
      readonly path?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Compare two timelines */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for people */
            readonly status: string;
            /** @description Shown by `other_timeline_id` alone */
            readonly added: readonly components['schemas']['TimelineEvent'][];
            /** @description Shown by `timeline_id` alone */
            readonly removed: readonly components['schemas']['TimelineEvent'][];
            /** @description Manipulated on one of them, or on both */
            readonly changed: readonly {
              /** @description As `timeline_id` shows it */
              readonly from: components['schemas']['TimelineEvent'];
              /** @description As `other_timeline_id` shows it */
              readonly to: components['schemas']['TimelineEvent'];
            }[];
          };
        };
      };
      /** @description Any other error. Of this endpoint: timeline-not-found, result-too-large */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly post_v1_merge_timeline: {
    readonly parameters: {
      readonly query?: never;
      readonly path?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': {
          /** @description Id of a timeline; `primary` is the main one */
          readonly timeline_id: string;
          /**
           * @description Whether a new paradox refuses the merge
           * @default true
           */
          readonly safety_check?: boolean;
          /**
           * @description Whether to write nothing, and answer the same
           * @default false
           */
          readonly dry_run?: boolean;
          /**
           * @description Whose version of an event counts, by its `event_id`, `on_timeline` or `on_base` of a conflict; also for a change without a conflict
           * @default {}
           */
          readonly resolve?: {
            readonly [key: string]: 'timeline' | 'base';
          };
        };
      };
    };
    readonly responses: {
      /** @description Merge a timeline into its base */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for people */
            readonly status: string;
            /** @description The base, which now shows the changes */
            readonly timeline_id: string;
            /** @description The events that it shows now and did not before */
            readonly merged: readonly string[];
            /** @description New warnings; only with `safety_check` */
            readonly findings?: readonly components['schemas']['Finding'][];
            /** @description The events that it affects, nearest first; only with `safety_check` */
            readonly consequences?: readonly components['schemas']['Consequence'][];
            /** @description Whether there are more than are listed */
            readonly more_consequences?: boolean;
          };
        };
      };
      /** @description Any other error. Of this endpoint: timeline-not-found, timeline-is-primary, merge-conflict, paradox-detected, result-too-large */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly delete_v1_delete_timeline: {
    readonly parameters: {
      readonly query: {
        readonly timeline_id: string;
      };
      readonly path?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Delete a timeline */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for people */
            readonly status: string;
          };
        };
      };
      /** @description Any other error. Of this endpoint: timeline-not-found, timeline-is-primary, timeline-has-branches */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
  readonly get_v1_check_paradox: {
    readonly parameters: {
      readonly query?: {
        readonly timeline_id?: string;
      };
      readonly path?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description Check a timeline for paradoxes */
      readonly 200: {
        content: {
          readonly 'application/json': {
            /** @description What was done, for people */
            readonly status: string;
            /**
             * @description The overall result
             * @enum {string}
             */
            readonly timeline_stability: 'Stable' | 'Strained' | 'Unstable' | 'Paradoxical' | 'Unknown';
            /** @description At most 1,000, the most severe first */
            readonly findings: readonly components['schemas']['Finding'][];
            /** @description The number of findings of each kind */
            readonly counts: {
              readonly [key: string]: number;
            };
          };
        };
      };
      /** @description Any other error. Of this endpoint: timeline-not-found */
      readonly default: {
        content: {
          readonly 'application/problem+json': components['schemas']['Problem'];
        };
      };
    };
  };
}
