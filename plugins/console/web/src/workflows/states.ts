import type { RunStatus, RunStep } from './workflow-queries.ts';

/** How the state of a run is shown. */
export const runTones = {
  queued: 'neutral',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
} as const satisfies Readonly<Record<RunStatus, string>>;

/** How the state of a step is shown. */
export const stepTones = {
  waiting: 'neutral',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  skipped: 'neutral',
  cancelled: 'neutral',
} as const satisfies Readonly<Record<RunStep['status'], string>>;
