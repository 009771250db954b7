import type { Snapshot } from 'chronoscribe/kinds/journal';
import type { Finding, FindingKind, Severity } from '../../ledger/safety-check.ts';
import { eachOnce, type Rule } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import { askAll } from '../world/batch-loader.ts';
import type { WholeTimeline } from '../world/full/full-timeline.ts';
import { wholeWorld } from '../world/full/full-world.ts';
import { wholeEvents } from '../world/full/snapshot-events.ts';
import { type Budget, budgetOf, readTimeline } from '../world/full/timeline-reader.ts';
import type { World, WorldEvent, WorldSettings } from '../world/world.ts';
import { suspectsOf } from './candidates.ts';

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

/**
 * What a check says about a timeline as a whole. `Stable`: nothing above info. `Strained`: warnings. `Unstable`: errors.
 * `Paradoxical`: a loop or a grandfather. `Unknown`: nothing like that was found before the check stopped short.
 */
export type Stability = 'Stable' | 'Strained' | 'Unstable' | 'Paradoxical' | 'Unknown';

export function stabilityOf({ findings, counts, stopped }: CheckResult): Stability {
  // What makes a timeline paradoxical does so whatever else there may be.
  if (counts.causal_loop > 0 || counts.grandfather > 0) return 'Paradoxical';
  if (stopped) return 'Unknown';
  if (findings.some(({ severity }) => severity === 'error')) return 'Unstable';
  return findings.some(({ severity }) => severity === 'warning') ? 'Strained' : 'Stable';
}

/** How many findings are listed. */
const most = 1000;

const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Counts findings, and keeps as many as are listed: errors first, then warnings, and those of each by time. */
export class GravestFindings {
  readonly counts: Record<FindingKind, number> = {
    retrocausal_change: 0,
    causal_loop: 0,
    effect_before_cause: 0,
    grandfather: 0,
    unmet_requirement: 0,
    temporal_constraint: 0,
    bilocation: 0,
    conflicting_outcomes: 0,
    orphaned_effect: 0,
    anchored_moment_changed: 0,
    duplicate_event: 0,
  };
  readonly #kept: { readonly finding: Finding; readonly time: number }[] = [];

  /** @param time of the event that bears it, in milliseconds since 1970 */
  add(finding: Finding, time: number): void {
    this.counts[finding.kind] += 1;
    this.#kept.push({ finding, time });
    // Now and then, so that adding stays cheap.
    if (this.#kept.length >= 2 * most) this.#cut();
  }

  list(): readonly Finding[] {
    this.#cut();
    return this.#kept.map(({ finding }) => finding);
  }

  #cut(): void {
    this.#kept.sort((one, other) => rank[one.finding.severity] - rank[other.finding.severity] || one.time - other.time);
    this.#kept.length = Math.min(this.#kept.length, most);
  }
}
