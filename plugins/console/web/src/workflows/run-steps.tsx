import { Box, Card, Group, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMayChange } from '../session/may-change.tsx';
import { RowButton } from '../shared/action.tsx';
import { api } from '../shared/api.ts';
import { Fault } from '../shared/list.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { canRetry, type Run, type RunStep, tones } from './runs.ts';

interface StepsProps {
  readonly run: Run;
  readonly selected: string | undefined;
}

/** The steps of a run as a tree, with their attempts, times and errors; a failed run goes on from any of them. */
export function RunSteps(props: StepsProps) {
  return (
    <Card>
      <Steps {...props} steps={props.run.steps} />
    </Card>
  );
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

function StepRow({ run, step, selected }: StepsProps & { readonly step: RunStep }) {
  const { t } = useTranslation('workflows');
  const { startedAt, endedAt } = step;
  const seconds = startedAt === null || endedAt === null ? undefined : (endedAt - startedAt) / 1000;
  const wasReached = step.status !== 'waiting' && step.status !== 'skipped';
  const mayChange = useMayChange('clinical');
  return (
    <Group gap="0.25rem 0.7rem" py="0.4rem" aria-current={step.id === selected}>
      <StatusBadge tone={tones[step.status]}>{t(`stepStatus.${step.status}`)}</StatusBadge>
      <Text fw={560}>{step.name}</Text>
      <Text size="xs" c="dimmed">
        {t(`kind.${step.kind}`)}
        {step.attempt > 1 && ` · ${t('run.attempts', { count: step.attempt })}`}
        {seconds !== undefined && ` · ${t('run.seconds', { seconds: seconds.toFixed(seconds < 10 ? 1 : 0) })}`}
        {step.items !== undefined && ` · ${t('run.items', { count: step.items })}`}
      </Text>
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
      <Fault text={step.error?.detail.map(({ msg }) => msg).join(' ')} />
    </Group>
  );
}
