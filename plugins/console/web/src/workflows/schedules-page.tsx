import { TextInput } from '@mantine/core';
import {
  IconCalendarRepeat,
  IconCalendarTime,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { MayChange, useSession } from '../session/session.ts';
import { notify, RowButton } from '../shared/action.tsx';
import { type Answer, api } from '../shared/api.ts';
import { DialogButton, Form, ListPage, useFields } from '../shared/form.tsx';
import { useTexts } from '../shared/i18n.ts';
import { Row, StatusBadge } from '../shared/list.tsx';
import { AutomationForm } from './automation-form.tsx';
import { WrittenButtons } from './automations-page.tsx';
import { automationsQuery, schedulesQuery } from './runs.ts';

const changes = schedulesQuery.queryKey;

/** What starts by itself, and when next. */
export function SchedulesPage() {
  const { t } = useTexts('workflows');
  const query = useQuery({ ...schedulesQuery, refetchInterval: 15_000 });
  const isOperator = useSession().scopes.includes('operator');
  return (
    <ListPage
      title={t('schedules.title')}
      subtitle={t('schedules.subtitle')}
      query={query}
      empty={{ icon: IconCalendarTime, title: t('schedules.empty'), text: t('schedules.emptyText') }}
      {...(isOperator && {
        add: { text: t('schedules.new'), icon: IconPlus, form: <AutomationForm begins="schedule" /> },
      })}
      row={(schedule) => <ScheduleRow key={schedule.name} {...schedule} />}
    />
  );
}

function ScheduleRow(props: Answer<'/api/v1/schedules'>['items'][number]) {
  const { t, dateTime } = useTexts('workflows');
  const isOperator = useSession().scopes.includes('operator');
  const automations = useQuery({ ...automationsQuery, enabled: isOperator && props.plugin === 'automations' });
  const automation = automations.data?.find((each) => each.name === props.name);
  const { name, workflow, cron, timeZone, clock, last, next, paused } = props;
  const times = next.map(dateTime).join(' · ');
  const lastText = last === null ? t('schedules.never') : t('schedules.last', { time: dateTime(last) });
  return (
    <Row
      name={name}
      details={[
        [automation?.actions.join(', ') ?? workflow, cron, timeZone, t(`schedules.${clock}`)].join(' · '),
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
        <DialogButton
          text={t('schedules.backfill')}
          name={t('schedules.backfillName', { name })}
          icon={IconCalendarRepeat}
          small
        >
          <BackfillForm name={name} />
        </DialogButton>
        {automation && <WrittenButtons {...automation} />}
      </MayChange>
    </Row>
  );
}

/** Starts what a schedule starts for its times in a range that lies behind, such as those of a day without power. */
function BackfillForm({ name }: { readonly name: string }) {
  const { t } = useTexts('workflows');
  const [field, send] = useFields(
    { from: '', to: '' },
    ({ from, to }) =>
      api.POST('/api/v1/schedules/{name}/backfill', {
        name,
        body: { from: new Date(from).getTime(), to: new Date(to).getTime() },
      }),
    {
      changes: ['runs'],
      onSuccess: ({ runs }) => notify(t('schedules.backfilled', { count: runs.length })),
    },
  );
  return (
    <Form sending={send} submit={t('schedules.backfill')}>
      <TextInput type="datetime-local" required label={t('schedules.from')} data-autofocus {...field('from')} />
      <TextInput type="datetime-local" required label={t('schedules.to')} {...field('to')} />
    </Form>
  );
}
