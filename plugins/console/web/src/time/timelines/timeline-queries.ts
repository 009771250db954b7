import { queryOptions, useQuery } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { type Answer, ApiError, api } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.ts';
import { type TimelineEvent, toTimelineEvent } from './timeline-event.ts';

export type Timeline = Answer<'/v1/list-timelines'>['timelines'][number];
export type Comparison = Answer<'/v1/compare-timelines'>;
export type Finding = Answer<'/v1/check-paradox'>['findings'][number];
export type Consequence = NonNullable<Answer<'/v1/manipulate-event', 'post'>['consequences']>[number];

/** The timeline that every account has. */
export const primary = 'primary';

export const timelinesQuery = queryOptions({
  queryKey: ['time', 'timelines'],
  queryFn: async () => (await api.GET('/v1/list-timelines')).timelines,
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
        const page = await api.GET('/v1/list-events', { timeline_id: timeline, limit: 1000, cursor }, { signal });
        events.push(...page.events.map(toTimelineEvent));
        cursor = page.next_cursor;
      } while (cursor !== undefined && events.length < mostEvents);
      return events;
    },
    staleTime: 60_000,
  });

export const planQuery = (timeline_id: string) =>
  queryOptions({
    queryKey: ['time', 'plan', timeline_id],
    queryFn: () => api.GET('/v1/critical-path', { timeline_id }),
  });

/** The timelines for a field that chooses one. */
export function useTimelineOptions() {
  const { t } = useTexts('time');
  const { data: timelines = [] } = useQuery(timelinesQuery);
  return timelines.map(({ timeline_id, description }) => ({
    value: timeline_id,
    label: timeline_id === primary ? t('branch.primary') : description || timeline_id,
  }));
}

/** How a change is made. */
export interface Attempt {
  readonly dryRun: boolean;
  readonly safetyCheck: boolean;
}

// The boundary of an error's body: the document describes findings and consequences for the answers that have them.
const Refusal = z.object({
  findings: z.array(z.custom<Finding>()),
  consequences: z.optional(z.array(z.custom<Consequence>())),
  more_consequences: z.optional(z.boolean()),
});

/** What the safety check says of a change that it refused; undefined if the error is another one. */
export function refusalOf(error: unknown): z.output<typeof Refusal> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'paradox-detected') return undefined;
  return Refusal.safeParse(error.body).data;
}

const Conflicts = z.object({
  conflicts: z.array(
    z.object({ event_id: z.nullable(z.string()), on_timeline: z.string(), on_base: z.nullable(z.string()) }),
  ),
});
export type Conflict = z.output<typeof Conflicts>['conflicts'][number];

/** The events that both timelines changed, if that is why a merge was refused. */
export function conflictsOf(error: unknown): readonly Conflict[] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'merge-conflict') return undefined;
  return Conflicts.safeParse(error.body).data?.conflicts;
}
