import { distinctViolations, type Rule, type Violation } from '../rules/rule.ts';
import { resolveAll } from '../world/batch-loader.ts';
import type { WorldEvent, WorldSettings } from '../world/world.ts';
import { currentVersions, plainWorld } from './plain-world.ts';

/** All violations of a timeline: every rule checks every event. */
export async function allViolations(
  versions: readonly WorldEvent[],
  settings: Partial<WorldSettings>,
  rules: readonly Rule[],
): Promise<readonly Violation[]> {
  const world = plainWorld(versions, settings);
  const questions = rules.flatMap((rule) => currentVersions(versions).map((event) => () => rule.check(event, world)));
  return distinctViolations((await resolveAll(questions)).flat());
}

/** The parts of violations that do not depend on which of several equally short witnesses is found. */
export function describeViolations(faults: readonly Violation[]): readonly string[] {
  return faults
    .map(({ finding, ...fault }) => `${fault.identities().join(' ')} ${finding.severity} ${finding.witness.length}`)
    .sort();
}
