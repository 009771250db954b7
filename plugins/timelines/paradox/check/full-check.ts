import type { Snapshot } from 'chronoscribe/kinds/journal';
import { type Finding, FindingKind, type Severity } from '../../ledger/safety-check.ts';
import { distinctViolations, type Rule } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';
import { resolveAll } from '../world/batch-loader.ts';
import type { FullTimeline } from '../world/full/full-timeline.ts';
import { createFullWorld } from '../world/full/full-world.ts';
import { createSnapshotEvents } from '../world/full/snapshot-events.ts';
import { readTimeline, startTimeBudget, type TimeBudget } from '../world/full/timeline-reader.ts';
import type { World, WorldEvent, WorldSettings } from '../world/world.ts';
import { candidateSearches } from './candidates.ts';

/** How many candidates of each rule are checked; with more, the check is incomplete. */
const maxCandidates = 100_000;

/** How many candidates are checked together, so that what they need is read in batches. */
const batch = 1000;

export interface CheckOptions extends WorldSettings {
  /** How long the check may take. Default: 30,000. */
  readonly milliseconds?: number;
}

export interface CheckResult {
  /** At most 1,000: errors first, then warnings; within a severity by time. */
  readonly findings: readonly Finding[];
  /** How many there are of each kind, listed or not. */
  readonly counts: Readonly<Record<FindingKind, number>>;
  /** Whether the check stopped before it was complete, so that there may be more. */
  readonly stopped: boolean;
}

/**
 * Checks a whole timeline: a pass over its columns finds candidates, and the rules check these.
 *
 * @param options.milliseconds how long the check may take; default 30,000
 */
export async function checkTimeline(
  snapshot: SnapshotReads,
  { milliseconds = 30_000, ...settings }: CheckOptions,
): Promise<CheckResult> {
  const budget = startTimeBudget(milliseconds);
  const found = new FindingCollector();
  const timeline = await readTimeline(snapshot, settings.anchors, budget);
  const isComplete = timeline !== undefined && (await applyRules(timeline, snapshot, { ...settings, budget }, found));
  return { findings: found.list(), counts: found.counts, stopped: !isComplete };
}

type SnapshotReads = Pick<Snapshot, 'rows' | 'revisions' | 'eventIds'>;

/** @returns whether all rules checked all their candidates */
async function applyRules(
  timeline: FullTimeline,
  snapshot: SnapshotReads,
  options: WorldSettings & { readonly budget: TimeBudget },
  found: FindingCollector,
): Promise<boolean> {
  const events = createSnapshotEvents(timeline, snapshot);
  const world = createFullWorld(timeline, events, options);
  let isComplete = true;
  for (const rule of rules) {
    const candidates = takeDistinct(candidateSearches[rule.kind](timeline, options), maxCandidates);
    if (candidates.isCut) isComplete = false;
    for (let at = 0; at < candidates.rows.length && !options.budget.isSpent(); at += batch) {
      await resolveAll(
        candidates.rows
          .slice(at, at + batch)
          .map((row) => () => addFindings(rule, events.all([row]), world, options.budget, found)),
      );
      events.clear();
    }
    // A search for candidates stops early then, too.
    if (options.budget.isSpent()) return false;
  }
  return isComplete;
}

/** The first distinct rows, and whether there are more. */
function takeDistinct(candidates: Iterable<number>, max: number) {
  const rows = new Set<number>();
  for (const row of candidates) {
    if (rows.size === max && !rows.has(row)) return { rows: [...rows], isCut: true };
    rows.add(row);
  }
  return { rows: [...rows], isCut: false };
}

function addFindings(
  rule: Rule,
  events: readonly WorldEvent[],
  world: World,
  budget: TimeBudget,
  found: FindingCollector,
): void {
  if (budget.isSpent()) return;
  for (const event of events) {
    for (const { finding } of distinctViolations(rule.check(event, world))) found.add(finding, event.time);
  }
}

/**
 * The result of a check in one word, as the API contract defines it. `Stable`: nothing above info. `Strained`:
 * warnings. `Unstable`: errors. `Paradoxical`: a causal loop or a grandfather paradox. `Unknown`: the check stopped
 * before it found one of these.
 */
export type Stability = 'Stable' | 'Strained' | 'Unstable' | 'Paradoxical' | 'Unknown';

export function stabilityOf({ findings, counts, stopped }: CheckResult): Stability {
  // Even an incomplete check can prove a paradox.
  if (counts.causal_loop > 0 || counts.grandfather > 0) return 'Paradoxical';
  if (stopped) return 'Unknown';
  if (findings.some(({ severity }) => severity === 'error')) return 'Unstable';
  return findings.some(({ severity }) => severity === 'warning') ? 'Strained' : 'Stable';
}

/** How many findings are listed. */
const maxFindings = 1000;

const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Counts findings and keeps the most severe ones. */
class FindingCollector {
  // The boundary where `Object.fromEntries` loses the type of the keys.
  readonly counts = Object.fromEntries(FindingKind.options.map((kind) => [kind, 0])) as Record<FindingKind, number>;
  readonly #kept: { readonly finding: Finding; readonly time: number }[] = [];

  /** @param time of the event at which it is reported, in milliseconds since 1970 */
  add(finding: Finding, time: number): void {
    this.counts[finding.kind] += 1;
    this.#kept.push({ finding, time });
    // Not at every call, so that adding stays cheap.
    if (this.#kept.length >= 2 * maxFindings) this.#trim();
  }

  list(): readonly Finding[] {
    this.#trim();
    return this.#kept.map(({ finding }) => finding);
  }

  #trim(): void {
    this.#kept.sort((one, other) => rank[one.finding.severity] - rank[other.finding.severity] || one.time - other.time);
    this.#kept.length = Math.min(this.#kept.length, maxFindings);
  }
}
