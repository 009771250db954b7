import type { WitnessStep } from '../../ledger/safety-check.ts';
import { batchMap } from '../world/batch-loader.ts';
import { canonicalJson, requirementsOf } from '../world/state-over-time.ts';
import type { DependenceLink, World, WorldEvent } from '../world/world.ts';
import { type Rule, violation } from './rule.ts';
import { formatEvent, formatEventWithTime, formatFact, formatPath } from './wording.ts';

/**
 * A manipulation undoes what it needs: a cause that the new outcome names, or every event that provides a requirement
 * that it names, depends on the event that it supersedes, through causes and requirements. If it happens, it cannot
 * happen (D. Lewis, “The Paradoxes of Time Travel”, 1976). Inherited causes and requirements are not needs of the
 * manipulation. Reported at the manipulation.
 */
export const grandfather: Rule = {
  kind: 'grandfather',
  check: (event, world) => [...throughCauses(event, world), ...throughRequirements(event, world)],
  // A new chain passes through an added event, or through one that requires a value which another event sets now.
  affectedBy(changed, world) {
    const ids = new Set(changed.map(({ event_id }) => event_id));
    const needy = world.manipulations()?.filter((event) => hasOwnNeeds(event) && !ids.has(event.event_id));
    // All that depends on a change may be nearly everything, and mostly nothing was manipulated with needs of its own.
    return needy?.length === 0 ? [] : world.allDependents(changed).filter(hasOwnNeeds);
  },
};

function hasOwnNeeds({ manipulation }: WorldEvent): boolean {
  return manipulation !== null && (manipulation.namedCauses || manipulation.namedRequires);
}

function throughCauses(event: WorldEvent, world: World) {
  if (event.manipulation?.namedCauses !== true) return [];
  const causes = world.events([...new Set(event.causes.map(({ event_id }) => event_id))]);
  const undone = { by: event.event_id, versions: world.earlierVersions(event) };
  return batchMap(causes, (cause) => {
    const chain = world.dependence(undone, cause.event_id);
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
  const undone = { by: event.event_id, versions: world.earlierVersions(event) };
  return batchMap(requirementsOf(event, world), ({ key, value, providers }) => {
    const chains = batchMap(providers, (provider) => ({
      provider,
      chain: world.dependence(undone, provider.event_id) ?? [],
    }));
    const [shortest] = chains.toSorted((one, other) => one.chain.length - other.chain.length);
    // If one provider does not depend on the undone event, neither does the manipulation.
    if (shortest === undefined || shortest.chain.length === 0) return [];
    const { provider, chain } = shortest;
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
  chain: readonly DependenceLink[],
  world: World,
  { need, steps, identity }: Need,
) {
  const [undone = '', ...rest] = chain.map(({ event_id }) => event_id);
  const events = world.events(rest);
  const names = [undone, ...events.map(formatEvent)];
  const dependent = events.map((dependentEvent, at) => {
    const key = chain[at + 1]?.key ?? null;
    const needed = key === null ? '' : formatFact(key, dependentEvent.requires[key] ?? null);
    return {
      from: chain[at]?.event_id ?? undone,
      to: dependentEvent.event_id,
      relation: key === null ? 'causes' : 'provides',
      detail:
        key === null
          ? `${names[at]} causes ${names[at + 1]}`
          : `${names[at]} sets ${needed}, which ${names[at + 1]} requires`,
    };
  });
  const isCaused = chain.every(({ key }) => key === null);
  return violation('grandfather', {
    events: [event, ...events],
    eventIds: [event.event_id, undone, ...rest],
    witness: [
      { from: event.event_id, to: undone, relation: 'undoes', detail: `${formatEvent(event)} supersedes ${undone}` },
      ...dependent,
      ...steps,
    ],
    explanation: `${formatEventWithTime(event)} needs ${need}. But that ${isCaused ? 'was caused by' : 'depends on'} ${undone}, which it undoes: ${formatPath([undone, ...rest])}.`,
    identities: () => [`${event.subject}|${identity}`],
  });
}
