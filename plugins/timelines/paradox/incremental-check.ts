import { ask, askAll } from './asking.ts';
import { eachOnce, type Fault } from './fault.ts';
import type { Finding } from './finding.ts';
import type { Rule } from './rule.ts';
import { rules } from './rules.ts';
import type { Change, Surroundings, World, WorldEvent } from './world.ts';

/**
 * What a change brings: the findings after it that were not there before it, the gravest kinds first. Only the events that the
 * change touches are looked at.
 *
 * @param before may answer `NotLoaded`, as may `after`
 */
export async function newFindings(before: World, after: Surroundings, change: Change): Promise<readonly Finding[]> {
  return (await newFaults(before, after, change)).map(({ finding }) => finding);
}

/** Like `newFindings`, with what tells that they are new. */
export async function newFaults(before: World, after: Surroundings, { removed, added }: Change): Promise<readonly Fault[]> {
  const changed = [...removed, ...added];
  const found: (readonly Fault[])[] = [];
  for (const rule of rules) found.push(await newFaultsBy(rule, before, after, changed));
  return found.flat();
}

async function newFaultsBy(rule: Rule, before: World, after: Surroundings, changed: readonly WorldEvent[]) {
  const touched = await ask(() => rule.touchedBy(changed, after));
  const bearers = [...new Set([...changed, ...touched].map(({ event_id }) => event_id))];
  const now = await faultsBy(rule, bearers, after, changed);
  if (now.length === 0) return [];
  const known = new Set((await faultsBy(rule, bearers, before, changed)).flatMap((fault) => fault.identities()));
  return now.filter((fault) => fault.identities().some((identity) => !known.has(identity)));
}

/** What some of these events bear, as far as what changed has a part in it. */
async function faultsBy(
  rule: Rule,
  bearers: readonly string[],
  world: World,
  changed: readonly WorldEvent[],
): Promise<readonly Fault[]> {
  const present = await ask(() => world.events(changed.map(({ event_id }) => event_id)));
  const borne = await askAll(
    bearers.map((id) => () => {
      const event = world.event(id);
      return event === undefined ? [] : rule.borneBy(event, world, present);
    }),
  );
  return eachOnce(borne.flat());
}
