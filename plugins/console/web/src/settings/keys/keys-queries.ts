import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../shared/answer.ts';
import { api, read } from '../../shared/api.ts';

export const keysQuery = infiniteQueryOptions({
  queryKey: ['admin', 'keys'],
  queryFn: ({ pageParam }) =>
    read(api.GET('/admin/keys', { params: { query: pageParam === undefined ? {} : { cursor: pageParam } } })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
});

/** The first accounts of the installation; a practice seldom has more than one. */
export const accountsQuery = queryOptions({
  queryKey: ['admin', 'accounts'],
  queryFn: () => read(api.GET('/admin/accounts')),
});

export type ListedKey = Answer<'/admin/keys'>['keys'][number];
