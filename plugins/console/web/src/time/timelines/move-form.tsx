import { Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconRoute } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton, notifyUndo, useAction } from '../../shared/action.tsx';
import { type Answer, api } from '../../shared/api.ts';
import { CheckedForm } from '../../shared/checked-form.tsx';
import { onSubmit } from '../../shared/form.tsx';
import { ErrorNote, Notice } from '../../shared/notice.tsx';
import { refresh } from '../../shared/query-client.ts';
import { useText } from '../../shared/text.ts';
import { fromField, toField, useInstants } from '../shared/instants.ts';
import { momentInput } from './event-fields.ts';
import { EventLink } from './event-panel.tsx';
import { type ChangeProps, noPreview, type Preview, TryButtons } from './preview.tsx';
import { useBreaks, useTakeBack } from './taking-back.ts';

type Rescheduled = Answer<'/v1/reschedule', 'post'>;

interface Props extends ChangeProps {
  /** Where it was dragged to, or where it is. */
  readonly to: number;
}

/** Moves an event, and by the delays of causes what must move with it: tried first, then done. */
export function MoveForm({ event, to, timeline, byId, onSelect, onPreview, onClose }: Props) {
  const { t } = useTranslation('time');
  const [time, timeInput] = useText(toField(to));
  const breaksOf = useBreaks(byId);
  const takeBack = useTakeBack(timeline, byId);
  const [tried, setTried] = useState<string>();
  const reschedule = useAction(
    (dryRun: boolean) =>
      api.POST('/v1/reschedule', {
        body: { event_id: event.id, timeline_id: timeline, time: fromField(time) ?? time, dry_run: dryRun },
      }),
    {
      onSettled: () => setTried(time),
      onSuccess: async (answer, dryRun) => {
        if (dryRun) return onPreview(previewOf(answer));
        onPreview(noPreview);
        onClose();
        notifyUndo(t('move.done', { count: answer.moved.length }), () => takeBack(event.id));
        await refresh('time');
      },
    },
  );
  return (
    <CheckedForm onSubmit={onSubmit(() => reschedule.mutate(true))}>
      <Stack gap="sm">
        <Title order={2} size="h3">
          {t('move.title')}
        </Title>
        <Text size="sm">{event.text}</Text>
        <TextInput {...momentInput} required label={t('move.to')} description={t('move.hint')} {...timeInput} />
        <TryButtons trying={reschedule.isPending} onPreview={onPreview} onClose={onClose} />
        <div aria-live="polite">
          <ErrorNote error={reschedule.error} />
          {tried === time && reschedule.data !== undefined && (
            <Stack gap="sm">
              <MoveResult result={reschedule.data} byId={byId} onSelect={onSelect} />
              <ActionButton
                onClick={() => reschedule.mutate(false)}
                disabled={reschedule.data.moved.length === 0}
                ask={breaksOf(reschedule.data)}
              >
                {t('move.make', { count: reschedule.data.moved.length })}
              </ActionButton>
            </Stack>
          )}
        </div>
      </Stack>
    </CheckedForm>
  );
}

function previewOf({ moved, critical_path, conflicts }: Rescheduled): Preview {
  return {
    moves: new Map(moved.map(({ event_id, to }) => [event_id, Date.parse(to)])),
    paths: [{ ids: critical_path, tone: 'accent' }],
    affected: new Set(conflicts.map(({ event_id }) => event_id)),
  };
}

/** What a move brings about: what breaks, what moves to when, and what then decides when the plan ends. */
export function MoveResult(props: Pick<Props, 'byId' | 'onSelect'> & { readonly result: Rescheduled }) {
  const { t } = useTranslation('time');
  const { dateTime, minutes } = useInstants();
  const { moved, conflicts, slack, critical_path } = props.result;
  const slackOf = new Map(slack.map((each) => [each.event_id, each.slack]));
  return (
    <Stack gap="sm" data-testid="move-result">
      {conflicts.map(({ event_id, reason, needed }) => (
        <Notice key={event_id} tone="warn" icon={IconAlertTriangle} title={props.byId.get(event_id)?.text ?? event_id}>
          {t(`conflict.${reason}`)} {t('conflict.needed', { time: dateTime(Date.parse(needed)) })}
        </Notice>
      ))}
      <Text size="sm" fw={600}>
        {t('move.moved', { count: moved.length })}
      </Text>
      {moved.slice(0, 50).map(({ event_id, to }) => (
        <EventLink
          key={event_id}
          id={event_id}
          event={props.byId.get(event_id)}
          icon={<IconArrowRight size={15} aria-hidden />}
          note={[
            `→ ${dateTime(Date.parse(to))}`,
            slackOf.has(event_id) ? t('plan.slackIs', { slack: minutes(slackOf.get(event_id) ?? '') }) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
          onSelect={props.onSelect}
        />
      ))}
      {critical_path.length > 0 && (
        <Text size="sm">
          <IconRoute size={15} aria-hidden />{' '}
          {t('move.critical', { path: critical_path.map((id) => props.byId.get(id)?.text ?? id).join(' → ') })}
        </Text>
      )}
    </Stack>
  );
}
