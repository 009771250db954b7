import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../shared/answer.ts';
import { api, read } from '../../shared/api.ts';
import { queryClient } from '../../shared/query-client.ts';
import { type TimelineEvent, toTimelineEvent } from './timeline-event.ts';

export type Timeline = Answer<'/v1/list-timelines'>['timelines'][number];
export type Comparison = Answer<'/v1/compare-timelines'>;
export type Check = Answer<'/v1/check-paradox'>;
export type Finding = Check['findings'][number];
export type Manipulated = Answer<'/v1/manipulate-event', 'post'>;
export type Consequence = NonNullable<Manipulated['consequences']>[number];
export type Rescheduled = Answer<'/v1/reschedule', 'post'>;

/** The timeline that every account has. */
export const primary = 'primary';

export const timelinesQuery = queryOptions({
  queryKey: ['time', 'timelines'],
  queryFn: async () => (await read(api.GET('/v1/list-timelines'))).timelines,
});

/** The screens show the first events of a timeline, up to this number. */
export const mostEvents = 50_000;

/** The events of a timeline, by time, up to `mostEvents`. */
export const eventsQuery = (timeline: string) =>
  queryOptions({
    queryKey: ['time', 'events', timeline],
    queryFn: async ({ signal }): Promise<readonly TimelineEvent[]> => {
      const events: TimelineEvent[] = [];
      let cursor: string | undefined;
      do {
        const query = { timeline_id: timeline, limit: 1000, ...(cursor === undefined ? {} : { cursor }) };
        const page = await read(api.GET('/v1/list-events', { params: { query }, signal }));
        events.push(...page.events.map(toTimelineEvent));
        cursor = page.next_cursor;
      } while (cursor !== undefined && events.length < mostEvents);
      return events;
    },
    staleTime: 60_000,
  });

export const historyQuery = (event_id: string) =>
  queryOptions({
    queryKey: ['time', 'history', event_id],
    queryFn: async () => (await read(api.GET('/v1/event-history', { params: { query: { event_id } } }))).versions,
  });

export const planQuery = (timeline_id: string) =>
  queryOptions({
    queryKey: ['time', 'plan', timeline_id],
    queryFn: () => read(api.GET('/v1/critical-path', { params: { query: { timeline_id } } })),
  });

export const checkQuery = (timeline_id: string) =>
  queryOptions({
    queryKey: ['time', 'check', timeline_id],
    queryFn: () => read(api.GET('/v1/check-paradox', { params: { query: { timeline_id } } })),
  });

export const comparisonQuery = (timeline_id: string, other_timeline_id: string) =>
  queryOptions({
    queryKey: ['time', 'comparison', timeline_id, other_timeline_id],
    queryFn: () => read(api.GET('/v1/compare-timelines', { params: { query: { timeline_id, other_timeline_id } } })),
  });

/** After a change of a timeline: everything that the screens know of time is asked anew. */
export function refreshTime(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['time'] });
}
