import type { JournalReads, MentionQuery, Revision, View } from 'chronoscribe/kinds/journal';
import { yieldToEventLoop } from './batch-loader.ts';
import { toWorldEvent, type WorldEvent } from './world.ts';

export interface LocationQuery {
  readonly place: string;
  /** Milliseconds since 1970; both included. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

type ViewReads = Pick<
  JournalReads,
  'current' | 'effects' | 'versions' | 'mentions' | 'at' | 'overlapping' | 'revised' | 'hasBackwardCause'
>;

/** Reads the events that a timeline shows. An empty list of ids gives an empty list. */
export function createEventReads(journal: ViewReads, view: View) {
  const events = (revisions: readonly Revision[]) => revisions.map(toWorldEvent);
  return {
    /** The events with these ids. */
    current: async (eventIds: readonly string[]) =>
      events(await inPieces(eventIds, (piece) => journal.current(view, piece))),
    /** The events that name one of these ids as a cause. */
    effects: async (eventIds: readonly string[]) =>
      events(await inPieces(eventIds, (piece) => journal.effects(view, piece))),
    /** All versions, superseded ones too, of the events that have or had one of these ids; in the order of insertion. */
    versions: async (eventIds: readonly string[]) => events(await journal.versions(view, eventIds)),
    /** The events that mention a word in a role; see `JournalReads.mentions`. */
    mentions: async (query: MentionQuery) => events(await journal.mentions(view, query)),
    /** The events at a location that start at this instant, by order of recording. */
    startingAt: async (place: string, instant: number) => events(await journal.at(view, place, instant)),
    /** The first events at a location that overlap a range; see `JournalReads.overlapping`. */
    overlapping: async (query: LocationQuery) => events(await journal.overlapping(view, query)),
    /** The events that were manipulated; undefined if too many were changed to look for them. */
    async manipulations() {
      const revised = await journal.revised(view, mostRevised + 1);
      if (revised.length > mostRevised) return undefined;
      return events(revised).filter(({ manipulation }) => manipulation !== null);
    },
    /**
     * Whether an event names a cause that is not earlier than itself. May also be true if one only did so in the past.
     */
    hasBackwardCause: () => journal.hasBackwardCause(view),
  };
}

export type EventReads = ReturnType<typeof createEventReads>;

/** Among how many changed events manipulations are looked for. */
const mostRevised = 1_000;

/** How many ids are asked for before other work of the process has its turn: it takes some milliseconds. */
const idsAtOnce = 200;

/** Reads what belongs to many ids, each revision once. */
async function inPieces(
  eventIds: readonly string[],
  read: (piece: readonly string[]) => Promise<readonly Revision[]>,
): Promise<readonly Revision[]> {
  const found = new Map<number, Revision>();
  for (let from = 0; from < eventIds.length; from += idsAtOnce) {
    for (const revision of await read(eventIds.slice(from, from + idsAtOnce))) found.set(revision.seq, revision);
    await yieldToEventLoop();
  }
  return [...found.values()];
}

/** The events that name an id as a cause, each once, by that id; in the order of `events`. */
export function effectsByCause(events: readonly WorldEvent[]): ReadonlyMap<string, readonly WorldEvent[]> {
  const effects = new Map<string, WorldEvent[]>();
  for (const event of events) {
    for (const cause of new Set(event.causes.map(({ event_id }) => event_id))) {
      const others = effects.get(cause);
      if (others === undefined) effects.set(cause, [event]);
      else others.push(event);
    }
  }
  return effects;
}
