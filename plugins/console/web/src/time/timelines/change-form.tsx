import { Button, Checkbox, Stack, TagsInput, Textarea, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError, notifyUndo, useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { CheckedForm } from '../../shared/checked-form.tsx';
import { onSubmit } from '../../shared/form.tsx';
import { ErrorNote, Notice } from '../../shared/notice.tsx';
import { refresh } from '../../shared/query-client.ts';
import { useMarkUnsaved } from '../../shared/unsaved-work.ts';
import { fromField, toField } from '../shared/instants.ts';
import { CheckResult } from './check-result.tsx';
import { emptyEvent, momentInput, useEventFields } from './event-fields.ts';
import { factsOf, factsText } from './facts.ts';
import { type ChangeProps, noPreview, TryButtons } from './preview.tsx';
import { type Attempt, refusalOf } from './refusal.ts';
import type { Consequence, Finding } from './timeline-queries.ts';
import { witnessEvents } from './witness.tsx';

/** Gives an event a new outcome: tried first, which shows what it would bring about, and then made. */
export function ChangeForm({ event, timeline, byId, onSelect, onPreview, onClose }: ChangeProps) {
  const { t } = useTranslation('time');
  const first = {
    ...emptyEvent,
    description: event.api.description,
    time: toField(event.start),
    location: event.location,
    causes: [...event.causes],
    effects: factsText(event.api.effects),
  };
  const { fields, inputsOf } = useEventFields(first);
  const [keepEffects, setKeepEffects] = useState(false);
  const [tried, setTried] = useState<string>();
  const input = JSON.stringify([fields, keepEffects]);
  useMarkUnsaved(JSON.stringify(fields) !== JSON.stringify(first));

  const takeBack = async (id: string) => {
    const { original_event_id } = await api.POST('/v1/revert-event', { body: { event_id: id, timeline_id: timeline } });
    onSelect(original_event_id);
    await refresh('time');
  };
  const manipulate = useAction(
    ({ dryRun, safetyCheck }: Attempt) =>
      api.POST('/v1/manipulate-event', {
        body: {
          event_id: event.id,
          timeline_id: timeline,
          dry_run: dryRun,
          safety_check: safetyCheck,
          keep_effects: keepEffects,
          new_outcome: {
            description: fields.description,
            changes: [],
            ...(fields.time === first.time ? {} : { time: fromField(fields.time) ?? fields.time }),
            ...(fields.location === first.location ? {} : { location: fields.location }),
            ...(fields.causes.join('\n') === first.causes.join('\n') ? {} : { causes: [...fields.causes] }),
            ...(fields.effects === first.effects ? {} : { effects: factsOf(fields.effects) }),
          },
        },
      }),
    {
      onSuccess: async (answer, { dryRun }) => {
        if (dryRun) return show(answer.findings ?? [], answer.consequences ?? []);
        onPreview(noPreview);
        onSelect(answer.new_event_id);
        onClose();
        notifyUndo(t('change.done'), () => void takeBack(answer.new_event_id).catch(notifyError));
        await refresh('time');
      },
      onError: (error) => {
        const refusal = refusalOf(error);
        if (refusal !== undefined) show(refusal.findings, refusal.consequences ?? []);
      },
      onSettled: () => setTried(input),
    },
  );
  const show = (findings: readonly Finding[], consequences: readonly Consequence[]) =>
    onPreview({
      affected: new Set(consequences.map(({ event_id }) => event_id)),
      paths: findings.map(({ witness }) => ({ ids: witnessEvents(witness, byId), tone: 'bad' as const })),
      moves: fields.time === first.time ? new Map() : new Map([[event.id, Date.parse(`${fields.time}Z`)]]),
    });

  const isTried = tried === input;
  const refusal = isTried ? refusalOf(manipulate.error) : undefined;
  const { text, list } = inputsOf(manipulate.error, 'new_outcome.');
  return (
    <CheckedForm onSubmit={onSubmit(() => manipulate.mutate({ dryRun: true, safetyCheck: true }))}>
      <Stack gap="sm">
        <Title order={2} size="h3">
          {t('change.title')}
        </Title>
        <Textarea autosize minRows={2} data-autofocus {...text('description')} />
        <TextInput {...momentInput} required {...text('time')} />
        <TextInput {...text('location')} />
        <TagsInput description={t('event.causesHint')} {...list('causes')} />
        <Textarea autosize description={t('event.factsHint')} {...text('effects')} />
        <Checkbox
          label={t('change.keepEffects')}
          checked={keepEffects}
          onChange={({ currentTarget }) => setKeepEffects(currentTarget.checked)}
        />
        <TryButtons trying={manipulate.isPending} onPreview={onPreview} onClose={onClose} />
        <div aria-live="polite">
          {isTried && refusal !== undefined && (
            <Stack gap="sm">
              <Notice tone="bad" icon={IconAlertTriangle} title={t('change.refused')}>
                {t('change.refusedText')}
              </Notice>
              <CheckResult of={refusal} byId={byId} onSelect={onSelect} />
              <Button
                color="red"
                variant="light"
                onClick={() => manipulate.mutate({ dryRun: false, safetyCheck: false })}
              >
                {t('change.force')}
              </Button>
            </Stack>
          )}
          {isTried && refusal === undefined && <ErrorNote error={manipulate.error} />}
          {isTried && manipulate.data !== undefined && manipulate.error === null && (
            <Stack gap="sm">
              <CheckResult of={manipulate.data} byId={byId} onSelect={onSelect} />
              <Button onClick={() => manipulate.mutate({ dryRun: false, safetyCheck: true })}>
                {t('change.make')}
              </Button>
            </Stack>
          )}
        </div>
      </Stack>
    </CheckedForm>
  );
}
