import { Group, Stack, Table } from '@mantine/core';
import { IconRoute, IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { MayChange } from '../../session/may-change.tsx';
import { DialogButton } from '../../shared/dialog.tsx';
import { Dimmed } from '../../shared/dimmed.tsx';
import { QueryState } from '../../shared/list.tsx';
import { Empty } from '../../shared/notice.tsx';
import { useInstants } from '../shared/instants.ts';
import { Calendars } from './calendars.tsx';
import { EventLink } from './event-panel.tsx';
import { LevelForm } from './level-form.tsx';
import { Shown } from './shown-timeline.ts';
import { planQuery } from './timeline-queries.ts';
import classes from './timelines.module.css';

/** What decides when the plan ends, how far each event can move before it moves the end, and when is worked. */
export function PlanView() {
  const { t } = useTranslation('time');
  const { minutes } = useInstants();
  const { timeline, byId } = use(Shown);
  const query = useQuery(planQuery(timeline));
  return (
    <Stack gap="xl">
      <MayChange scope="time">
        <Group>
          <DialogButton text={t('level.title')} icon={IconScale} size="lg" variant="default">
            <LevelForm />
          </DialogButton>
        </Group>
      </MayChange>
      <QueryState query={query}>
        {({ critical_path, slack, more_slack }) =>
          critical_path.length === 0 ? (
            <Empty icon={IconRoute} title={t('plan.empty')} text={t('plan.emptyText')} />
          ) : (
            <div className={classes.card}>
              <Dimmed mb="sm">
                {t('plan.text', { count: critical_path.length })}
                {more_slack && ` ${t('plan.more')}`}
              </Dimmed>
              <Table.ScrollContainer minWidth={320}>
                <Table
                  data={{
                    head: [t('event.description'), t('plan.slack')],
                    body: slack.slice(0, 200).map(({ event_id, slack: length }) => {
                      const critical = critical_path.includes(event_id) && {
                        icon: <IconRoute size={15} aria-label={t('plan.critical')} />,
                        note: t('plan.critical'),
                      };
                      return [<EventLink key="event" id={event_id} icon={null} {...critical} />, minutes(length)];
                    }),
                  }}
                />
              </Table.ScrollContainer>
            </div>
          )
        }
      </QueryState>
      <Calendars events={[...byId.values()]} />
    </Stack>
  );
}
