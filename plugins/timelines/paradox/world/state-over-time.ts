import { endOfTime } from 'chronoscribe/kinds/clock';
import type { JsonValue } from '../../ledger/event.ts';
import { askAbout } from './batch-loader.ts';
import type { Surroundings, World, WorldEvent } from './world.ts';

/**
 * Facts hold as in STRIPS (R. Fikes and N. Nilsson, 1971): what an event sets stays so until another one sets it anew, and an
 * event that requires a fact finds what was set at the latest instant up to its own, by any event but itself.
 */
export interface Supply {
  readonly key: string;
  readonly value: JsonValue;
  /** The events at that instant that set the key to another value. */
  readonly contrary: readonly WorldEvent[];
  /** Those that set it to the value; where there are none, the requirement is not met. */
  readonly suppliers: readonly WorldEvent[];
}

/** Where the requirements of an event come from, one by one. */
export function suppliesOf(event: WorldEvent, world: World): readonly Supply[] {
  return askAbout(Object.entries(event.requires), ([key, value]) => {
    const setters = world.setters(key, event.time, event.event_id);
    const isSupplier = (setter: WorldEvent) => isSameFact(setter.effects[key], value);
    return {
      key,
      value,
      suppliers: setters.filter(isSupplier),
      contrary: setters.filter((setter) => !isSupplier(setter)),
    };
  });
}

/** The keys that these events set, each with its instant. */
export function settingsOf(events: readonly WorldEvent[]): readonly { readonly key: string; readonly time: number }[] {
  return events.flatMap(({ time, effects }) => Object.keys(effects).map((key) => ({ key, time })));
}

/**
 * The events that find what one of these sets: those that require its key from then on, up to the next instant at which it is
 * set.
 */
export function requirersOf(setters: readonly WorldEvent[], world: Surroundings): readonly WorldEvent[] {
  return askAbout(settingsOf(setters), ({ key, time }) => {
    // At that next instant too: the event that sets it anew finds what was set before.
    const until = world.nextSetting(key, time) ?? endOfTime;
    return world.requirers(key, time, until);
  }).flat();
}

/** A value as JSON in one form only, the keys of objects in order: two values are equal where their texts are. */
export function factText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(factText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${factText(each)}`).join(',')}}`;
}

export function isSameFact(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one !== undefined && other !== undefined && factText(one) === factText(other);
}
