import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Answers of the API that the page has. A request that did not reach the host is tried twice more. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && [0, 502, 503].includes(error.status),
    },
    // Never "paused while offline": loopback works without a network, and a failure must be shown at once.
    mutations: { networkMode: 'always', retry: false },
  },
});
queryClient.setDefaultOptions({
  ...queryClient.getDefaultOptions(),
  queries: { ...queryClient.getDefaultOptions().queries, networkMode: 'always' },
});
