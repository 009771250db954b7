import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../shared/answer.ts';
import { api, read } from '../../shared/api.ts';

/** What a person looks for; empty fields look for everything. */
export interface RecordSearch {
  readonly q?: string | undefined;
  readonly form?: string | undefined;
  /** A day, `2026-11-23`: records created on it or later. */
  readonly from?: string | undefined;
}

type Status = 'draft' | 'signed' | 'amended';

/** Records of one state, newest first, page by page. */
export const recordsQuery = (status: Status, { q, form, from }: RecordSearch) =>
  infiniteQueryOptions({
    queryKey: ['records', status, q, form, from],
    queryFn: ({ pageParam }) =>
      read(
        api.GET('/api/v1/records', {
          params: {
            query: {
              status,
              limit: 30,
              ...(q ? { q } : {}),
              ...(form ? { form } : {}),
              ...(from ? { from: new Date(`${from}T00:00`).getTime() } : {}),
              ...(pageParam === undefined ? {} : { cursor: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: 30_000,
  });

/** The workflows that make a record. Runs of others are listed under Workflows. */
const recordWorkflows: readonly string[] = ['audio-note', 'chiropractic-grid', 'image-analysis', 'pdf-summary'];

const runsWith = async (status: 'queued' | 'running' | 'failed') => {
  const { items } = await read(api.GET('/api/v1/runs', { params: { query: { status } } }));
  return items.filter(({ workflow }) => recordWorkflows.includes(workflow));
};

/** Runs that wait or work; asked every two seconds while there are some. */
export const workingQuery = queryOptions({
  queryKey: ['runs', 'working'],
  queryFn: async () => (await Promise.all([runsWith('running'), runsWith('queued')])).flat(),
  refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? 2000 : 10_000),
});

export const failedQuery = queryOptions({
  queryKey: ['runs', 'failed'],
  queryFn: () => runsWith('failed'),
  refetchInterval: 30_000,
});

/** Recordings that are no records yet. */
export const recordingsQuery = queryOptions({
  queryKey: ['recordings'],
  queryFn: () => read(api.GET('/api/v1/transcripts/live')),
  refetchInterval: 10_000,
});

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['runs', id],
    queryFn: () => read(api.GET('/api/v1/runs/{id}', { params: { path: { id } } })),
    refetchInterval: 2000,
  });

/** The steps of the last runs of a workflow that are done. They never change, so each is asked for once. */
export const earlierRunsQuery = (workflow: string) =>
  queryOptions({
    queryKey: ['runs', 'earlier', workflow],
    queryFn: async ({ client }) => {
      const query = { workflow, status: 'done', limit: 5 } as const;
      const { items } = await read(api.GET('/api/v1/runs', { params: { query } }));
      const runs = items.map(({ id }) =>
        client.fetchQuery({
          queryKey: ['run that is done', id],
          queryFn: () => read(api.GET('/api/v1/runs/{id}', { params: { path: { id } } })),
          staleTime: Number.POSITIVE_INFINITY,
        }),
      );
      return (await Promise.all(runs)).map(({ steps }) => steps);
    },
    staleTime: 60_000,
  });

export type ListedRecord = Answer<'/api/v1/records'>['items'][number];
export type ListedRun = Answer<'/api/v1/runs'>['items'][number];
export type Recording = Answer<'/api/v1/transcripts/live'>['items'][number];
