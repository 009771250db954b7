import type { paths } from './openapi.ts';

/** Every operation of time navigation, under the name that the client offers it by. */
export const operations = {
  /** Sets the clock to a time and a place. A paused clock stays paused. */
  travel: ['post', '/v1/travel'],
  pauseTime: ['post', '/v1/pause-time'],
  /** Continues from the exact moment of the pause. */
  resumeTime: ['post', '/v1/resume-time'],
  fastForward: ['post', '/v1/fast-forward'],
  rewind: ['post', '/v1/rewind'],
  /** `location` is null before the first travel. */
  currentTime: ['get', '/v1/current-time'],
  /** Creates a clock beside the account's own. Other requests name it by `clock_id`. */
  createClock: ['post', '/v1/clocks'],
  /** In order of creation. */
  listClocks: ['get', '/v1/clocks'],
  /** Refused while runs sleep on it, without `force`. */
  deleteClock: ['delete', '/v1/clocks/{id}'],
  /** Saves what a clock shows, and the events of a timeline, under a name. */
  saveClock: ['post', '/v1/clocks/{id}/save'],
  /** Sets a clock as it was saved, and creates a branch with the events. */
  restoreClock: ['post', '/v1/clocks/{id}/restore'],
  listScenarios: ['get', '/v1/list-scenarios'],
  deleteScenario: ['delete', '/v1/delete-scenario'],

  /** Saves a moment to come back to. With `locked`, altering events at that instant is an error, not just a warning. */
  setAnchor: ['post', '/v1/set-anchor'],
  /** In order of creation. */
  listAnchors: ['get', '/v1/list-anchors'],
  /** Sets the clock to the anchor's moment. A paused clock stays paused; the location stays. */
  return: ['post', '/v1/return'],
  deleteAnchor: ['delete', '/v1/delete-anchor'],

  recordEvent: ['post', '/v1/record-event'],
  /** Records the events of a file, all or none of them unless `on_error` is `skip`. */
  importEvents: ['post', '/v1/import-events'],
  /** By time, then by order of recording. More than 10,000 are refused: ask for pages, or use `events.search`. */
  searchEvents: ['get', '/v1/search-events'],
  /** A file that `importEvents` reads as the same events, as text. */
  exportEvents: ['get', '/v1/export-events'],
  /** The events of every place, page by page. */
  listEvents: ['get', '/v1/list-events'],
  /** Of a location, or of the event with that id. To be notified as the clock passes them, use `events.watch`. */
  monitorEvents: ['get', '/v1/monitor-events'],
  /** Gives an event a new outcome. `safety_check`, on by default, refuses a change that would bring a paradox. */
  manipulateEvent: ['post', '/v1/manipulate-event'],
  /** Restores what a manipulated event was made from. */
  revertEvent: ['post', '/v1/revert-event'],
  /** Moves an event, and what must move with it by the delays of causes. */
  reschedule: ['post', '/v1/reschedule'],
  /** Takes back the move that is the last change of an event. */
  revertReschedule: ['post', '/v1/revert-reschedule'],
  /** Moves events later, until no participant and no place is used beyond its capacity. Tries, without `dry_run: false`. */
  levelResources: ['post', '/v1/level-resources'],
  /** Finds what decides when a plan ends. */
  criticalPath: ['get', '/v1/critical-path'],
  /** Keeps the dates of all events, or of some, as their baseline. */
  saveBaseline: ['post', '/v1/save-baseline'],
  /** Sets the working hours of an account, of places, of people, or of events that name it. */
  setCalendar: ['post', '/v1/set-calendar'],
  listCalendars: ['get', '/v1/list-calendars'],
  deleteCalendar: ['delete', '/v1/delete-calendar'],
  /** Every version on every timeline, in order of recording. */
  eventHistory: ['get', '/v1/event-history'],

  /** A branch shows all that its base held at that moment, and nothing that is added to the base later. */
  createTimeline: ['post', '/v1/create-timeline'],
  listTimelines: ['get', '/v1/list-timelines'],
  /** `added` is in the other and not in the first. */
  compareTimelines: ['get', '/v1/compare-timelines'],
  /** Merges a timeline into its base. `safety_check`, on by default, refuses what would bring a paradox. */
  mergeTimeline: ['post', '/v1/merge-timeline'],
  deleteTimeline: ['delete', '/v1/delete-timeline'],
  /** Of `primary` by default. At most 1,000 findings are listed, the gravest first; `counts` counts all, by kind. */
  checkParadox: ['get', '/v1/check-paradox'],
} as const satisfies Readonly<Record<string, readonly ['get' | 'post' | 'delete', keyof paths]>>;

export type OperationName = keyof typeof operations;

type Method<Name extends OperationName> = (typeof operations)[Name][0];
type Described<Name extends OperationName> = paths[(typeof operations)[Name][1]][Method<Name> &
  keyof paths[(typeof operations)[Name][1]]];

/** The request of an operation that takes no fields. */
type Nothing = Readonly<Record<string, never>>;

/** The parameters in the path of an operation. */
type PathOf<Name extends OperationName> =
  Described<Name> extends { readonly parameters: { readonly path: infer Parameters } } ? Parameters : unknown;

/** The fields of an operation's request with the parameters of its path; for a file, its type and content beside them. */
export type RequestOf<Name extends OperationName> = FieldsOf<Name> & PathOf<Name>;

type FieldsOf<Name extends OperationName> =
  Described<Name> extends { readonly requestBody?: infer Body; readonly parameters: { readonly query?: infer Query } }
    ? [NonNullable<Body>] extends [never]
      ? QueryFields<Query>
      : NonNullable<Body> extends { readonly content: infer Content }
        ? Content extends { readonly 'application/json': infer Fields }
          ? Fields
          : NonNullable<Query> & EventFile<keyof Content>
        : never
    : never;

type QueryFields<Query> = [NonNullable<Query>] extends [never] ? Nothing : NonNullable<Query>;

/** The body of an operation's answer; a file as text. */
export type AnswerOf<Name extends OperationName> = Name extends 'exportEvents'
  ? string
  : Described<Name> extends {
        readonly responses:
          | { readonly 200: { content: { readonly 'application/json': infer Answer } } }
          | { readonly 201: { content: { readonly 'application/json': infer Answer } } };
      }
    ? Answer
    : never;

interface EventFile<MediaType> {
  readonly type: MediaType;
  /** The whole text, or its bytes as they come. */
  readonly content: string | AsyncIterable<Uint8Array>;
}

/** How the service is called. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** How the service is asked to change something. */
export interface PostOptions extends CallOptions {
  /**
   * The same key and request within 24 hours give the first answer again, and nothing is done twice. 1 to 255
   * characters.
   */
  readonly idempotencyKey?: string;
}

type OptionsOf<Name extends OperationName> = Method<Name> extends 'post' ? PostOptions : CallOptions;

/**
 * A function for each operation. Nothing is retried.
 *
 * @throws ChronoscribeError if the service refuses; UnreachableError if there is no answer.
 */
export type Operations = {
  readonly [Name in OperationName]: Nothing extends RequestOf<Name>
    ? (request?: RequestOf<Name>, options?: OptionsOf<Name>) => Promise<AnswerOf<Name>>
    : (request: RequestOf<Name>, options?: OptionsOf<Name>) => Promise<AnswerOf<Name>>;
};
