import type { WitnessStep } from '../../ledger/safety-check.ts';
import { askAbout } from '../world/batch-loader.ts';
import { factText } from '../world/state-over-time.ts';
import { limitsBetween } from '../world/temporal-network.ts';
import type { Limit, World, WorldEvent } from '../world/world.ts';
import { type Fault, faultOf, type Rule } from './rule.ts';
import { dated, named, trail, writeDelay } from './wording.ts';

/**
 * Delays that do not hold. The recorded times break a limit on the delay from a cause to its effect; where no times could keep
 * all limits, the witness is a circle of limits that add up to less than nothing, and then a cause that is later than its effect
 * breaks a limit too. Borne by the effect.
 *
 * A circle that closes far from a change, through a cause that had been too late before, is left to a check of the whole
 * timeline.
 */
export const temporalConstraint: Rule = {
  kind: 'temporal_constraint',
  borneBy: (effect, world) => askAbout(brokenLimits(effect, world), (broken) => faultsBy(broken, world)).flat(),
  touchedBy: (changed, world) => askAbout(changed, ({ event_id }) => world.effects(event_id)).flat(),
};

interface Broken {
  readonly cause: WorldEvent;
  readonly effect: WorldEvent;
  readonly limit: Limit;
}

function brokenLimits(effect: WorldEvent, world: World): readonly Broken[] {
  const causes = Map.groupBy(effect.causes, ({ event_id }) => event_id);
  return world.events([...causes.keys()]).flatMap((cause) =>
    (causes.get(cause.event_id) ?? [])
      .flatMap((delay) => limitsBetween(cause, effect, delay))
      .filter(({ slack }) => slack < 0)
      .map((limit) => ({ cause, effect, limit })),
  );
}

function faultsBy(broken: Broken, world: World): readonly Fault[] {
  const { cause, effect, limit } = broken;
  const contradiction = world.contradiction(limit);
  // That a cause is too late is `effect_before_cause`, unless delays make it so.
  if (contradiction === undefined && limit.bound === 'order') return [];
  const limits = contradiction ?? [limit];
  const events = new Map(world.events(limits.map(({ from }) => from)).map((event) => [event.event_id, event]));
  const nameOf = (id: string) => named(events.get(id) ?? (id === cause.event_id ? cause : effect));
  return [
    faultOf('temporal_constraint', {
      events: [effect, cause, ...events.values()],
      witness: limits.map((each) => stepOf(each, nameOf)),
      explanation: contradiction === undefined ? whatIsBroken(broken) : `${whatIsBroken(broken)} ${whyNoTimes(contradiction)}`,
      identities: () => [factText([limit.bound, limit.most, cause.subject, effect.subject])],
    }),
  ];
}

function stepOf(limit: Limit, nameOf: (id: string) => string): WitnessStep {
  const { from, to, bound } = limit;
  const relations = { min: `at least ${delay(limit)} after`, max: `at most ${delay(limit)} before`, order: 'not before' };
  const [cause, effect] = bound === 'max' ? [from, to] : [to, from];
  return { from, to, relation: relations[bound], detail: `${nameOf(effect)} ${demand(limit)} its cause ${nameOf(cause)}` };
}

function demand(limit: Limit): string {
  const demands = {
    min: `must be at least ${delay(limit)} after`,
    max: `must be at most ${delay(limit)} after`,
    order: 'must not be before',
  };
  return demands[limit.bound];
}

function delay({ most }: Limit): string {
  return writeDelay(Math.abs(most));
}

function whatIsBroken({ cause, effect, limit }: Broken): string {
  const apart = effect.time - cause.time;
  const actual = `${writeDelay(Math.abs(apart))} ${apart < 0 ? 'before' : 'after'} its cause ${dated(cause)}`;
  return `${dated(effect)} is ${actual}, but ${demand(limit)} it.`;
}

function whyNoTimes(circle: readonly Limit[]): string {
  const excess = -circle.reduce((sum, { most }) => sum + most, 0);
  const round = trail([...circle, ...circle.slice(0, 1)].map(({ from }) => from));
  return `No times could keep all delays: those along ${round} contradict each other by ${writeDelay(excess)}.`;
}
