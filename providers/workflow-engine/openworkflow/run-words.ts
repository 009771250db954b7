import type { RunState, RunStatus } from 'chronoscribe';
import { z } from 'zod';
import { keptProblem } from '../failure.ts';

/** openworkflow's words for a run's state; `sleeping` and `succeeded` are of its older versions. */
const statuses = {
  pending: 'queued',
  running: 'running',
  sleeping: 'running',
  completed: 'done',
  succeeded: 'done',
  failed: 'failed',
  canceled: 'cancelled',
} as const satisfies Record<string, RunStatus>;

export const keptStatus = z.enum(Object.keys(statuses) as (keyof typeof statuses)[]);

/** The failure of a run as openworkflow keeps it. */
export const keptError = z.object({ message: z.string() });

/**
 * From when a run may be worked on: always at once. The time of the submission would do as long as clocks went forward only; after a step back the
 * queue would stand still until that time came again. Runs of one turn go in the order of their creation.
 */
export const turns = { first: '1970-01-01T00:00:00.000Z', usual: '1970-01-02T00:00:00.000Z' } as const;

export function runState(kept: {
  readonly status: z.infer<typeof keptStatus>;
  readonly step: string | null;
  readonly output: unknown;
  readonly error: z.infer<typeof keptError> | null;
}): RunState {
  const status = statuses[kept.status];
  const problem = status === 'failed' && kept.error !== null ? keptProblem(kept.error.message) : null;
  return { status, step: kept.step, output: kept.output, problem };
}
