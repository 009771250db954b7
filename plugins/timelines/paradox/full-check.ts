import type { Snapshot } from 'chronoscribe/kinds/journal';
import { askAll } from './asking.ts';
import { type Budget, budgetOf } from './budget.ts';
import { eachOnce } from './fault.ts';
import type { Finding, FindingKind } from './finding.ts';
import { GravestFindings } from './gravest-findings.ts';
import type { Rule } from './rule.ts';
import { rules } from './rules.ts';
import { suspectsOf } from './whole/suspects.ts';
import { readTimeline } from './whole/timeline-reader.ts';
import { wholeEvents } from './whole/whole-events.ts';
import type { WholeTimeline } from './whole/whole-timeline.ts';
import { wholeWorld } from './whole/whole-world.ts';
import type { World, WorldEvent, WorldSettings } from './world.ts';

/** How many suspects are looked into for each rule; with more, the check stops short. */
const mostSuspects = 100_000;

/** How many of them are asked at once, so that what they need is read together. */
const batch = 1000;

export interface CheckOptions extends WorldSettings {
  /** How long the check may take. Default: 30 seconds. */
  readonly milliseconds?: number;
}

export interface CheckResult {
  /** Errors first, then warnings, and those of each by time; a thousand at most. */
  readonly findings: readonly Finding[];
  /** How many there are of each kind. */
  readonly counts: Readonly<Record<FindingKind, number>>;
  /** Whether the check ended before it was through, so that there may be more. */
  readonly stopped: boolean;
}

/** Checks a whole timeline. A pass over its columns tells which events may bear a fault, and the rules are asked about those. */
export async function checkTimeline(
  snapshot: CheckedSnapshot,
  { milliseconds = 30_000, ...settings }: CheckOptions,
): Promise<CheckResult> {
  const budget = budgetOf(milliseconds);
  const found = new GravestFindings();
  const timeline = await readTimeline(snapshot, settings.anchors, budget);
  const isThrough = timeline !== undefined && (await applyRules(timeline, snapshot, { ...settings, budget }, found));
  return { findings: found.list(), counts: found.counts, stopped: !isThrough };
}

type CheckedSnapshot = Pick<Snapshot, 'rows' | 'revisions' | 'eventIds'>;

/** @returns whether all rules were asked about all suspects */
async function applyRules(
  timeline: WholeTimeline,
  snapshot: CheckedSnapshot,
  options: WorldSettings & { readonly budget: Budget },
  found: GravestFindings,
): Promise<boolean> {
  const events = wholeEvents(timeline, snapshot);
  const world = wholeWorld(timeline, events, options);
  let isThrough = true;
  for (const rule of rules) {
    const suspects = firstOf(suspectsOf[rule.kind](timeline, options), mostSuspects);
    if (suspects.areCut) isThrough = false;
    for (let at = 0; at < suspects.rows.length && !options.budget.isSpent(); at += batch) {
      await askAll(
        suspects.rows
          .slice(at, at + batch)
          .map((row) => () => addFindings(rule, events.all([row]), world, options.budget, found)),
      );
      events.forget();
    }
    // The search for suspects ends early then, too.
    if (options.budget.isSpent()) return false;
  }
  return isThrough;
}

/** The first rows, each once, and whether there are more. */
function firstOf(suspects: Iterable<number>, most: number) {
  const rows = new Set<number>();
  for (const row of suspects) {
    if (rows.size === most && !rows.has(row)) return { rows: [...rows], areCut: true };
    rows.add(row);
  }
  return { rows: [...rows], areCut: false };
}

function addFindings(rule: Rule, bearers: readonly WorldEvent[], world: World, budget: Budget, found: GravestFindings): void {
  if (budget.isSpent()) return;
  for (const event of bearers) {
    for (const { finding } of eachOnce(rule.borneBy(event, world))) found.add(finding, event.time);
  }
}
