import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/**
 * Answers of the API that the page has. A request that did not reach the host is tried twice more. Nothing is ever
 * "paused while offline": loopback works without a network, and a failure must be shown at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && [0, 502, 503].includes(error.status),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

const otherTabs = new BroadcastChannel('chronoscribe-changes');
otherTabs.onmessage = ({ data }: MessageEvent<readonly unknown[]>) =>
  void queryClient.invalidateQueries({ queryKey: data });

/** Has the other tabs ask anew for what this one has changed. */
export function refreshOtherTabs(...queryKey: readonly unknown[]): void {
  otherTabs.postMessage(queryKey);
}

/** Has queries asked anew, here and in the other tabs. */
export function refresh(...queryKey: readonly unknown[]): Promise<void> {
  refreshOtherTabs(...queryKey);
  return queryClient.invalidateQueries({ queryKey });
}
