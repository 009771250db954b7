import { batchMap } from '../world/batch-loader.ts';
import {
  assignmentsOf,
  canonicalJson,
  isSameValue,
  type Requirement,
  requirementsOf,
} from '../world/state-over-time.ts';
import type { World, WorldEvent } from '../world/world.ts';
import { isUnchanged, pairIdentity, type Rule, violation } from './rule.ts';
import { formatEvent, formatEventWithTime, formatFact } from './wording.ts';

/**
 * An event requires a value that no event provides: an unsatisfied precondition of a STRIPS plan (R. Fikes and N.
 * Nilsson, 1971), see `Requirement`. An event provides nothing where it does not find what it requires itself. Reported
 * at the event that requires the value.
 */
export const unmetRequirement: Rule = {
  kind: 'unmet_requirement',
  check(event, world) {
    const keys = world.unmetKeys(event.event_id);
    if (keys.length === 0) return [];
    const unmet = requirementsOf(event, world).filter(({ key }) => keys.includes(key));
    return batchMap(unmet, (requirement) => unmetViolation(event, requirement, world));
  },
  affectedBy: (changed, world) => world.allRequirers(changed),
};

function unmetViolation(event: WorldEvent, requirement: Requirement, world: World) {
  const { key, value } = requirement;
  const needed = formatFact(key, value);
  const { events, witness, reason } = whyUnmet(requirement, world);
  return violation('unmet_requirement', {
    events: [event, ...events],
    witness: [
      { from: event.event_id, to: needed, relation: 'requires', detail: `${formatEvent(event)} requires ${needed}` },
      ...witness,
    ],
    explanation: `${formatEventWithTime(event)} requires ${needed}, but ${reason}.`,
    identities: () => [canonicalJson([event.subject, key, value])],
  });
}

/** What sets the key instead, or what the first provider lacks itself; that is a finding of its own. */
function whyUnmet({ key, providers, contradicting }: Requirement, world: World) {
  const [provider] = providers;
  const [setter = provider] = provider === undefined ? contradicting : [];
  if (setter === undefined) return { events: [], witness: [], reason: `no event up to then sets ${key}` };
  const set = formatFact(key, setter.effects[key] ?? null);
  const sets = { from: setter.event_id, to: set, relation: 'sets', detail: `${formatEvent(setter)} sets ${set}` };
  if (provider === undefined) {
    const reason = `the latest event up to then to set ${key}, ${formatEventWithTime(setter)}, sets ${set}`;
    return { events: [setter], witness: [sets], reason };
  }
  const [lacking = ''] = world.unmetKeys(provider.event_id);
  const lacks = formatFact(lacking, provider.requires[lacking] ?? null);
  const detail = `${formatEvent(provider)} requires ${lacks}, which is not met`;
  return {
    events: [provider],
    witness: [sets, { from: provider.event_id, to: lacks, relation: 'requires', detail }],
    reason: `${formatEventWithTime(provider)}, which sets it, requires ${lacks}, and that is not met`,
  };
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
