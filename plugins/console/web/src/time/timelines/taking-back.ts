import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { notify, notifyError, type Question, useQuestion } from '../../shared/action.tsx';
import { type Answer, api } from '../../shared/api.ts';
import { refresh } from '../../shared/query-client.ts';
import { useInstants } from '../shared/instants.ts';
import { Shown } from './shown-timeline.ts';

type Rescheduled = Answer<'/v1/reschedule', 'post'>;

/** What is asked before a move that breaks something; undefined if it breaks nothing. */
export function useBreaks() {
  const { t } = useTranslation('time');
  const { byId } = use(Shown);
  const { dateTime } = useInstants();
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
  const { t } = useTranslation('time');
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
