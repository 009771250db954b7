import type { WitnessStep } from '../../ledger/safety-check.ts';
import { batchMap } from '../world/batch-loader.ts';
import { canonicalJson } from '../world/state-over-time.ts';
import { constraintsBetween } from '../world/temporal-network.ts';
import { type DelayConstraint, endTimeOf, type World, type WorldEvent } from '../world/world.ts';
import { type Rule, type Violation, violation } from './rule.ts';
import { formatDelay, formatEvent, formatEventWithTime, formatPath } from './wording.ts';

/**
 * The recorded times violate a constraint on the delay from a cause to its effect. If no times can satisfy all
 * constraints, the witness is a negative cycle of the simple temporal network (R. Dechter, I. Meiri and J. Pearl,
 * “Temporal Constraint Networks”, 1991); a cause that is later than its effect is part of this finding too then.
 * Reported at the effect.
 *
 * A check of a change does not find a cycle that closes far from it, through a cause that was too late before: a full
 * check does.
 */
export const temporalConstraint: Rule = {
  kind: 'temporal_constraint',
  check: (effect, world) => batchMap(brokenConstraints(effect, world), (broken) => violationsOf(broken, world)).flat(),
  affectedBy: (changed, world) => batchMap(changed, ({ event_id }) => world.effects(event_id)).flat(),
};

interface BrokenConstraint {
  readonly cause: WorldEvent;
  readonly effect: WorldEvent;
  readonly constraint: DelayConstraint;
}

function brokenConstraints(effect: WorldEvent, world: World): readonly BrokenConstraint[] {
  const causes = Map.groupBy(effect.causes, ({ event_id }) => event_id);
  return world.events([...causes.keys()]).flatMap((cause) =>
    (causes.get(cause.event_id) ?? [])
      .flatMap((delay) => constraintsBetween(cause, effect, delay))
      .filter(({ slack }) => slack < 0)
      .map((constraint) => ({ cause, effect, constraint })),
  );
}

function violationsOf(broken: BrokenConstraint, world: World): readonly Violation[] {
  const { cause, effect, constraint } = broken;
  const negativeCycle = world.negativeCycle(constraint);
  // A late cause alone is `effect_before_cause`.
  if (negativeCycle === undefined && constraint.bound === 'order') return [];
  const constraints = negativeCycle ?? [constraint];
  const events = new Map(world.events(constraints.map(({ from }) => from)).map((event) => [event.event_id, event]));
  const nameOf = (id: string) => formatEvent(events.get(id) ?? (id === cause.event_id ? cause : effect));
  return [
    violation('temporal_constraint', {
      events: [effect, cause, ...events.values()],
      witness: constraints.map((each) => witnessStep(each, nameOf)),
      explanation:
        negativeCycle === undefined
          ? formatBroken(broken)
          : `${formatBroken(broken)} ${formatNegativeCycle(negativeCycle)}`,
      identities: () => {
        const { bound, delay } = constraint;
        return [canonicalJson([bound, delay.ms, delay.from, cause.subject, effect.subject])];
      },
    }),
  ];
}

function witnessStep(constraint: DelayConstraint, nameOf: (id: string) => string): WitnessStep {
  const { from, to, bound } = constraint;
  const relations = {
    min: `at least ${formatDelayOf(constraint)} after${constraint.delay.from === 'end' ? ' the end of' : ''}`,
    max: `${constraint.delay.from === 'end' ? 'ends ' : ''}at most ${formatDelayOf(constraint)} before`,
    order: 'not before',
  };
  const [cause, effect] = bound === 'max' ? [from, to] : [to, from];
  return {
    from,
    to,
    relation: relations[bound],
    detail: `${nameOf(effect)} ${formatDemand(constraint)} ${formatStart(constraint)}its cause ${nameOf(cause)}`,
  };
}

function formatDemand(constraint: DelayConstraint): string {
  const demands = {
    min: `must be at least ${formatDelayOf(constraint)} after`,
    max: `must be at most ${formatDelayOf(constraint)} after`,
    order: 'must not be before',
  };
  return demands[constraint.bound];
}

const formatDelayOf = ({ delay }: DelayConstraint): string => formatDelay(delay.ms);

const formatStart = ({ delay }: DelayConstraint): string => (delay.from === 'end' ? 'the end of ' : '');

function formatBroken({ cause, effect, constraint }: BrokenConstraint): string {
  const start = formatStart(constraint);
  const apart = effect.time - (start === '' ? cause.time : endTimeOf(cause));
  const actual = `${formatDelay(Math.abs(apart))} ${apart < 0 ? 'before' : 'after'} ${start}its cause ${formatEventWithTime(cause)}`;
  return `${formatEventWithTime(effect)} is ${actual}, but ${formatDemand(constraint)} it.`;
}

function formatNegativeCycle(cycle: readonly DelayConstraint[]): string {
  const excess = -cycle.reduce((sum, { maxMs }) => sum + maxMs, 0);
  const closed = formatPath([...cycle, ...cycle.slice(0, 1)].map(({ from }) => from));
  return `No times can satisfy all delays: those along ${closed} contradict each other by ${formatDelay(excess)}.`;
}
