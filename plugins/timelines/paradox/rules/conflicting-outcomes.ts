import { askAbout } from '../asking.ts';
import { isSameFact } from '../facts.ts';
import { faultOf, pairOf } from '../fault.ts';
import { isApart, type Rule } from '../rule.ts';
import { settingsOf } from '../supply.ts';
import { dated, fact, named } from '../wording.ts';
import type { WorldEvent } from '../world-event.ts';

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
        .map((other) => found(key, other, event)),
    ).flat(),
  touchedBy: (changed, world) => askAbout(settingsOf(changed), ({ key, time }) => world.settersAt(key, time)).flat(),
};

function found(key: string, first: WorldEvent, second: WorldEvent) {
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
