import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, useCallback } from 'react';
import { notifyError, useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { refresh } from '../../shared/query-client.ts';
import type { TimelineEvent } from './timeline-event.ts';
import { primary } from './timeline-queries.ts';

/** What is chosen on the screen. All of it is in the address, so that a link shows the same. */
export function useChosen() {
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/time/timelines' });
  const go = useCallback(
    (change: Partial<typeof search>, replace = false) =>
      navigate({ to: '/time/timelines', search: (before: typeof search) => ({ ...before, ...change }), replace }),
    [navigate],
  );
  const choose = (timeline: string) => go({ timeline, event: undefined });
  return { ...search, timeline: search.timeline ?? primary, go, choose };
}

/** The timeline whose events are shown, these by their ids, and what shows one of them. */
export const Shown = createContext({
  timeline: primary,
  byId: new Map() as ReadonlyMap<string, TimelineEvent>,
  onSelect: (_id: string): void => undefined,
});

/**
 * Deletes a timeline, while another is shown: what a screen shows is asked anew whenever time changes, and of a deleted
 * timeline there would be nothing to ask.
 */
export function useTimelineDeletion() {
  const { choose } = useChosen();
  return useAction(
    async ({ timeline, parent }: { readonly timeline: string; readonly parent: string }) => {
      await choose(parent);
      await api.DELETE('/v1/delete-timeline', { timeline_id: timeline });
    },
    {
      onSuccess: () => refresh('time'),
      onError: async (error, { timeline }) => {
        notifyError(error);
        await choose(timeline);
      },
    },
  );
}
