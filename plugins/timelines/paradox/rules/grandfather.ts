import type { WitnessStep } from '../../ledger/safety-check.ts';
import { askAbout } from '../world/batch-loader.ts';
import { factText, requirersOf, suppliesOf } from '../world/state-over-time.ts';
import type { World, WorldEvent } from '../world/world.ts';
import { faultOf, type Rule } from './rule.ts';
import { dated, fact, named, trail } from './wording.ts';

/**
 * A manipulation undoes what it needs: the event that it supersedes is an ancestor of a cause that the new outcome names, or of
 * every event that supplies a requirement that it names. So it cannot be if it is (D. Lewis, “The Paradoxes of Time Travel”,
 * 1976). Causes and requirements that were inherited are not the manipulation's own need. Borne by the manipulation.
 */
export const grandfather: Rule = {
  kind: 'grandfather',
  borneBy: (event, world) => [...throughCauses(event, world), ...throughRequirements(event, world)],
  touchedBy(changed, world) {
    const present = changed.filter(({ event_id }) => world.event(event_id) !== undefined);
    const descendants = world.events(world.descendants(present.map(({ event_id }) => event_id)));
    // A chain that has become whole leads through an event that appeared, and on to what the manipulation names.
    return [...descendants, ...requirersOf([...changed, ...descendants], world)].filter(hasOwnNeeds);
  },
};

function hasOwnNeeds({ manipulation }: WorldEvent): boolean {
  return manipulation !== null && (manipulation.namedCauses || manipulation.namedRequires);
}

function throughCauses(event: WorldEvent, world: World) {
  if (event.manipulation?.namedCauses !== true) return [];
  const causes = world.events([...new Set(event.causes.map(({ event_id }) => event_id))]);
  const undone = world.earlierVersions(event);
  return askAbout(causes, (cause) => {
    const chain = world.chain(undone, cause.event_id);
    if (chain === undefined) return [];
    const step = {
      from: cause.event_id,
      to: event.event_id,
      relation: 'causes',
      detail: `${named(event)} names ${named(cause)} as its cause`,
    };
    return [found(event, chain, world, { need: `the cause ${dated(cause)}`, steps: [step], identity: `cause ${cause.subject}` })];
  }).flat();
}

function throughRequirements(event: WorldEvent, world: World) {
  if (event.manipulation?.namedRequires !== true) return [];
  const undone = world.earlierVersions(event);
  return askAbout(suppliesOf(event, world), ({ key, value, suppliers }) => {
    const chains = askAbout(suppliers, (supplier) => ({ supplier, chain: world.chain(undone, supplier.event_id) }));
    const [first] = chains;
    // Where one supplier does without the undone event, so does the manipulation.
    if (first?.chain === undefined || chains.some(({ chain }) => chain === undefined)) return [];
    const { supplier, chain } = first;
    const needed = fact(key, value);
    const steps = [
      { from: supplier.event_id, to: needed, relation: 'sets', detail: `${named(supplier)} sets ${needed}` },
      { from: needed, to: event.event_id, relation: 'is required by', detail: `${named(event)} requires ${needed}` },
    ];
    return [
      found(event, chain, world, {
        need: `${needed}, which ${dated(supplier)} sets`,
        steps,
        identity: `requirement ${factText([key, value])}`,
      }),
    ];
  }).flat();
}

interface Need {
  /** In words. */
  readonly need: string;
  /** From the end of the chain to the manipulation. */
  readonly steps: readonly WitnessStep[];
  readonly identity: string;
}

/** @param chain from the undone event down to what the manipulation needs */
function found(event: WorldEvent, chain: readonly string[], world: World, { need, steps, identity }: Need) {
  const [undone = '', ...rest] = chain;
  const events = world.events(rest);
  const names = [undone, ...events.map(named)];
  const causal = rest.map((effect, position) => ({
    from: chain[position] ?? undone,
    to: effect,
    relation: 'causes',
    detail: `${names[position]} causes ${names[position + 1]}`,
  }));
  return faultOf('grandfather', {
    events: [event, ...events],
    eventIds: [event.event_id, ...chain],
    witness: [
      { from: event.event_id, to: undone, relation: 'undoes', detail: `${named(event)} takes the place of ${undone}` },
      ...causal,
      ...steps,
    ],
    explanation: `${dated(event)} needs ${need}. But that came of ${undone}, which it undoes: ${trail(chain)}.`,
    identities: () => [`${event.subject}|${identity}`],
  });
}
