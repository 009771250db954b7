import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Answer, api, refresh } from '../../shared/api.ts';
import { i18n } from '../../shared/i18n.ts';
import { pagesOf } from '../../shared/list.tsx';

/** What a person looks for; empty fields look for everything. */
export interface RecordSearch {
  readonly q?: string | undefined;
  readonly form?: string | undefined;
  /** A day, `2026-11-23`: records created on it or later. */
  readonly from?: string | undefined;
}

type Status = 'draft' | 'signed' | 'amended';

/** Records of one state, newest first, page by page. */
export const recordsQuery = (status: Status, { q, form, from: day }: RecordSearch) => {
  const from = day === undefined ? undefined : new Date(`${day}T00:00`).getTime();
  return {
    ...pagesOf(
      ['records', status, q, form, day],
      (cursor) => api.GET('/api/v1/records', { status, limit: 50, q, form, from, cursor }),
      ({ items }) => items,
    ),
    refetchInterval: 30_000,
  };
};

/** Whether the host searches what records say, or names alone. */
export const searchedQuery = queryOptions({
  queryKey: ['records', 'searched'],
  queryFn: async () => (await api.GET('/api/v1/records', { limit: 1 })).searched,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The workflows that make a record. Runs of others are listed under Workflows. */
const recordWorkflows: readonly string[] = ['audio-note', 'chiropractic-grid', 'image-analysis', 'pdf-summary'];

const runsWith = async (status: 'queued' | 'running' | 'failed') => {
  const { items } = await api.GET('/api/v1/runs', { status });
  return items.filter(({ workflow }) => recordWorkflows.includes(workflow));
};

/** Runs that wait or work; asked every two seconds while there are some. */
const workingQuery = queryOptions({
  queryKey: ['runs', 'working'],
  queryFn: async () => (await Promise.all([runsWith('running'), runsWith('queued')])).flat(),
  refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? 2000 : 10_000),
});

/** Runs that wait or work. What ended has become a record or a document, or has failed: those are asked for anew. */
export function useRunsAtWork(): readonly ListedRun[] {
  const { data: runs = [] } = useQuery(workingQuery);
  const atWork = runs.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each that begins or ends changes the lists
  useEffect(() => {
    for (const key of [['records'], ['documents'], failedQuery.queryKey]) void refresh(...key);
  }, [atWork]);
  return runs;
}

export const failedQuery = queryOptions({
  queryKey: ['runs', 'failed'],
  queryFn: async () => {
    const runs = await runsWith('failed');
    if (runs.length > 0) await i18n.loadNamespaces('problems');
    return runs;
  },
  refetchInterval: 30_000,
});

/** Recordings that are no records yet. */
export const recordingsQuery = queryOptions({
  queryKey: ['recordings'],
  queryFn: () => api.GET('/api/v1/transcripts/live'),
  refetchInterval: 10_000,
});

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: ['runs', id],
    queryFn: () => api.GET('/api/v1/runs/{id}', { id }),
    refetchInterval: 2000,
  });

/** The steps of the last runs of a workflow that are done. They never change, so each is asked for once. */
export const earlierRunsQuery = (workflow: string) =>
  queryOptions({
    queryKey: ['runs', 'earlier', workflow],
    queryFn: async ({ client }) => {
      const { items } = await api.GET('/api/v1/runs', { workflow, status: 'done', limit: 5 });
      const runs = items.map(({ id }) =>
        client.fetchQuery({
          queryKey: ['run that is done', id],
          queryFn: () => api.GET('/api/v1/runs/{id}', { id }),
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
