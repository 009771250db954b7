import { Button, Stack, TextInput } from '@mantine/core';
import { IconArrowRight, IconPlayerTrackNext, IconPlayerTrackPrev } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../shared/api-error.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import { Section } from '../../shared/section.tsx';
import { fromField, toField } from '../shared/instants.ts';
import classes from './clock.module.css';
import { type ClockOperation, type ClockReading, operateClock } from './clock-queries.ts';

const common = ['10m', '1h', '1d', '7d'] as const;

interface Props {
  readonly clockId: string | undefined;
  readonly reading: ClockReading;
}

/** Moves the clock by a duration: those that are common by a button each, any other by a field. */
export function Shift({ clockId }: Omit<Props, 'reading'>) {
  const { t } = useTranslation('time');
  const [duration, setDuration] = useState('90m');
  const operate = useMutation({ mutationFn: (operation: ClockOperation) => operateClock(clockId, operation) });
  const by = (path: 'fast-forward' | 'rewind', length: string) => operate.mutate({ path, duration: length });
  const problem = operate.error instanceof ApiError ? operate.error.about('duration') : undefined;
  return (
    <Section title={t('clock.shift')}>
      <Stack className={classes.card} gap="md">
        <div className={classes.shifts}>
          {(['rewind', 'fast-forward'] as const).map((path) => (
            <fieldset key={path} className={classes.direction}>
              <legend>{t(`clock.${path}`)}</legend>
              <div className={classes.durations}>
                {common.map((length) => (
                  <Button key={length} variant="default" size="sm" px={6} onClick={() => by(path, length)}>
                    {path === 'rewind' ? '−' : '+'}
                    {t(`duration.${length}`)}
                  </Button>
                ))}
              </div>
            </fieldset>
          ))}
        </div>
        <TextInput
          label={t('clock.duration')}
          description={t('clock.durationHint')}
          value={duration}
          onChange={(event) => setDuration(event.currentTarget.value)}
          error={problem}
        />
        <div className={classes.pair}>
          <Button
            variant="default"
            leftSection={<IconPlayerTrackPrev size={17} aria-hidden />}
            onClick={() => by('rewind', duration)}
          >
            {t('clock.back')}
          </Button>
          <Button
            rightSection={<IconPlayerTrackNext size={17} aria-hidden />}
            onClick={() => by('fast-forward', duration)}
          >
            {t('clock.forward')}
          </Button>
        </div>
        {operate.error !== null && problem === undefined && <ErrorNote error={operate.error} />}
      </Stack>
    </Section>
  );
}

/** Sets the clock to a moment and a place. */
export function Travel({ clockId, reading }: Props) {
  const { t } = useTranslation('time');
  const [time, setTime] = useState(() => toField(reading.now));
  const [place, setPlace] = useState(reading.location ?? '');
  const operate = useMutation({ mutationFn: (operation: ClockOperation) => operateClock(clockId, operation) });
  const about = (field: string) => (operate.error instanceof ApiError ? operate.error.about(field) : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    operate.mutate({ path: 'travel', destination_time: fromField(time) ?? time, location: place });
  };
  return (
    <Section title={t('clock.travel')}>
      <form className={classes.card} onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            type="datetime-local"
            step={1}
            required
            label={t('clock.destination')}
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
            error={about('destination_time')}
          />
          <TextInput
            required
            label={t('clock.location')}
            placeholder={t('clock.locationExample')}
            value={place}
            onChange={(event) => setPlace(event.currentTarget.value)}
            error={about('location')}
          />
          <Button type="submit" loading={operate.isPending} rightSection={<IconArrowRight size={17} aria-hidden />}>
            {t('clock.go')}
          </Button>
          {operate.error !== null && about('destination_time') === undefined && about('location') === undefined && (
            <ErrorNote error={operate.error} />
          )}
        </Stack>
      </form>
    </Section>
  );
}
