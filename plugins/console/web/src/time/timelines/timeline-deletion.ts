import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { api, read } from '../../shared/api.ts';
import { refreshTime } from './timeline-queries.ts';

/**
 * Deletes a timeline, while another is shown: what a screen shows is asked anew whenever time changes, and of a deleted
 * timeline there would be nothing to ask.
 */
export function useTimelineDeletion(choose: (timeline: string) => Promise<void>) {
  return useMutation({
    mutationFn: async ({ timeline, parent }: { readonly timeline: string; readonly parent: string }) => {
      await choose(parent);
      await read(api.DELETE('/v1/delete-timeline', { params: { query: { timeline_id: timeline } } }));
    },
    onSuccess: refreshTime,
    onError: async (error, { timeline }) => {
      notifications.show({ color: 'red', message: error.message });
      await choose(timeline);
    },
  });
}
