import { queryOptions } from '@tanstack/react-query';
import { type Answer, api, type Body } from '../shared/api.ts';
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

/** The screen of the note or document that a run made; undefined if there is none. */
export function recordScreenOf({ workflow, result }: Run) {
  if (result === null || result === undefined) return undefined;
  if (workflow === 'audio-note' || workflow === 'chiropractic-grid') return '/clinical/notes/$id';
  return workflow === 'image-analysis' || workflow === 'pdf-summary' ? '/clinical/documents/$id' : undefined;
}

export const schedulesQuery = queryOptions({
  queryKey: ['schedules'],
  queryFn: async () => (await api.GET('/api/v1/schedules')).items,
});

export const workflowsQuery = queryOptions({
  queryKey: ['workflows'],
  queryFn: async () => (await api.GET('/api/v1/workflows')).workflows,
  staleTime: Number.POSITIVE_INFINITY,
});

export type Automation = Answer<'/api/v1/automations'>['items'][number];
export type Definition = Omit<Body<'/api/v1/automations/{name}', 'put'>, 'version'>;
export type Written = Pick<NonNullable<Automation['written']>, 'definition' | 'version'>;
export type Catalog = Answer<'/api/v1/automations/catalog'>;
export type Outlook = Answer<'/api/v1/automations/{name}/outlook', 'post'>;

export const automationsQuery = queryOptions({
  queryKey: ['automations'],
  queryFn: async () => (await api.GET('/api/v1/automations')).items,
});

export const catalogQuery = queryOptions({
  queryKey: ['automation catalog'],
  queryFn: () => api.GET('/api/v1/automations/catalog'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How an automation is written. */
export const writtenAutomation = (name: string) => ({
  put: (definition: Definition, version: number | null) =>
    api.PUT('/api/v1/automations/{name}', { name, body: { ...definition, version } }),
  remove: (version: number) => api.DELETE('/api/v1/automations/{name}', { name, version }),
  shownBy: [automationsQuery.queryKey, schedulesQuery.queryKey],
});
