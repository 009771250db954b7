import { Button, Card, Fieldset, SimpleGrid, TextInput } from '@mantine/core';
import { IconArrowRight, IconPlayerTrackNext, IconPlayerTrackPrev } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ActionButton, useAction } from '../../shared/action.tsx';
import { ApiError } from '../../shared/api-error.ts';
import { useFields } from '../../shared/fields.ts';
import { Form } from '../../shared/form.tsx';
import { ErrorNote } from '../../shared/notice.tsx';
import { Section } from '../../shared/page.tsx';
import { useText } from '../../shared/text.ts';
import { fromField, toField } from '../shared/instants.ts';
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
      <Card>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {(['rewind', 'fast-forward'] as const).map((path) => (
            <Fieldset key={path} variant="unstyled" legend={t(`clock.${path}`)}>
              <SimpleGrid cols={2} spacing="0.4rem">
                {common.map((length) => (
                  <Button key={length} variant="default" px={6} onClick={by(path, length)}>
                    {path === 'rewind' ? '−' : '+'}
                    {t(`duration.${length}`)}
                  </Button>
                ))}
              </SimpleGrid>
            </Fieldset>
          ))}
        </SimpleGrid>
        <TextInput
          label={t('clock.duration')}
          description={t('clock.durationHint')}
          error={problem}
          {...durationInput}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          <ActionButton variant="default" icon={IconPlayerTrackPrev} onClick={by('rewind', duration)}>
            {t('clock.back')}
          </ActionButton>
          <Button rightSection={<IconPlayerTrackNext size={17} aria-hidden />} onClick={by('fast-forward', duration)}>
            {t('clock.forward')}
          </Button>
        </SimpleGrid>
        {problem === undefined && <ErrorNote error={operate.error} />}
      </Card>
    </Section>
  );
}

/** Sets the clock to a moment and a place. */
export function Travel({ clockId, reading }: ClockProps) {
  const { t } = useTranslation('time');
  const [field, travel] = useFields(
    { destination_time: toField(reading.now), location: reading.location ?? '' },
    ({ destination_time: time, location }) =>
      operateClock(clockId, { path: 'travel', destination_time: fromField(time) ?? time, location }),
    { labels: (name) => t(`clock.${name}`) },
  );
  return (
    <Section title={t('clock.travel')}>
      <Card>
        <Form sending={travel} submit={t('clock.go')} icon={IconArrowRight}>
          <TextInput type="datetime-local" step={1} required {...field('destination_time')} />
          <TextInput required placeholder={t('clock.locationExample')} {...field('location')} />
        </Form>
      </Card>
    </Section>
  );
}
