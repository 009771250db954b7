import { Anchor, Button } from '@mantine/core';
import { IconCalendarEvent, IconHourglass, IconRepeat, IconZzz } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../shared/empty.tsx';
import { ErrorNote } from '../../shared/error-note.tsx';
import { LinkButton } from '../../shared/link-button.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { Section } from '../../shared/section.tsx';
import { toApi, useInstants } from '../shared/instants.ts';
import classes from './clock.module.css';
import { type ClockReading, operateClock, type Upcoming, upcomingQuery } from './clock-queries.ts';
import { useTicking } from './ticking.ts';

interface Props {
  readonly clockId: string | undefined;
  readonly reading: ClockReading;
}

/** What happens when the clock gets there: the next events, schedules, and runs that wake. */
export function UpcomingList({ clockId, reading }: Props) {
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
  const go = useMutation({
    mutationFn: () =>
      operateClock(props.clockId, {
        path: 'travel',
        destination_time: toApi(at),
        location: props.place ?? t('clock.nowhere'),
      }),
  });
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
      <Button size="xs" variant="light" loading={go.isPending} onClick={() => go.mutate()}>
        {t('clock.goThere')}
      </Button>
      {go.error !== null && <ErrorNote error={go.error} />}
    </li>
  );
}
