import { endOfTime } from 'chronoscribe/kinds/clock';
import type { JsonValue } from '../../ledger/event.ts';
import { batchMap } from './batch-loader.ts';
import type { LazyWorld, World, WorldEvent } from './world.ts';

/**
 * A requirement of an event and the events that provide it. State holds as in STRIPS (R. Fikes and N. Nilsson, “STRIPS:
 * A New Approach to the Application of Theorem Proving to Problem Solving”, 1971): a value that an event sets persists
 * until another event sets the key again. A requirement is compared with what was set at the latest instant up to the
 * event's own time, by any other event.
 */
export interface Requirement {
  readonly key: string;
  readonly value: JsonValue;
  /** The events at that instant that set the key to a different value. */
  readonly contradicting: readonly WorldEvent[];
  /** The events at that instant that set the required value. The requirement is met if one of these has what it requires. */
  readonly providers: readonly WorldEvent[];
}

/** The requirements of an event with their providers. */
export function requirementsOf(event: WorldEvent, world: Pick<World, 'setters'>): readonly Requirement[] {
  return batchMap(Object.entries(event.requires), ([key, value]) => {
    const setters = world.setters(key, event.time, [event.event_id]);
    const isProvider = (setter: WorldEvent) => isSameValue(setter.effects[key], value);
    return {
      key,
      value,
      providers: setters.filter(isProvider),
      contradicting: setters.filter((setter) => !isProvider(setter)),
    };
  });
}

/** The keys that these events set, each with its time. */
export function assignmentsOf(
  events: readonly WorldEvent[],
): readonly { readonly key: string; readonly time: number }[] {
  return events.flatMap(({ time, effects }) => Object.keys(effects).map((key) => ({ key, time })));
}

/** The events that may depend on what these set: those that require one of the keys until it is next set. */
export function dependentsOf(
  setters: readonly WorldEvent[],
  world: Pick<LazyWorld, 'nextAssignment' | 'dependents'>,
): readonly WorldEvent[] {
  return batchMap(assignmentsOf(setters), ({ key, time }) => {
    // Including that next instant: the event that sets the key again still finds the earlier value.
    const until = world.nextAssignment(key, time) ?? endOfTime;
    return world.dependents(key, time, until);
  }).flat();
}

/** A value as JSON with sorted keys: two values are equal if and only if their texts are. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(',')}}`;
}

export function isSameValue(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other);
}
