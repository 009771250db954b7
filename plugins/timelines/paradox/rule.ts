import type { Fault } from './fault.ts';
import type { FindingKind } from './finding.ts';
import type { Surroundings, World, WorldEvent } from './world.ts';

/**
 * One kind of fault. A fault is borne by one event or by several alike; a whole timeline is checked by asking every event that
 * may bear one, a change by asking only those that it touches. So both find the same.
 */
export interface Rule {
  readonly kind: FindingKind;
  /**
   * What `event` bears in `world`.
   *
   * @param among where it is given, only faults matter in which one of these has a part. A rule that compares events with each
   * other looks at no others then, since there may be many that were at fault before.
   */
  borneBy(event: WorldEvent, world: World, among?: readonly WorldEvent[]): readonly Fault[];
  /**
   * The other events that may bear new faults because these appeared or disappeared, each once or more. `world` is the one after
   * the change: it holds those that appeared.
   */
  touchedBy(changed: readonly WorldEvent[], world: Surroundings): readonly WorldEvent[];
}

/** Whether only these matter, and the event is none of them. */
export function isApart(event: WorldEvent, among: readonly WorldEvent[] | undefined): among is readonly WorldEvent[] {
  return among !== undefined && !among.some(({ event_id }) => event_id === event.event_id);
}
