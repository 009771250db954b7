import { describe, expect, test } from 'vitest';
import type { Finding, FindingKind } from '../../ledger/safety-check.ts';
import { rules } from '../rules/rules.ts';
import type { WorldSettings } from '../world/world.ts';
import { type StoryStep, versionsOf } from './story.ts';
import { allViolations } from './violations.ts';

interface Scenario extends Partial<WorldSettings> {
  readonly it: string;
  readonly story: readonly StoryStep[];
}

interface Found extends Scenario {
  /** Of each finding, each step of its witness as `from relation to`. */
  readonly witnesses: readonly (readonly string[])[];
  /** Of the first finding; the lines of a list are joined by spaces. */
  readonly explanation: string | readonly string[] | RegExp;
  /** The event that introduced the first finding. */
  readonly introducedBy: string;
}

/** What one rule finds, each finding once. */
export async function findingsIn(
  { story, ...settings }: Omit<Scenario, 'it'>,
  kind: FindingKind,
): Promise<readonly Finding[]> {
  const faults = await allViolations(
    versionsOf(...story),
    settings,
    rules.filter((rule) => rule.kind === kind),
  );
  return faults.map(({ finding }) => finding);
}

/** Tests what a rule finds, and what comes close and is no fault. */
export function ruleFinds(
  kind: FindingKind,
  cases: { readonly found: readonly Found[]; readonly notFound: readonly Scenario[] },
) {
  describe(kind, () => {
    test.each(cases.found)('is found: $it', async ({ witnesses, explanation, introducedBy, ...scenario }) => {
      const findings = await findingsIn(scenario, kind);
      const steps = findings.map(({ witness }) => witness.map(({ from, relation, to }) => `${from} ${relation} ${to}`));
      expect(steps).toEqual(witnesses);
      expect(findings.map((finding) => finding.kind)).toEqual(witnesses.map(() => kind));
      expect(findings[0]?.explanation).toEqual(expectedText(explanation));
      expect(findings[0]?.introduced_by?.event_id).toBe(introducedBy);
    });

    test.each(cases.notFound)('is not found: $it', async (scenario) => {
      expect(await findingsIn(scenario, kind)).toEqual([]);
    });
  });
}

function expectedText(text: Found['explanation']): unknown {
  if (text instanceof RegExp) return expect.stringMatching(text);
  return typeof text === 'string' ? text : text.join(' ');
}
