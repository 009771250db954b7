import { Button, Card, Fieldset, Group, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import {
  IconArrowRight,
  IconMapPin,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { MayChange, useMayChange } from '../../session/session.ts';
import { ActionButton, IconButton, useAction } from '../../shared/action.tsx';
import { ApiError, api, refresh } from '../../shared/api.ts';
import { DialogButton, Form, useFields } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { QueryState, StatusBadge } from '../../shared/list.tsx';
import { ErrorNote, Page, Section } from '../../shared/page.tsx';
import { TimeZoneSelect } from '../../shared/time-zone-select.tsx';
import { fromField, toField } from '../shared/instants.ts';
import { type ClockOperation, type ClockProps, clockQuery, operateClock, useTicking } from './clock.ts';
import { Anchors, UpcomingList } from './moments.tsx';

/** The clock: what it shows, how it is moved, the moments that it can return to, and what happens next. */
export function ClockPage() {
  const { t } = useTexts('time');
  const { clock: clockId } = useSearch({ from: '/signed-in/time/clock' });
  const query = useQuery(clockQuery(clockId));
  return (
    <Page title={t('clock.title')} subtitle={t('clock.subtitle')} actions={<ClockChoice clockId={clockId} />}>
      <QueryState query={query}>
        {(reading) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="1.75rem">
            <ClockFace clockId={clockId} reading={reading} />
            <MayChange scope="time">
              <Shift clockId={clockId} />
              <Travel key={clockId} clockId={clockId} reading={reading} />
            </MayChange>
            <UpcomingList clockId={clockId} reading={reading} />
            <Anchors clockId={clockId} reading={reading} />
          </SimpleGrid>
        )}
      </QueryState>
    </Page>
  );
}

/** The clock, large, with its place, how far it is from the wall time, and its pause. */
function ClockFace({ clockId, reading }: ClockProps) {
  const { t, preciseTime, longDate, distance } = useTexts('time', reading.time_zone);
  const now = useTicking(reading);
  const running = reading.state === 'running';
  const ahead = now - Date.now();
  return (
    <Card
      component="section"
      py="2rem"
      aria-label={t('clock.face')}
      style={{ gridColumn: '1 / -1', alignItems: 'center', boxShadow: 'var(--cs-shadow)', gap: '0.35rem' }}
    >
      <StatusBadge tone={running ? 'good' : 'warn'} icon={running ? IconPlayerPlay : IconPlayerPause}>
        {t(`clock.${reading.state}`)}
      </StatusBadge>
      <Text
        component="time"
        fz="clamp(3.25rem, 11vw, 6.5rem)"
        fw={300}
        lh={1.1}
        style={{ letterSpacing: '-0.02em', fontVariantNumeric: 'tabular-nums' }}
        dateTime={new Date(now).toISOString()}
      >
        {preciseTime(now)}
      </Text>
      <Text fz="xl" ta="center">
        {longDate(now)}
      </Text>
      <Group justify="center" gap="0.25rem 1rem" mb="0.75rem" fz="sm" lh="sm" c="dimmed">
        <span>{reading.time_zone ?? 'UTC'}</span>
        <Group component="span" display="inline-flex" wrap="nowrap" gap="0.2rem" style={{ overflowWrap: 'anywhere' }}>
          <IconMapPin size={15} aria-hidden /> {reading.location ?? t('clock.nowhere')}
        </Group>
        <span>
          {Math.abs(ahead) < 2000 ? t('clock.wallTime') : t('clock.fromWallTime', { distance: distance(ahead) })}
        </span>
      </Group>
      <ActionButton
        scope="time"
        size="md"
        variant={running ? 'default' : 'filled'}
        icon={running ? IconPlayerPause : IconPlayerPlay}
        action={() => operateClock(clockId, { path: running ? 'pause-time' : 'resume-time' })}
      >
        {t(running ? 'clock.pause' : 'clock.resume')}
      </ActionButton>
    </Card>
  );
}

/** Which clock the screen is about. Nothing on a host that has one clock for each account. */
function ClockChoice({ clockId }: Pick<ClockProps, 'clockId'>) {
  const { t } = useTexts('time');
  const navigate = useNavigate();
  const { data: clocks } = useQuery({
    queryKey: ['time', 'clocks'],
    queryFn: async () => {
      try {
        return (await api.GET('/v1/clocks')).clocks;
      } catch (error) {
        if (error instanceof ApiError && [404, 405].includes(error.status)) return null;
        throw error;
      }
    },
  });
  const mayChange = useMayChange('time');
  const choose = (clock: string | undefined) => void navigate({ to: '/time/clock', search: { clock } });
  if (clocks === undefined || clocks === null) return null;
  const own = { value: '', label: t('clock.own') };
  return (
    <Group gap="xs">
      <Select
        aria-label={t('clock.which')}
        data={[own, ...clocks.map(({ clock_id, name }) => ({ value: clock_id, label: name || clock_id }))]}
        value={clockId ?? ''}
        onChange={(value) => choose(value || undefined)}
      />
      {clockId !== undefined && mayChange && (
        <IconButton
          icon={IconTrash}
          label={t('clock.delete')}
          tip
          variant="default"
          size="lg"
          action={async () => {
            await api.DELETE('/v1/clocks/{id}', { id: clockId });
            choose(undefined);
            await refresh('time', 'clocks');
          }}
        />
      )}
      <DialogButton scope="time" text={t('clock.create')} icon={IconPlus} variant="default">
        <NewClock onCreated={choose} />
      </DialogButton>
    </Group>
  );
}

function NewClock({ onCreated }: { readonly onCreated: (clockId: string) => void }) {
  const { t } = useTexts('time');
  const [field, create] = useFields(
    { name: '', time_zone: '' },
    ({ name, time_zone }) => api.POST('/v1/clocks', { body: { name, time_zone: time_zone || undefined } }),
    {
      labels: (name) => t(`clock.${name}`),
      onSuccess: async ({ clock_id }) => {
        await refresh('time', 'clocks');
        onCreated(clock_id);
      },
    },
  );
  return (
    <Form sending={create} submit={t('clock.create')}>
      <TextInput required {...field('name')} />
      <TimeZoneSelect clearable placeholder="UTC" {...field('time_zone')} />
    </Form>
  );
}

const common = ['10m', '1h', '1d', '7d'] as const;

/** Moves the clock by a duration: those that are common by a button each, any other by a field. */
function Shift({ clockId }: Pick<ClockProps, 'clockId'>) {
  const { t } = useTexts('time');
  const [duration, setDuration] = useInputState('90m');
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
          value={duration}
          onChange={setDuration}
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
function Travel({ clockId, reading }: ClockProps) {
  const { t } = useTexts('time');
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
