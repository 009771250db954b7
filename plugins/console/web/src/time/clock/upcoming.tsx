import { Anchor } from '@mantine/core';
import { IconCalendarEvent, IconHourglass, IconRepeat, IconZzz } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MayChange } from '../../session/may-change.tsx';
import { ActionButton, LinkButton, useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { QueryState } from '../../shared/list.tsx';
import { Empty, ErrorNote } from '../../shared/notice.tsx';
import { Section } from '../../shared/page.tsx';
import { toApi, useInstants } from '../shared/instants.ts';
import classes from './clock.module.css';
import { type ClockProps, operateClock, useTicking } from './clock.ts';

/** Something that happens when the clock gets there. */
interface Upcoming {
  readonly key: string;
  readonly kind: 'event' | 'schedule' | 'sleep';
  readonly at: number;
  readonly text: string;
  /** The run that sleeps. */
  readonly run?: string;
}

/** The events after an instant, and the sleeps and schedules that follow the clock, which come next. */
const upcomingQuery = (from: string, clockId: string | undefined) =>
  queryOptions({
    queryKey: ['time', 'upcoming', from, clockId ?? 'own'],
    queryFn: async (): Promise<readonly Upcoming[]> => {
      const [{ events }, { items }, { items: sleeps }] = await Promise.all([
        api.GET('/v1/list-events', { time_range: `${from}/9999-12-31T23:59:59Z`, limit: 6 }),
        api.GET('/api/v1/schedules'),
        api.GET('/api/v1/sleeps', { limit: 6, clock_id: clockId }),
      ]);
      const followed = items.filter(({ clock }) => clockId === undefined && clock === 'account');
      return [
        ...followed.flatMap(({ name, next }) =>
          next.map((at): Upcoming => ({ key: `${name} ${at}`, kind: 'schedule', at, text: name })),
        ),
        ...sleeps.map(({ run, step, name, workflow, until }): Upcoming => {
          const text = name === workflow ? name : `${workflow}: ${name}`;
          return { key: `${run} ${step}`, kind: 'sleep', at: until, text, run };
        }),
        ...events.map(({ event_id, time, description }): Upcoming => {
          return { key: event_id, kind: 'event', at: Date.parse(time), text: description || event_id };
        }),
      ]
        .toSorted((one, other) => one.at - other.at)
        .slice(0, 6);
    },
  });

/** What happens when the clock gets there: the next events, schedules, and runs that wake. */
export function UpcomingList({ clockId, reading }: ClockProps) {
  const { t } = useTranslation('time');
  const now = useTicking(reading);
  // Asked anew each minute of the clock, and at every move.
  const minute = toApi(Math.floor(now / 60_000) * 60_000);
  const upcoming = useQuery(upcomingQuery(minute, clockId));
  return (
    <Section title={t('upcoming.title')}>
      <div className={classes.card}>
        <QueryState query={upcoming}>
          {(list) => {
            const coming = list.filter(({ at }) => at > now);
            return coming.length === 0 ? (
              <Empty icon={IconHourglass} title={t('upcoming.empty')} text={t('upcoming.emptyText')}>
                <LinkButton to="/time/timelines" variant="light">
                  {t('upcoming.record')}
                </LinkButton>
              </Empty>
            ) : (
              <ul className={classes.list}>
                {coming.map((item) => (
                  <UpcomingRow key={item.key} item={item} now={now} clockId={clockId} place={reading.location} />
                ))}
              </ul>
            );
          }}
        </QueryState>
      </div>
    </Section>
  );
}

const kindIcons = { event: IconCalendarEvent, schedule: IconRepeat, sleep: IconZzz } as const;

function UpcomingRow(props: {
  readonly item: Upcoming;
  readonly now: number;
  readonly clockId: string | undefined;
  readonly place: string | null;
}) {
  const { t } = useTranslation('time');
  const { dateTime, distance } = useInstants();
  const { kind, at, text, run } = props.item;
  const location = props.place ?? t('clock.nowhere');
  const go = useAction(() => operateClock(props.clockId, { path: 'travel', destination_time: toApi(at), location }));
  const KindIcon = kindIcons[kind];
  return (
    <li className={classes.row}>
      <KindIcon size={18} className={classes.icon} aria-label={t(`upcoming.${kind}`)} />
      <span className={classes.what}>
        {run === undefined ? (
          <span className={classes.name}>{text}</span>
        ) : (
          <Anchor
            className={classes.name}
            renderRoot={(props) => <Link {...props} to="/workflows/runs/$id" params={{ id: run }} />}
          >
            {text}
          </Anchor>
        )}
        <span className={classes.details}>
          {distance(at - props.now)} · {dateTime(at)} UTC
        </span>
      </span>
      <MayChange scope="time">
        <ActionButton size="xs" variant="light" action={go}>
          {t('clock.goThere')}
        </ActionButton>
      </MayChange>
      <ErrorNote error={go.error} />
    </li>
  );
}
