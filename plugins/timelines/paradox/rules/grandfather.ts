import type { WitnessStep } from '../../ledger/safety-check.ts';
import { batchMap } from '../world/batch-loader.ts';
import { canonicalJson, dependentsOf, requirementsOf } from '../world/state-over-time.ts';
import type { World, WorldEvent } from '../world/world.ts';
import { type Rule, violation } from './rule.ts';
import { formatEvent, formatEventWithTime, formatFact, formatPath } from './wording.ts';

/**
 * A manipulation undoes what it needs: the event that it supersedes is an ancestor of a cause that the new outcome
 * names, or of every event that provides a requirement that it names. If it happens, it cannot happen (D. Lewis, “The
 * Paradoxes of Time Travel”, 1976). Inherited causes and requirements are not needs of the manipulation. Reported at
 * the manipulation.
 */
export const grandfather: Rule = {
  kind: 'grandfather',
  check: (event, world) => [...throughCauses(event, world), ...throughRequirements(event, world)],
  affectedBy(changed, world) {
    const present = changed.filter(({ event_id }) => world.event(event_id) !== undefined);
    const descendants = world.events(world.descendants(present.map(({ event_id }) => event_id)));
    // A new chain passes through an added event, and on to what a manipulation names.
    return [...descendants, ...dependentsOf([...changed, ...descendants], world)].filter(hasOwnNeeds);
  },
};

function hasOwnNeeds({ manipulation }: WorldEvent): boolean {
  return manipulation !== null && (manipulation.namedCauses || manipulation.namedRequires);
}

function throughCauses(event: WorldEvent, world: World) {
  if (event.manipulation?.namedCauses !== true) return [];
  const causes = world.events([...new Set(event.causes.map(({ event_id }) => event_id))]);
  const undone = world.earlierVersions(event);
  return batchMap(causes, (cause) => {
    const chain = world.causalChain(undone, cause.event_id);
    if (chain === undefined) return [];
    const step = {
      from: cause.event_id,
      to: event.event_id,
      relation: 'causes',
      detail: `${formatEvent(event)} names ${formatEvent(cause)} as its cause`,
    };
    return [
      grandfatherViolation(event, chain, world, {
        need: `the cause ${formatEventWithTime(cause)}`,
        steps: [step],
        identity: `cause ${cause.subject}`,
      }),
    ];
  }).flat();
}

function throughRequirements(event: WorldEvent, world: World) {
  if (event.manipulation?.namedRequires !== true) return [];
  const undone = world.earlierVersions(event);
  return batchMap(requirementsOf(event, world), ({ key, value, providers }) => {
    const chains = batchMap(providers, (provider) => ({
      provider,
      chain: world.causalChain(undone, provider.event_id),
    }));
    const [first] = chains;
    // If one provider does not depend on the undone event, neither does the manipulation.
    if (first?.chain === undefined || chains.some(({ chain }) => chain === undefined)) return [];
    const { provider, chain } = first;
    const needed = formatFact(key, value);
    const steps = [
      { from: provider.event_id, to: needed, relation: 'sets', detail: `${formatEvent(provider)} sets ${needed}` },
      {
        from: needed,
        to: event.event_id,
        relation: 'is required by',
        detail: `${formatEvent(event)} requires ${needed}`,
      },
    ];
    return [
      grandfatherViolation(event, chain, world, {
        need: `${needed}, which ${formatEventWithTime(provider)} sets`,
        steps,
        identity: `requirement ${canonicalJson([key, value])}`,
      }),
    ];
  }).flat();
}

interface Need {
  /** For the explanation. */
  readonly need: string;
  /** From the end of the chain to the manipulation. */
  readonly steps: readonly WitnessStep[];
  readonly identity: string;
}

/** @param chain from the undone event to what the manipulation needs */
function grandfatherViolation(
  event: WorldEvent,
  chain: readonly string[],
  world: World,
  { need, steps, identity }: Need,
) {
  const [undone = '', ...rest] = chain;
  const events = world.events(rest);
  const names = [undone, ...events.map(formatEvent)];
  const causal = rest.map((effect, position) => ({
    from: chain[position] ?? undone,
    to: effect,
    relation: 'causes',
    detail: `${names[position]} causes ${names[position + 1]}`,
  }));
  return violation('grandfather', {
    events: [event, ...events],
    eventIds: [event.event_id, ...chain],
    witness: [
      { from: event.event_id, to: undone, relation: 'undoes', detail: `${formatEvent(event)} supersedes ${undone}` },
      ...causal,
      ...steps,
    ],
    explanation: `${formatEventWithTime(event)} needs ${need}. But that was caused by ${undone}, which it undoes: ${formatPath(chain)}.`,
    identities: () => [`${event.subject}|${identity}`],
  });
}
