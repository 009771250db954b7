import { Button, Checkbox, Group, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { ApiError } from '../../shared/api-error.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useMarkUnsaved } from '../../shared/unsaved-work.ts';
import { fromField, toField } from '../shared/instants.ts';
import { factsOf } from './facts.ts';
import { refreshTime } from './timeline-queries.ts';

/** Records an event. */
export function EventForm(props: { readonly timeline: string; readonly onRecorded: (id: string) => void }) {
  const { t } = useTranslation('time');
  const [fields, setFields] = useState({
    description: '',
    time: toField(Date.now()),
    end: '',
    location: '',
    id: '',
    causes: [] as string[],
    minDelay: '',
    participants: [] as string[],
    requires: '',
    effects: '',
    fixed: false,
  });
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });
  useMarkUnsaved(fields.description !== '');
  const record = useMutation({
    mutationFn: () =>
      read(
        api.POST('/v1/record-event', {
          body: {
            timeline_id: props.timeline,
            description: fields.description,
            time: fromField(fields.time) ?? fields.time,
            location: fields.location,
            fixed: fields.fixed,
            ...(fields.end === '' ? {} : { end_time: fromField(fields.end) ?? fields.end }),
            ...(fields.id === '' ? {} : { event_id: fields.id }),
            causes: fields.causes.map((event_id) =>
              fields.minDelay === '' ? event_id : { event_id, min_delay: fields.minDelay },
            ),
            participants: fields.participants,
            requires: factsOf(fields.requires),
            effects: factsOf(fields.effects),
          },
        }),
      ),
    onSuccess: async ({ event_id }) => {
      await refreshTime();
      props.onRecorded(event_id);
    },
  });
  const about = (field: string) => (record.error instanceof ApiError ? record.error.about(field) : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    record.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          autosize
          required
          data-autofocus
          label={t('event.description')}
          value={fields.description}
          error={about('description')}
          onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        />
        <Group grow align="flex-start">
          <TextInput
            type="datetime-local"
            step={1}
            required
            label={t('event.time')}
            value={fields.time}
            error={about('time')}
            onChange={({ currentTarget }) => set({ time: currentTarget.value })}
          />
          <TextInput
            type="datetime-local"
            step={1}
            label={t('event.end')}
            value={fields.end}
            error={about('end_time')}
            onChange={({ currentTarget }) => set({ end: currentTarget.value })}
          />
        </Group>
        <Group grow align="flex-start">
          <TextInput
            required
            label={t('event.location')}
            value={fields.location}
            error={about('location')}
            onChange={({ currentTarget }) => set({ location: currentTarget.value })}
          />
          <TextInput
            label={t('event.id')}
            placeholder={t('event.idHint')}
            value={fields.id}
            error={about('event_id')}
            onChange={({ currentTarget }) => set({ id: currentTarget.value })}
          />
        </Group>
        <TagsInput
          label={t('event.participants')}
          value={fields.participants}
          error={about('participants')}
          onChange={(participants) => set({ participants })}
        />
        <TagsInput
          label={t('event.causes')}
          description={t('event.causesHint')}
          value={fields.causes}
          error={about('causes')}
          onChange={(causes) => set({ causes })}
        />
        {fields.causes.length > 0 && (
          <TextInput
            label={t('event.minDelay')}
            placeholder="2h"
            value={fields.minDelay}
            onChange={({ currentTarget }) => set({ minDelay: currentTarget.value })}
          />
        )}
        <Group grow align="flex-start">
          <Textarea
            autosize
            label={t('event.requires')}
            description={t('event.factsHint')}
            value={fields.requires}
            error={about('requires')}
            onChange={({ currentTarget }) => set({ requires: currentTarget.value })}
          />
          <Textarea
            autosize
            label={t('event.sets')}
            description={t('event.factsHint')}
            value={fields.effects}
            error={about('effects')}
            onChange={({ currentTarget }) => set({ effects: currentTarget.value })}
          />
        </Group>
        <Checkbox
          label={t('event.fixed')}
          checked={fields.fixed}
          onChange={({ currentTarget }) => set({ fixed: currentTarget.checked })}
        />
        {record.error !== null && <ErrorNote error={record.error} />}
        <Button type="submit" loading={record.isPending}>
          {t('event.record')}
        </Button>
      </Stack>
    </form>
  );
}
