import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCalendarTime, IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { Empty } from '../../shared/empty.tsx';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useFormat } from '../../shared/format.ts';
import { Page } from '../../shared/page.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import rows from '../../shared/rows.module.css';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { type Schedule, schedulesQuery } from '../workflow-queries.ts';

/** What starts by itself, and when next. */
export function SchedulesPage() {
  const { t } = useTranslation('workflows');
  const query = useQuery(schedulesQuery);
  return (
    <Page title={t('schedules.title')} subtitle={t('schedules.subtitle')}>
      <QueryState query={query}>
        {(schedules) =>
          schedules.length === 0 ? (
            <Empty icon={IconCalendarTime} title={t('schedules.empty')} text={t('schedules.emptyText')} />
          ) : (
            <ul className={rows.list}>
              {schedules.map((schedule) => (
                <ScheduleRow key={schedule.name} schedule={schedule} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </Page>
  );
}

function ScheduleRow({ schedule }: { readonly schedule: Schedule }) {
  const { t } = useTranslation('workflows');
  const { dateTime } = useFormat();
  const queryClient = useQueryClient();
  const path = { params: { path: { name: schedule.name } } };
  const settled = { onSettled: () => queryClient.invalidateQueries({ queryKey: schedulesQuery.queryKey }) };
  const turn = useMutation({
    mutationFn: () =>
      read(
        schedule.paused
          ? api.POST('/api/v1/schedules/{name}/resume', path)
          : api.POST('/api/v1/schedules/{name}/pause', path),
      ),
    ...settled,
  });
  const run = useMutation({
    mutationFn: () => read(api.POST('/api/v1/schedules/{name}/run', path)),
    onSuccess: () => notifications.show({ message: t('schedules.started', { name: schedule.name }) }),
    ...settled,
  });
  const error = turn.error ?? run.error;
  const times = schedule.next.map(dateTime).join(' · ');
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <div className={rows.name}>{schedule.name}</div>
        <div className={rows.details}>
          {schedule.workflow} · {schedule.cron} · {schedule.timeZone} · {t(`schedules.${schedule.clock}`)}
        </div>
        <div className={rows.details}>
          {schedule.last === null ? t('schedules.never') : t('schedules.last', { time: dateTime(schedule.last) })}
          {times !== '' && ` · ${t('schedules.next', { times })}`}
        </div>
        {error !== null && <ErrorNote error={error} />}
      </div>
      {schedule.paused && <StatusBadge tone="warn">{t('schedules.paused')}</StatusBadge>}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={
            schedule.paused ? <IconPlayerPlay size={15} aria-hidden /> : <IconPlayerPause size={15} aria-hidden />
          }
          aria-label={t(schedule.paused ? 'schedules.resumeName' : 'schedules.pauseName', { name: schedule.name })}
          loading={turn.isPending}
          onClick={() => turn.mutate()}
        >
          {t(schedule.paused ? 'schedules.resume' : 'schedules.pause')}
        </Button>
        <Button
          size="xs"
          variant="light"
          leftSection={<IconPlayerSkipForward size={15} aria-hidden />}
          aria-label={t('schedules.runName', { name: schedule.name })}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          {t('schedules.run')}
        </Button>
      </Group>
    </li>
  );
}
