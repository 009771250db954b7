import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconArrowRight, IconPlayerTrackNext, IconPlayerTrackPrev } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ActionButton, useAction } from '../../shared/action.tsx';
import { ApiError } from '../../shared/api-error.ts';
import { onSubmit, useText } from '../../shared/form.tsx';
import { ErrorNote } from '../../shared/notice.tsx';
import { Section } from '../../shared/page.tsx';
import { fromField, toField } from '../shared/instants.ts';
import classes from './clock.module.css';
import { type ClockOperation, type ClockProps, operateClock } from './clock.ts';

const common = ['10m', '1h', '1d', '7d'] as const;

/** Moves the clock by a duration: those that are common by a button each, any other by a field. */
export function Shift({ clockId }: Pick<ClockProps, 'clockId'>) {
  const { t } = useTranslation('time');
  const [duration, durationInput] = useText('90m');
  const operate = useAction((operation: ClockOperation) => operateClock(clockId, operation));
  const by = (path: 'fast-forward' | 'rewind', length: string) => () => operate.mutate({ path, duration: length });
  const problem = operate.error instanceof ApiError ? operate.error.about('duration') : undefined;
  return (
    <Section title={t('clock.shift')}>
      <Stack className={classes.card} gap="md">
        <div className={classes.shifts}>
          {(['rewind', 'fast-forward'] as const).map((path) => (
            <fieldset key={path} className={classes.direction}>
              <legend>{t(`clock.${path}`)}</legend>
              <SimpleGrid cols={2} spacing="0.4rem">
                {common.map((length) => (
                  <Button key={length} variant="default" size="sm" px={6} onClick={by(path, length)}>
                    {path === 'rewind' ? '−' : '+'}
                    {t(`duration.${length}`)}
                  </Button>
                ))}
              </SimpleGrid>
            </fieldset>
          ))}
        </div>
        <TextInput
          label={t('clock.duration')}
          description={t('clock.durationHint')}
          error={problem}
          {...durationInput}
        />
        <div className={classes.pair}>
          <ActionButton variant="default" icon={IconPlayerTrackPrev} onClick={by('rewind', duration)}>
            {t('clock.back')}
          </ActionButton>
          <Button rightSection={<IconPlayerTrackNext size={17} aria-hidden />} onClick={by('fast-forward', duration)}>
            {t('clock.forward')}
          </Button>
        </div>
        {problem === undefined && <ErrorNote error={operate.error} />}
      </Stack>
    </Section>
  );
}

/** Sets the clock to a moment and a place. */
export function Travel({ clockId, reading }: ClockProps) {
  const { t } = useTranslation('time');
  const [time, timeInput] = useText(toField(reading.now));
  const [place, placeInput] = useText(reading.location ?? '');
  const travel = useAction(() =>
    operateClock(clockId, { path: 'travel', destination_time: fromField(time) ?? time, location: place }),
  );
  const about = (field: string) => (travel.error instanceof ApiError ? travel.error.about(field) : undefined);
  const isAtField = (about('destination_time') ?? about('location')) !== undefined;
  return (
    <Section title={t('clock.travel')}>
      <form className={classes.card} onSubmit={onSubmit(travel.mutate)}>
        <Stack gap="md">
          <TextInput
            type="datetime-local"
            step={1}
            required
            label={t('clock.destination')}
            error={about('destination_time')}
            {...timeInput}
          />
          <TextInput
            required
            label={t('clock.location')}
            placeholder={t('clock.locationExample')}
            error={about('location')}
            {...placeInput}
          />
          <Button type="submit" loading={travel.isPending} rightSection={<IconArrowRight size={17} aria-hidden />}>
            {t('clock.go')}
          </Button>
          {!isAtField && <ErrorNote error={travel.error} />}
        </Stack>
      </form>
    </Section>
  );
}
