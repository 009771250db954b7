import { Anchor } from '@mantine/core';
import { IconCalendarEvent, IconHourglass, IconRepeat, IconZzz } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MayChange } from '../../session/may-change.tsx';
import { LinkButton, RowButton } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { QueryList, Row } from '../../shared/list.tsx';
import { Section } from '../../shared/page.tsx';
import { toApi, useInstants } from '../shared/instants.ts';
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
  const { dateTime, distance } = useInstants();
  const now = useTicking(reading);
  // Asked anew each minute of the clock, and at every move.
  const minute = toApi(Math.floor(now / 60_000) * 60_000);
  const upcoming = useQuery(upcomingQuery(minute, clockId));
  return (
    <Section title={t('upcoming.title')}>
      <QueryList
        query={{ ...upcoming, data: upcoming.data?.filter(({ at }) => at > now) }}
        empty={{
          icon: IconHourglass,
          title: t('upcoming.empty'),
          text: t('upcoming.emptyText'),
          children: (
            <LinkButton to="/time/timelines" variant="light">
              {t('upcoming.record')}
            </LinkButton>
          ),
        }}
        row={({ key, kind, at, text, run }) => (
          <Row
            key={key}
            icon={kindIcons[kind]}
            iconLabel={t(`upcoming.${kind}`)}
            name={
              run === undefined ? (
                text
              ) : (
                <Anchor
                  inherit
                  renderRoot={(props) => <Link {...props} to="/workflows/runs/$id" params={{ id: run }} />}
                >
                  {text}
                </Anchor>
              )
            }
            details={[`${distance(at - now)} · ${dateTime(at)} UTC`]}
          >
            <MayChange scope="time">
              <RowButton
                text={t('clock.goThere')}
                variant="light"
                action={() =>
                  operateClock(clockId, {
                    path: 'travel',
                    destination_time: toApi(at),
                    location: reading.location ?? t('clock.nowhere'),
                  })
                }
              />
            </MayChange>
          </Row>
        )}
      />
    </Section>
  );
}

const kindIcons = { event: IconCalendarEvent, schedule: IconRepeat, sleep: IconZzz } as const;
