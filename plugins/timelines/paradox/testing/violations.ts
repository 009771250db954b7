import { distinctViolations, type Rule, type Violation } from '../rules/rule.ts';
import { resolveAll } from '../world/batch-loader.ts';
import type { WorldEvent, WorldSettings } from '../world/world.ts';
import { currentVersions, worldOf } from './plain-journal.ts';

/** All violations of a timeline: every rule checks every event. */
export async function allViolations(
  versions: readonly WorldEvent[],
  settings: Partial<WorldSettings>,
  rules: readonly Rule[],
): Promise<readonly Violation[]> {
  const world = worldOf(versions, settings);
  const questions = rules.flatMap((rule) => currentVersions(versions).map((event) => () => rule.check(event, world)));
  return distinctViolations((await resolveAll(questions)).flat());
}
