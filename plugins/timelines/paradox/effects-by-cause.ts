import type { WorldEvent } from './world-event.ts';

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
