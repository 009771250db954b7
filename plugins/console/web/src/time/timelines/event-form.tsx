import { Checkbox, Group, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { Form } from '../../shared/form.tsx';
import { refresh } from '../../shared/query-client.ts';
import { useMarkUnsaved } from '../../shared/unsaved-work.ts';
import { fromField, toField } from '../shared/instants.ts';
import { emptyEvent, momentInput, useEventFields } from './event-fields.ts';
import { factsOf } from './facts.ts';

/** Records an event. */
export function EventForm(props: { readonly timeline: string; readonly onRecorded: (id: string) => void }) {
  const { t } = useTranslation('time');
  const { fields, inputsOf } = useEventFields({ ...emptyEvent, time: toField(Date.now()) });
  const [fixed, setFixed] = useState(false);
  useMarkUnsaved(fields.description !== '');
  const { min_delay } = fields;
  const record = useAction(
    () =>
      api.POST('/v1/record-event', {
        body: {
          timeline_id: props.timeline,
          description: fields.description,
          time: fromField(fields.time) ?? fields.time,
          location: fields.location,
          fixed,
          end_time: fromField(fields.end_time) ?? (fields.end_time || undefined),
          event_id: fields.event_id || undefined,
          causes: fields.causes.map((event_id) => (min_delay === '' ? event_id : { event_id, min_delay })),
          participants: [...fields.participants],
          requires: factsOf(fields.requires),
          effects: factsOf(fields.effects),
        },
      }),
    {
      onSuccess: async ({ event_id }) => {
        await refresh('time');
        props.onRecorded(event_id);
      },
    },
  );
  const { text, list } = inputsOf(record.error);
  return (
    <Form sending={record} submit={t('event.record')}>
      <Textarea autosize required data-autofocus {...text('description')} />
      <Group grow align="flex-start">
        <TextInput {...momentInput} required {...text('time')} />
        <TextInput {...momentInput} {...text('end_time')} />
      </Group>
      <Group grow align="flex-start">
        <TextInput required {...text('location')} />
        <TextInput placeholder={t('event.idHint')} {...text('event_id')} />
      </Group>
      <TagsInput {...list('participants')} />
      <TagsInput description={t('event.causesHint')} {...list('causes')} />
      {fields.causes.length > 0 && <TextInput placeholder="2h" {...text('min_delay')} />}
      <Group grow align="flex-start">
        <Textarea autosize description={t('event.factsHint')} {...text('requires')} />
        <Textarea autosize description={t('event.factsHint')} {...text('effects')} />
      </Group>
      <Checkbox
        label={t('event.fixed')}
        checked={fixed}
        onChange={({ currentTarget }) => setFixed(currentTarget.checked)}
      />
    </Form>
  );
}
