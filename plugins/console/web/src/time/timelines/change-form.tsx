import { Checkbox, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { use } from 'react';
import { ActionButton, notifyError, notifyUndo } from '../../shared/action.tsx';
import { api, refresh } from '../../shared/api.ts';
import { Form } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { Notice } from '../../shared/page.tsx';
import { toField } from '../shared/instants.ts';
import { CheckResult, witnessEvents } from './check-result.tsx';
import { EventPicker, momentInput, typedMoment, useEventFields } from './event-fields.tsx';
import { factsOf, factsText } from './facts.ts';
import {
  type Attempt,
  type ChangeProps,
  type Consequence,
  type Finding,
  refusalOf,
  Shown,
  useRevert,
} from './shown-timeline.ts';

/** Gives an event a new outcome: tried first, which shows what it would bring about, and then made. */
export function ChangeForm({ event, onPreview }: ChangeProps) {
  const { t } = useTexts('time');
  const { timeline, byId, onSelect } = use(Shown);
  const { id } = event;
  const first = {
    description: event.api.description,
    time: toField(event.start),
    location: event.location,
    causes: [...event.causes],
    effects: factsText(event.api.effects),
    keepEffects: false,
  };
  const takeBack = useRevert();
  const [field, manipulate, { values, box }] = useEventFields(
    first,
    ({ description, time, location, causes, effects, keepEffects }, { dryRun, safetyCheck }: Attempt) =>
      api.POST('/v1/manipulate-event', {
        body: {
          ...{ event_id: id, timeline_id: timeline, keep_effects: keepEffects },
          ...{ dry_run: dryRun, safety_check: safetyCheck },
          new_outcome: {
            ...{ description, changes: [] },
            ...(time !== first.time && { time: typedMoment(time) }),
            ...(location !== first.location && { location }),
            ...(causes.join('\n') !== first.causes.join('\n') && { causes }),
            ...(effects !== first.effects && { effects: factsOf(effects) }),
          },
        },
      }),
    {
      prefix: 'new_outcome.',
      stays: ({ dryRun }) => dryRun,
      onSuccess: async ({ findings = [], consequences = [], new_event_id }, { dryRun }) => {
        if (dryRun) return show(findings, consequences);
        onSelect(new_event_id);
        notifyUndo(t('change.done'), () => void takeBack(new_event_id).catch(notifyError));
        await refresh('time');
      },
      onError: (error) => {
        const refused = refusalOf(error);
        if (refused !== undefined) show(refused.findings, refused.consequences ?? []);
      },
    },
  );
  const show = (findings: readonly Finding[], consequences: readonly Consequence[]): void =>
    onPreview({
      affected: new Set(consequences.map(({ event_id }) => event_id)),
      paths: findings.map(({ witness }) => ({ ids: witnessEvents(witness, byId), tone: 'bad' as const })),
      moves: values.time === first.time ? new Map() : new Map([[id, Date.parse(`${values.time}Z`)]]),
    });
  const refusal = refusalOf(manipulate.error);
  const result = manipulate.isSent ? (refusal ?? manipulate.data) : undefined;
  const send = (attempt: Attempt) => () => manipulate.mutate(attempt);
  return (
    <Form
      sending={{ ...manipulate, mutate: send({ dryRun: true, safetyCheck: true }) }}
      submit={t('change.try')}
      showsError={refusal !== undefined}
      result={
        result !== undefined && (
          <Stack gap="sm">
            {refusal !== undefined && (
              <Notice tone="bad" icon={IconAlertTriangle} title={t('change.refused')}>
                {t('change.refusedText')}
              </Notice>
            )}
            <CheckResult of={result} />
            {refusal === undefined ? (
              <ActionButton onClick={send({ dryRun: false, safetyCheck: true })}>{t('change.make')}</ActionButton>
            ) : (
              <ActionButton color="red" variant="light" onClick={send({ dryRun: false, safetyCheck: false })}>
                {t('change.force')}
              </ActionButton>
            )}
          </Stack>
        )
      }
    >
      <Title order={2} size="h3">
        {t('change.title')}
      </Title>
      <Textarea data-autofocus {...field('description')} />
      <TextInput {...momentInput} required {...field('time')} />
      <TextInput {...field('location')} />
      <EventPicker description={t('event.causesHint')} {...field('causes')} />
      <Textarea description={t('event.factsHint')} {...field('effects')} />
      <Checkbox label={t('change.keepEffects')} {...box('keepEffects')} />
    </Form>
  );
}
