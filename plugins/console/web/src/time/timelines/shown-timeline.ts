import { useNavigate, useSearch } from '@tanstack/react-router';
import { createContext, use, useCallback } from 'react';
import { notify, notifyError, type Question, useAction, useQuestion } from '../../shared/action.tsx';
import { type Answer, api, refresh } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.ts';
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
