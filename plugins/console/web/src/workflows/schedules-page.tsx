import { IconCalendarTime, IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MayChange } from '../session/may-change.tsx';
import { notify, RowButton } from '../shared/action.tsx';
import { type Answer, api } from '../shared/api.ts';
import { useFormat } from '../shared/format.ts';
import { ListPage, Row } from '../shared/list.tsx';
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
    <ListPage
      title={t('schedules.title')}
      subtitle={t('schedules.subtitle')}
      query={query}
      empty={{ icon: IconCalendarTime, title: t('schedules.empty'), text: t('schedules.emptyText') }}
      row={(schedule) => <ScheduleRow key={schedule.name} {...schedule} />}
    />
  );
}

function ScheduleRow(props: Answer<'/api/v1/schedules'>['items'][number]) {
  const { t } = useTranslation('workflows');
  const { dateTime } = useFormat();
  const { name, workflow, cron, timeZone, clock, last, next, paused } = props;
  const times = next.map(dateTime).join(' · ');
  const lastText = last === null ? t('schedules.never') : t('schedules.last', { time: dateTime(last) });
  return (
    <Row
      name={name}
      details={[
        [workflow, cron, timeZone, t(`schedules.${clock}`)].join(' · '),
        times === '' ? lastText : `${lastText} · ${t('schedules.next', { times })}`,
      ]}
    >
      {paused && <StatusBadge tone="warn">{t('schedules.paused')}</StatusBadge>}
      <MayChange scope="clinical">
        <RowButton
          text={t(paused ? 'schedules.resume' : 'schedules.pause')}
          name={t(paused ? 'schedules.resumeName' : 'schedules.pauseName', { name })}
          icon={paused ? IconPlayerPlay : IconPlayerPause}
          action={() =>
            paused
              ? api.POST('/api/v1/schedules/{name}/resume', { name })
              : api.POST('/api/v1/schedules/{name}/pause', { name })
          }
          changes={changes}
        />
        <RowButton
          text={t('schedules.run')}
          name={t('schedules.runName', { name })}
          variant="light"
          icon={IconPlayerSkipForward}
          action={async () => {
            await api.POST('/api/v1/schedules/{name}/run', { name });
            notify(t('schedules.started', { name }));
          }}
          changes={changes}
        />
      </MayChange>
    </Row>
  );
}
