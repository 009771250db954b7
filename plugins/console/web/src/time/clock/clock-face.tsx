import { Button, Text } from '@mantine/core';
import { IconMapPin, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useInstants } from '../shared/instants.ts';
import classes from './clock.module.css';
import { type ClockReading, operateClock } from './clock-queries.ts';
import { useTicking } from './ticking.ts';

/** The clock, large, with its place, how far it is from the wall time, and its pause. */
export function ClockFace({
  clockId,
  reading,
}: {
  readonly clockId: string | undefined;
  readonly reading: ClockReading;
}) {
  const { t } = useTranslation('time');
  const { clockTime, longDate, distance } = useInstants(reading.timeZone);
  const now = useTicking(reading);
  const operate = useMutation({
    mutationFn: () => operateClock(clockId, { path: reading.state === 'running' ? 'pause-time' : 'resume-time' }),
  });
  const running = reading.state === 'running';
  const ahead = now - Date.now();
  return (
    <section className={classes.face} aria-label={t('clock.face')} data-state={reading.state}>
      <span className={classes.state}>
        {running ? <IconPlayerPlay size={15} aria-hidden /> : <IconPlayerPause size={15} aria-hidden />}
        {t(`clock.${reading.state}`)}
      </span>
      <time className={classes.time} dateTime={new Date(now).toISOString()}>
        {clockTime(now)}
      </time>
      <Text className={classes.date}>{longDate(now)}</Text>
      <Text size="sm" c="dimmed" className={classes.place}>
        <span>{reading.timeZone ?? 'UTC'}</span>
        <span className={classes.where}>
          <IconMapPin size={15} aria-hidden /> {reading.location ?? t('clock.nowhere')}
        </span>
        <span>
          {Math.abs(ahead) < 2000 ? t('clock.wallTime') : t('clock.fromWallTime', { distance: distance(ahead) })}
        </span>
      </Text>
      <Button
        size="md"
        variant={running ? 'default' : 'filled'}
        loading={operate.isPending}
        leftSection={running ? <IconPlayerPause size={18} aria-hidden /> : <IconPlayerPlay size={18} aria-hidden />}
        onClick={() => operate.mutate()}
      >
        {t(running ? 'clock.pause' : 'clock.resume')}
      </Button>
      {operate.error !== null && <ErrorNote error={operate.error} />}
    </section>
  );
}
