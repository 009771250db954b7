import { Group, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MayChange } from '../../session/may-change.tsx';
import { Dialog, DialogButton } from '../../shared/dialog.tsx';
import { IconMenu, MenuItem } from '../../shared/menu.tsx';
import { EventForm } from './event-form.tsx';
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
