import type { Finding, FindingKind, Severity } from './finding.ts';

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
