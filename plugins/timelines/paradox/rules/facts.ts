import { askAbout } from '../world/batch-loader.ts';
import { factText, isSameFact, requirersOf, type Supply, settingsOf, suppliesOf } from '../world/state-over-time.ts';
import type { WorldEvent } from '../world/world.ts';
import { faultOf, isApart, pairOf, type Rule } from './rule.ts';
import { dated, fact, named } from './wording.ts';

/** An event requires a fact that no event supplies, see `Supply`. Borne by the event that requires it. */
export const unmetRequirement: Rule = {
  kind: 'unmet_requirement',
  borneBy: (event, world) =>
    suppliesOf(event, world)
      .filter(({ suppliers }) => suppliers.length === 0)
      .map((supply) => unmetFault(event, supply)),
  touchedBy: requirersOf,
};

function unmetFault(event: WorldEvent, { key, value, contrary }: Supply) {
  const needed = fact(key, value);
  const [setter] = contrary;
  const set = setter === undefined ? undefined : fact(key, setter.effects[key] ?? null);
  const instead =
    setter === undefined || set === undefined
      ? []
      : [{ from: setter.event_id, to: set, relation: 'sets', detail: `${named(setter)} sets ${set}` }];
  const reason =
    setter === undefined
      ? `no event up to then sets ${key}`
      : `the latest event up to then to set ${key}, ${dated(setter)}, sets ${set}`;
  return faultOf('unmet_requirement', {
    events: setter === undefined ? [event] : [event, setter],
    witness: [
      { from: event.event_id, to: needed, relation: 'requires', detail: `${named(event)} requires ${needed}` },
      ...instead,
    ],
    explanation: `${dated(event)} requires ${needed}, but ${reason}.`,
    identities: () => [factText([event.subject, key, value])],
  });
}

/**
 * Two events set one key to two values at one instant, so that nothing says which holds: inconsistent effects, as the planning
 * graph calls them (A. Blum and M. Furst, “Fast Planning Through Planning Graph Analysis”, 1997). Borne by the one recorded
 * later.
 */
export const conflictingOutcomes: Rule = {
  kind: 'conflicting_outcomes',
  borneBy: (event, world, among) =>
    askAbout(Object.keys(event.effects), (key) =>
      (isApart(event, among)
        ? among.filter(({ time, effects }) => time === event.time && Object.hasOwn(effects, key))
        : world.settersAt(key, event.time)
      )
        .filter((other) => other.recorded < event.recorded && !isSameFact(other.effects[key], event.effects[key]))
        .map((other) => conflictFault(key, other, event)),
    ).flat(),
  touchedBy: (changed, world) => askAbout(settingsOf(changed), ({ key, time }) => world.settersAt(key, time)).flat(),
};

function conflictFault(key: string, first: WorldEvent, second: WorldEvent) {
  const settings = [first, second].map((event) => ({ event, outcome: fact(key, event.effects[key] ?? null) }));
  return faultOf('conflicting_outcomes', {
    events: [first, second],
    witness: settings.map(({ event, outcome }) => ({
      from: event.event_id,
      to: outcome,
      relation: 'sets',
      detail: `${named(event)} sets ${outcome}`,
    })),
    explanation: `${settings.map(({ event, outcome }) => `${dated(event)} sets ${outcome}`).join(', and ')} at the same instant.`,
    identities: () => [`${key}|${pairOf(first, second)}`],
  });
}
