import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../shared/api.ts';
import type { components } from '../shared/openapi.ts';

export type Run = Answer<'/api/v1/runs/{id}'>;
export type RunStep = components['schemas']['RunStep'];

/** How the state of a run or of a step is shown. */
export const tones = {
  queued: 'neutral',
  waiting: 'neutral',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  skipped: 'neutral',
  cancelled: 'neutral',
} as const satisfies Readonly<Record<Run['status'] | RunStep['status'], string>>;

/** Whether a run can go on from where it ended. */
export const canRetry = ({ status }: Run): boolean => status === 'failed' || status === 'cancelled';
export const hasEnded = (run: Run): boolean => run.status === 'done' || canRetry(run);

export const workflowsQuery = queryOptions({
  queryKey: ['workflows'],
  queryFn: async () => (await api.GET('/api/v1/workflows')).workflows,
  staleTime: Number.POSITIVE_INFINITY,
});
