import type { CheckResult } from './full-check.ts';

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
