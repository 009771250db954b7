import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../shared/answer.ts';
import { api, read } from '../shared/api.ts';
import type { components } from '../shared/openapi.ts';

export type ListedRun = Answer<'/api/v1/runs'>['items'][number];
export type Run = Answer<'/api/v1/runs/{id}'>;
export type RunStep = components['schemas']['RunStep'];
export type WorkflowOnHost = Answer<'/api/v1/workflows'>['workflows'][number];
export type Schedule = Answer<'/api/v1/schedules'>['items'][number];
export type Automation = Answer<'/api/v1/automations'>['items'][number];

export const runStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

/** What runs are looked for; empty fields match all. */
export interface RunFilter {
  readonly workflow?: string | undefined;
  readonly status?: string | undefined;
}

/** Runs, newest first, page by page; asked again every three seconds, since runs change by themselves. */
export const runsQuery = ({ workflow, status }: RunFilter) =>
  infiniteQueryOptions({
    queryKey: ['runs', 'list', workflow, status],
    queryFn: ({ pageParam }) => {
      const chosen = runStatuses.find((each) => each === status);
      return read(
        api.GET('/api/v1/runs', {
          params: {
            query: {
              ...(workflow ? { workflow } : {}),
              ...(chosen === undefined ? {} : { status: chosen }),
              ...(pageParam === undefined ? {} : { cursor: pageParam }),
            },
          },
        }),
      );
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: 3000,
  });

/** A run, asked every second until it has ended. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['runs', 'one', id],
    queryFn: () => read(api.GET('/api/v1/runs/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data !== undefined && hasEnded(state.data.status) ? false : 1000),
  });

export function hasEnded(status: RunStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled';
}

export const workflowsQuery = queryOptions({
  queryKey: ['workflows'],
  queryFn: async () => (await read(api.GET('/api/v1/workflows'))).workflows,
  staleTime: Number.POSITIVE_INFINITY,
});

export const schedulesQuery = queryOptions({
  queryKey: ['schedules'],
  queryFn: async () => (await read(api.GET('/api/v1/schedules'))).items,
  refetchInterval: 15_000,
});

export const automationsQuery = queryOptions({
  queryKey: ['automations'],
  queryFn: async () => (await read(api.GET('/api/v1/automations'))).items,
  refetchInterval: 15_000,
});
