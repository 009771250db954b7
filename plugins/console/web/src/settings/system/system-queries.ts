import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, read } from '../../shared/api.ts';

export const partsQuery = queryOptions({
  queryKey: ['admin', 'parts'],
  queryFn: () => read(api.GET('/admin/parts')),
  refetchInterval: 15_000,
});

/** The models on the host; asked every second while one is downloaded. */
export const modelsQuery = queryOptions({
  queryKey: ['admin', 'models'],
  queryFn: () => read(api.GET('/admin/models')),
  refetchInterval: ({ state }) =>
    state.data?.items.some(({ status }) => status === 'downloading') === true ? 1000 : false,
});

/** What the audit log is searched for; empty fields match everything. */
export interface AuditFilter {
  readonly record?: string;
  readonly key?: string;
}

export const auditQuery = ({ record, key }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', record, key],
    queryFn: ({ pageParam }) =>
      read(
        api.GET('/admin/audit', {
          params: {
            query: {
              limit: 100,
              ...(record ? { record } : {}),
              ...(key ? { key } : {}),
              ...(pageParam === undefined ? {} : { cursor: pageParam }),
            },
          },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
