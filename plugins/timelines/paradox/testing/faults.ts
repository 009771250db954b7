import { eachOnce, type Fault, type Rule } from '../rules/rule.ts';
import { askAll } from '../world/batch-loader.ts';
import type { WorldEvent, WorldSettings } from '../world/world.ts';
import { plainWorld, shownOf } from './plain-world.ts';

/** What the rules find when they are asked about every event of a timeline, each fault once. */
export async function allFaults(
  versions: readonly WorldEvent[],
  settings: Partial<WorldSettings>,
  rules: readonly Rule[],
): Promise<readonly Fault[]> {
  const world = plainWorld(versions, settings);
  const questions = rules.flatMap((rule) => shownOf(versions).map((event) => () => rule.borneBy(event, world)));
  return eachOnce((await askAll(questions)).flat());
}

/** What does not depend on which of several witnesses, equally short, is found. */
export function essenceOf(faults: readonly Fault[]): readonly string[] {
  return faults
    .map(({ finding, ...fault }) => `${fault.identities().join(' ')} ${finding.severity} ${finding.witness.length}`)
    .sort();
}
