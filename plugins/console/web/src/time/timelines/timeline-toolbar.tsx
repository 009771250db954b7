import { Checkbox, Group, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayChange } from '../../session/may-change.tsx';
import { useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { Dialog, DialogButton } from '../../shared/dialog.tsx';
import { Form } from '../../shared/form.tsx';
import { IconMenu, MenuItem } from '../../shared/menu.tsx';
import { refresh } from '../../shared/query-client.ts';
import { useMarkUnsaved } from '../../shared/unsaved-work.ts';
import { fromField, toField } from '../shared/instants.ts';
import { emptyEvent, momentInput, useEventFields } from './event-fields.ts';
import { factsOf } from './facts.ts';
import { ImportForm } from './import-form.tsx';
import { type Timeline, useTimelineOptions } from './timeline-queries.ts';

const exportFormats = ['ndjson', 'csv', 'ics', 'mspdi'] as const;

/** Which timeline the screen shows, and what adds to it or copies it: a new event, an import, an export. */
export function TimelineToolbar(props: {
  readonly timelines: readonly Timeline[];
  readonly timeline: string;
  readonly onChoose: (timeline: string) => void;
  readonly onRecorded: (id: string) => void;
  /** Undefined unless the timeline is the sample history. */
  readonly onDeleteSample: (() => void) | undefined;
}) {
  const { t } = useTranslation('time');
  const [importing, importer] = useDisclosure();
  const { timeline } = props;
  return (
    <Group gap="xs">
      <Select
        aria-label={t('timeline.which')}
        w={220}
        allowDeselect={false}
        data={useTimelineOptions(props.timelines)}
        value={timeline}
        onChange={(value) => value !== null && props.onChoose(value)}
      />
      <MayChange scope="time">
        <DialogButton text={t('event.new')} icon={IconPlus} size="lg">
          {(close) => (
            <EventForm
              timeline={timeline}
              onRecorded={(id) => {
                close();
                props.onRecorded(id);
              }}
            />
          )}
        </DialogButton>
      </MayChange>
      <IconMenu label={t('timeline.more')} variant="default" size={36} iconSize={18}>
        <MayChange scope="time">
          <MenuItem text={t('import.title')} icon={IconFileImport} onClick={importer.open} />
        </MayChange>
        {exportFormats.map((format) => (
          <MenuItem
            text={t(`export.${format}`)}
            key={format}
            href={`/v1/export-events?format=${format}&timeline_id=${encodeURIComponent(timeline)}`}
            icon={IconDownload}
          />
        ))}
        {props.onDeleteSample !== undefined && (
          <MenuItem text={t('sample.delete')} icon={IconTrash} onClick={props.onDeleteSample} />
        )}
      </IconMenu>
      <Dialog opened={importing} onClose={importer.close} title={t('import.title')}>
        <ImportForm timeline={timeline} />
      </Dialog>
    </Group>
  );
}

/** Records an event. */
function EventForm(props: { readonly timeline: string; readonly onRecorded: (id: string) => void }) {
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
