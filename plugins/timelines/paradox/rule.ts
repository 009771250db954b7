import type { Fault } from './fault.ts';
import type { FindingKind } from './finding.ts';
import type { Surroundings, World, WorldEvent } from './world.ts';

/**
 * One kind of fault. A fault is borne by one event or by several alike; a whole timeline is checked by asking every event that
 * may bear one, a change by asking only those that it touches. So both find the same.
 */
export interface Rule {
  readonly kind: FindingKind;
  /** What `event` bears in `world`. */
  borneBy(event: WorldEvent, world: World): readonly Fault[];
  /**
   * The other events that may bear new faults because these appeared or disappeared. `world` is the one after the change: it
   * holds those that appeared.
   */
  touchedBy(changed: readonly WorldEvent[], world: Surroundings): readonly WorldEvent[];
}
