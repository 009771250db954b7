import type { Budget } from '../budget.ts';
import type { WholeTimeline } from './whole-timeline.ts';

export interface SearchOptions {
  readonly maxSpeedKmh: number;
  readonly budget: Budget;
}

/** Finds the rows that may bear a finding. It ends early where the budget is spent. */
export type Search = (timeline: WholeTimeline, options: SearchOptions) => Iterable<number>;
