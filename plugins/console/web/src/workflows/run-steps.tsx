import { Box, Card, Group, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMayChange } from '../session/session.ts';
import { RowButton } from '../shared/action.tsx';
import { api } from '../shared/api.ts';
import { useTexts } from '../shared/i18n.ts';
import { Fault, StatusBadge } from '../shared/list.tsx';
import { Dimmed } from '../shared/page.tsx';
import { type TimeAxis, TimeBar } from '../shared/time-bar.tsx';
import { canRetry, hasEnded, type Run, type RunStep, tones } from './runs.ts';

interface StepsProps {
  readonly run: Run;
  readonly axis: TimeAxis;
}

/**
 * The steps of a run as a tree, with their attempts, errors, and times on one axis; a failed run goes on from any of
 * them.
 */
export function RunSteps(props: Omit<StepsProps, 'axis'>) {
  const { dateTime } = useTexts();
  const times = props.run.steps.flatMap((step) => [step.startedAt, step.endedAt]).filter((at) => at !== null);
  const from = Math.min(...times);
  const to = hasEnded(props.run) ? Math.max(...times) : Date.now();
  const axis = { from, ms: Math.max(1, to - from) };
  return (
    <Card>
      {times.length > 0 && (
        <Group {...place} ml="auto" justify="space-between" c="dimmed" fz="xs">
          <span>{dateTime(from)}</span>
          <Seconds of={axis.ms} />
        </Group>
      )}
      <Steps {...props} axis={axis} steps={props.run.steps} />
    </Card>
  );
}

const barColors = {
  good: 'var(--cs-good)',
  bad: 'var(--cs-bad)',
  busy: 'var(--mantine-primary-color-filled)',
  neutral: 'var(--mantine-color-dimmed)',
} as const;

/** Of the axis, the same in each row, however deep it is inside of others. */
const place = { w: { base: '100%', md: '24rem' } } as const;

function Seconds({ of: ms }: { readonly of: number }) {
  const { t, number } = useTexts('workflows');
  return t('run.seconds', { seconds: number(ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1000)) });
}

function Steps(props: StepsProps & { readonly steps: readonly RunStep[] }) {
  return (
    <Box component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
      {props.steps.map((step) => (
        <li key={step.id}>
          <StepRow {...props} step={step} />
          {step.steps !== undefined && step.steps.length > 0 && (
            <Box ml="0.9rem" pl="0.9rem" style={{ borderLeft: '1px solid var(--cs-line)' }}>
              <Steps {...props} steps={step.steps} />
            </Box>
          )}
        </li>
      ))}
    </Box>
  );
}

function StepRow({ run, step, axis }: StepsProps & { readonly step: RunStep }) {
  const { t } = useTexts('workflows');
  const { startedAt, endedAt } = step;
  const wasReached = step.status !== 'waiting' && step.status !== 'skipped';
  const mayChange = useMayChange('clinical');
  return (
    <Group gap="0.25rem 0.7rem" py="0.4rem">
      <StatusBadge tone={tones[step.status]}>{t(`stepStatus.${step.status}`)}</StatusBadge>
      <Text fw={560}>{step.name}</Text>
      <Dimmed size="xs">
        {t(`kind.${step.kind}`)}
        {step.attempt > 1 && ` · ${t('run.attempts', { count: step.attempt })}`}
        {startedAt !== null && endedAt !== null && (
          <>
            {' · '}
            <Seconds of={endedAt - startedAt} />
          </>
        )}
        {step.items !== undefined && ` · ${t('run.items', { count: step.items })}`}
      </Dimmed>
      {mayChange && canRetry(run) && wasReached && step.kind === 'step' && (
        <RowButton
          text={t('run.retryFrom')}
          name={t('run.retryFromName', { name: step.id })}
          size="compact-xs"
          variant="subtle"
          icon={IconRefresh}
          action={() => api.POST('/api/v1/runs/{id}/retry', { id: run.id, body: { from: step.id } })}
          changes={['runs']}
        />
      )}
      {startedAt !== null && (
        <TimeBar
          {...{ ...place, axis, start: startedAt, end: endedAt ?? axis.from + axis.ms }}
          ml="auto"
          color={barColors[tones[step.status]]}
        />
      )}
      {step.error && (
        <Box w="100%">
          <Fault text={step.error.detail.map(({ msg }) => msg).join(' ')} />
        </Box>
      )}
    </Group>
  );
}
