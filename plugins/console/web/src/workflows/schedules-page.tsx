import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCalendarTime, IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MayChange } from '../session/may-change.tsx';
import { ActionButton, useAction } from '../shared/action.tsx';
import { type Answer, api } from '../shared/api.ts';
import { useFormat } from '../shared/format.ts';
import { QueryList, Row } from '../shared/list.tsx';
import { Page } from '../shared/page.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';

const changes = ['schedules'];

/** What starts by itself, and when next. */
export function SchedulesPage() {
  const { t } = useTranslation('workflows');
  const query = useQuery({
    queryKey: changes,
    queryFn: async () => (await api.GET('/api/v1/schedules')).items,
    refetchInterval: 15_000,
  });
  return (
    <Page title={t('schedules.title')} subtitle={t('schedules.subtitle')}>
      <QueryList
        query={query}
        empty={{ icon: IconCalendarTime, title: t('schedules.empty'), text: t('schedules.emptyText') }}
        row={(schedule) => <ScheduleRow key={schedule.name} {...schedule} />}
      />
    </Page>
  );
}

function ScheduleRow(props: Answer<'/api/v1/schedules'>['items'][number]) {
  const { t } = useTranslation('workflows');
  const { dateTime } = useFormat();
  const { name, workflow, cron, timeZone, clock, last, next, paused } = props;
  const turn = useAction(
    () =>
      paused
        ? api.POST('/api/v1/schedules/{name}/resume', { name })
        : api.POST('/api/v1/schedules/{name}/pause', { name }),
    { changes },
  );
  const run = useAction(() => api.POST('/api/v1/schedules/{name}/run', { name }), {
    changes,
    onSuccess: () => notifications.show({ message: t('schedules.started', { name }) }),
  });
  const times = next.map(dateTime).join(' · ');
  const lastText = last === null ? t('schedules.never') : t('schedules.last', { time: dateTime(last) });
  return (
    <Row
      name={name}
      details={[
        [workflow, cron, timeZone, t(`schedules.${clock}`)].join(' · '),
        times === '' ? lastText : `${lastText} · ${t('schedules.next', { times })}`,
      ]}
      errors={[turn.error ?? run.error]}
    >
      {paused && <StatusBadge tone="warn">{t('schedules.paused')}</StatusBadge>}
      <MayChange scope="clinical">
        <Group gap="xs">
          <ActionButton
            size="xs"
            variant="default"
            icon={paused ? IconPlayerPlay : IconPlayerPause}
            aria-label={t(paused ? 'schedules.resumeName' : 'schedules.pauseName', { name })}
            action={turn}
          >
            {t(paused ? 'schedules.resume' : 'schedules.pause')}
          </ActionButton>
          <ActionButton
            size="xs"
            variant="light"
            icon={IconPlayerSkipForward}
            aria-label={t('schedules.runName', { name })}
            action={run}
          >
            {t('schedules.run')}
          </ActionButton>
        </Group>
      </MayChange>
    </Row>
  );
}
