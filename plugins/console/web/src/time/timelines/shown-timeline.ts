import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, use, useCallback } from 'react';
import { z } from 'zod/mini';
import { notify, notifyError, type Question, useAction, useQuestion } from '../../shared/action.tsx';
import { type Answer, ApiError, api, refresh } from '../../shared/api.ts';
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

type Rescheduled = Answer<'/v1/reschedule', 'post'>;

/** What is asked before a move that breaks something; undefined if it breaks nothing. */
export function useBreaks() {
  const { t, dateTime } = useTexts('time');
  const { byId } = use(Shown);
  return ({ moved, conflicts }: Rescheduled): Question | undefined => {
    if (conflicts.length === 0) return undefined;
    const breaks = conflicts.map(
      ({ event_id, needed }) =>
        `${byId.get(event_id)?.text ?? event_id}: ${t('conflict.needed', { time: dateTime(needed) })}`,
    );
    return {
      title: t('move.breaks', { count: breaks.length }),
      text: `${breaks.join(' ')} ${t('move.breaksText')}`,
      confirm: t('move.anyway', { count: moved.length }),
      color: 'red',
    };
  };
}

/** Takes back the last outcome that an event was given. */
export function useRevert() {
  const { timeline, onSelect } = use(Shown);
  return async (event_id: string) => {
    const { original_event_id } = await api.POST('/v1/revert-event', { body: { event_id, timeline_id: timeline } });
    onSelect(original_event_id);
    await refresh('time');
  };
}

/** Takes back a move that is the last change of an event. It asks first if that breaks something, as a move does. */
export function useTakeBack() {
  const { t } = useTexts('time');
  const { timeline } = use(Shown);
  const breaksOf = useBreaks();
  const ask = useQuestion();
  const takeBack = async (event_id: string) => {
    const revert = (dry_run: boolean) =>
      api.POST('/v1/revert-reschedule', { body: { event_id, timeline_id: timeline, dry_run } });
    const make = async () => {
      const { moved } = await revert(false);
      notify(t('move.back', { count: moved.length }));
      await refresh('time');
    };
    const question = breaksOf(await revert(true));
    if (question === undefined) await make();
    else ask(question, () => void make().catch(notifyError));
  };
  return (event: string) => void takeBack(event).catch(notifyError);
}

/** What the axis shows of a change that is tried, before it is made. */
export interface Preview {
  /** Events that a change affects. */
  readonly affected: ReadonlySet<string>;
  /** Chains of events, such as a witness or the critical path. */
  readonly paths: readonly { readonly ids: readonly string[]; readonly tone: 'bad' | 'accent' }[];
  /** Where events would move to, in milliseconds since 1970. */
  readonly moves: ReadonlyMap<string, number>;
}

export const noPreview: Preview = { affected: new Set(), paths: [], moves: new Map() };

/** Of a form that changes an event: it is tried first. */
export interface ChangeProps {
  readonly event: TimelineEvent;
  readonly onPreview: (preview: Preview) => void;
}
