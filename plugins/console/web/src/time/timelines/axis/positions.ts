import type { TimelineEvent } from '../timeline-event.ts';
import type { Scene } from './scene.ts';

/** The effects of each event, by its id. */
export function effectsById(events: readonly TimelineEvent[]): ReadonlyMap<string, readonly string[]> {
  const effects = new Map<string, string[]>();
  for (const { id, causes } of events) {
    for (const cause of causes) effects.set(cause, [...(effects.get(cause) ?? []), id]);
  }
  return effects;
}

/** From the first to the last event, with some room at both ends. */
export function extentOf(events: readonly TimelineEvent[]): readonly [number, number] {
  const start = events.reduce((least, event) => Math.min(least, event.start), Number.POSITIVE_INFINITY);
  const end = events.reduce((most, event) => Math.max(most, event.end), Number.NEGATIVE_INFINITY);
  const room = Math.max(3_600_000, (end - start) * 0.04);
  return [start - room, end + room];
}

/** The event of a lane that is at a position, the selected one first. */
export function nearest(
  events: readonly TimelineEvent[],
  scale: (instant: number) => number,
  x: number,
  selected: string | undefined,
): TimelineEvent | undefined {
  const within = events.filter(({ start, end }) => x >= scale(start) - 8 && x <= scale(end) + 8);
  const chosen = within.find(({ id }) => id === selected);
  if (chosen !== undefined) return chosen;
  return within.reduce<TimelineEvent | undefined>(
    (best, event) =>
      best === undefined || Math.abs(scale(event.start) - x) < Math.abs(scale(best.start) - x) ? event : best,
    undefined,
  );
}

/** The number of the event before or after another one. */
export function neighbour(events: readonly TimelineEvent[], event: TimelineEvent | undefined, step: -1 | 1): number {
  if (event === undefined) return step === 1 ? 0 : events.length - 1;
  const at = events.indexOf(event);
  return Math.min(events.length - 1, Math.max(0, at + step));
}

/** The event of the next lane that has one, nearest in time. */
export function acrossLanes(
  { lanes, laneOf }: Pick<Scene, 'lanes' | 'laneOf'>,
  event: TimelineEvent | undefined,
  step: -1 | 1,
): string | undefined {
  if (event === undefined) return lanes[0]?.events[0]?.id;
  const lane = lanes[(laneOf.get(event.id) ?? 0) + step];
  if (lane === undefined) return event.id;
  const distance = ({ start }: TimelineEvent) => Math.abs(start - event.start);
  return lane.events.reduce((best, each) => (distance(each) < distance(best) ? each : best), lane.events[0] ?? event)
    .id;
}
