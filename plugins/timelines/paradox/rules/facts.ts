import { batchMap } from '../world/batch-loader.ts';
import {
  assignmentsOf,
  canonicalJson,
  dependentsOf,
  isSameValue,
  type Requirement,
  requirementsOf,
} from '../world/state-over-time.ts';
import type { WorldEvent } from '../world/world.ts';
import { isUnchanged, pairIdentity, type Rule, violation } from './rule.ts';
import { formatEvent, formatEventWithTime, formatFact } from './wording.ts';

/**
 * An event requires a value that no event provides: an unsatisfied precondition of a STRIPS plan (R. Fikes and N.
 * Nilsson, 1971), see `Requirement`. Reported at the event that requires it.
 */
export const unmetRequirement: Rule = {
  kind: 'unmet_requirement',
  check: (event, world) =>
    requirementsOf(event, world)
      .filter(({ providers }) => providers.length === 0)
      .map((requirement) => unmetViolation(event, requirement)),
  affectedBy: dependentsOf,
};

function unmetViolation(event: WorldEvent, { key, value, contradicting }: Requirement) {
  const needed = formatFact(key, value);
  const [setter] = contradicting;
  const set = setter === undefined ? undefined : formatFact(key, setter.effects[key] ?? null);
  const instead =
    setter === undefined || set === undefined
      ? []
      : [{ from: setter.event_id, to: set, relation: 'sets', detail: `${formatEvent(setter)} sets ${set}` }];
  const reason =
    setter === undefined
      ? `no event up to then sets ${key}`
      : `the latest event up to then to set ${key}, ${formatEventWithTime(setter)}, sets ${set}`;
  return violation('unmet_requirement', {
    events: setter === undefined ? [event] : [event, setter],
    witness: [
      { from: event.event_id, to: needed, relation: 'requires', detail: `${formatEvent(event)} requires ${needed}` },
      ...instead,
    ],
    explanation: `${formatEventWithTime(event)} requires ${needed}, but ${reason}.`,
    identities: () => [canonicalJson([event.subject, key, value])],
  });
}

/**
 * Two events set one key to different values at the same instant: inconsistent effects in the terms of planning graphs
 * (A. Blum and M. Furst, “Fast Planning Through Planning Graph Analysis”, 1997). Reported at the event that was
 * recorded later.
 */
export const conflictingOutcomes: Rule = {
  kind: 'conflicting_outcomes',
  check: (event, world, changed) =>
    batchMap(Object.keys(event.effects), (key) =>
      (isUnchanged(event, changed)
        ? changed.filter(({ time, effects }) => time === event.time && Object.hasOwn(effects, key))
        : world.settersAt(key, event.time)
      )
        .filter((other) => other.recorded < event.recorded && !isSameValue(other.effects[key], event.effects[key]))
        .map((other) => conflictViolation(key, other, event)),
    ).flat(),
  affectedBy: (changed, world) =>
    batchMap(assignmentsOf(changed), ({ key, time }) => world.settersAt(key, time)).flat(),
};

function conflictViolation(key: string, first: WorldEvent, second: WorldEvent) {
  const settings = [first, second].map((event) => ({ event, outcome: formatFact(key, event.effects[key] ?? null) }));
  return violation('conflicting_outcomes', {
    events: [first, second],
    witness: settings.map(({ event, outcome }) => ({
      from: event.event_id,
      to: outcome,
      relation: 'sets',
      detail: `${formatEvent(event)} sets ${outcome}`,
    })),
    explanation: `${settings.map(({ event, outcome }) => `${formatEventWithTime(event)} sets ${outcome}`).join(', and ')} at the same instant.`,
    identities: () => [`${key}|${pairIdentity(first, second)}`],
  });
}
