import type { JournalReads, MentionQuery, Revision, View } from 'chronoscribe/kinds/journal';
import { toWorldEvent, type WorldEvent } from './world.ts';

/** What a timeline shows, read from where it is kept. Asking for nothing gives nothing. */
export interface EventReads {
  /** The events shown that have one of these ids. */
  current(eventIds: readonly string[]): Promise<readonly WorldEvent[]>;
  /** The events shown that name one of these ids as a cause. */
  effects(eventIds: readonly string[]): Promise<readonly WorldEvent[]>;
  /** All versions, superseded ones too, of the events that have or had one of these ids; in the order of being added. */
  versions(eventIds: readonly string[]): Promise<readonly WorldEvent[]>;
  /** The events shown that mention a word in a role; see `JournalReads.mentions`. */
  mentions(query: MentionQuery): Promise<readonly WorldEvent[]>;
  /** The events shown at a place that begin at this instant, by order of recording. */
  at(place: string, instant: number): Promise<readonly WorldEvent[]>;
  /** The first events shown at a place that are under way; see `JournalReads.underWay`. */
  underWay(query: PlaceQuery): Promise<readonly WorldEvent[]>;
  /** Whether some event names a cause that is not earlier than itself. It may be told so where that is no longer the case. */
  hasBackwardCause(): Promise<boolean>;
}

export interface PlaceQuery {
  readonly place: string;
  /** Milliseconds since 1970; both included. */
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

type ViewReads = Pick<JournalReads, 'current' | 'effects' | 'versions' | 'mentions' | 'at' | 'underWay' | 'hasBackwardCause'>;

export function readsOf(journal: ViewReads, view: View): EventReads {
  const events = (revisions: readonly Revision[]) => revisions.map(toWorldEvent);
  return {
    current: async (eventIds) => events(await journal.current(view, eventIds)),
    effects: async (eventIds) => events(await journal.effects(view, eventIds)),
    versions: async (eventIds) => events(await journal.versions(view, eventIds)),
    mentions: async (query) => events(await journal.mentions(view, query)),
    at: async (place, instant) => events(await journal.at(view, place, instant)),
    underWay: async (query) => events(await journal.underWay(view, query)),
    hasBackwardCause: () => journal.hasBackwardCause(view),
  };
}

/** The events among these that name an id as a cause, each once, by that id; in the order of these. */
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
