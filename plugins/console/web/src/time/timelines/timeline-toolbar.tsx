import { Button, Group, Menu, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconDownload, IconFileImport, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MayChange } from '../../session/may-change.tsx';
import { Dialog, DialogButton } from '../../shared/dialog.tsx';
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
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px="xs" aria-label={t('timeline.more')}>
            <IconDots size={18} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <MayChange scope="time">
            <Menu.Item leftSection={<IconFileImport size={16} aria-hidden />} onClick={importer.open}>
              {t('import.title')}
            </Menu.Item>
          </MayChange>
          {exportFormats.map((format) => (
            <Menu.Item
              key={format}
              component="a"
              download
              href={`/v1/export-events?format=${format}&timeline_id=${encodeURIComponent(timeline)}`}
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t(`export.${format}`)}
            </Menu.Item>
          ))}
          {props.onDeleteSample !== undefined && (
            <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={props.onDeleteSample}>
              {t('sample.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={importing} onClose={importer.close} title={t('import.title')}>
        <ImportForm timeline={timeline} />
      </Dialog>
    </Group>
  );
}
