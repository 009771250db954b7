import { Button, Group } from '@mantine/core';
import { IconTimeline } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../shared/empty.tsx';
import { ErrorNote } from '../../shared/error-note.tsx';
import { importSample } from './import-events.ts';

/** A timeline without events: what one is for, and a sample history to try everything on. */
export function EmptyTimeline({ onSample }: { readonly onSample: (timeline: string) => void }) {
  const { t } = useTranslation('time');
  const load = useMutation({ mutationFn: () => importSample(t('sample.name')), onSuccess: onSample });
  return (
    <Empty icon={IconTimeline} title={t('timeline.empty')} text={t('timeline.emptyText')}>
      <Group justify="center">
        <Button variant="light" loading={load.isPending} onClick={() => load.mutate()}>
          {t('sample.load')}
        </Button>
      </Group>
      {load.error !== null && <ErrorNote error={load.error} />}
    </Empty>
  );
}
