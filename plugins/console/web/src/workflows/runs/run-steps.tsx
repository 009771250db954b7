import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import rows from '../../shared/rows.module.css';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { stepTones } from '../states.ts';
import type { Run, RunStep } from '../workflow-queries.ts';
import classes from '../workflows.module.css';

/** The steps of a run as a tree, with their attempts, times and errors; a failed run goes on from any of them. */
export function RunSteps({ run, selected }: { readonly run: Run; readonly selected: string | undefined }) {
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: (from: string) =>
      read(api.POST('/api/v1/runs/{id}/retry', { params: { path: { id: run.id } }, body: { from } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['runs'] }),
  });
  const canRetry = run.status === 'failed' || run.status === 'cancelled';
  return (
    <div className={classes.card}>
      {retry.error !== null && <ErrorNote error={retry.error} />}
      <Steps
        steps={run.steps}
        selected={selected}
        onRetry={canRetry ? (from) => retry.mutate(from) : undefined}
        retrying={retry.isPending ? retry.variables : undefined}
      />
    </div>
  );
}

interface StepsProps {
  readonly steps: readonly RunStep[];
  readonly selected: string | undefined;
  readonly onRetry: ((from: string) => void) | undefined;
  readonly retrying: string | undefined;
}

function Steps(props: StepsProps) {
  return (
    <ol className={classes.steps}>
      {props.steps.map((step) => (
        <li key={step.id}>
          <StepRow {...props} step={step} />
          {step.steps !== undefined && step.steps.length > 0 && <Steps {...props} steps={step.steps} />}
        </li>
      ))}
    </ol>
  );
}

function StepRow({ step, selected, onRetry, retrying }: StepsProps & { readonly step: RunStep }) {
  const { t } = useTranslation('workflows');
  const { startedAt, endedAt } = step;
  const seconds = startedAt === null || endedAt === null ? undefined : (endedAt - startedAt) / 1000;
  const wasReached = step.status !== 'waiting' && step.status !== 'skipped';
  return (
    <div className={classes.step} aria-current={step.id === selected}>
      <StatusBadge tone={stepTones[step.status]}>{t(`stepStatus.${step.status}`)}</StatusBadge>
      <span className={rows.name}>{step.name}</span>
      <span className={classes.kind}>
        {t(`kind.${step.kind}`)}
        {step.attempt > 1 && ` · ${t('run.attempts', { count: step.attempt })}`}
        {seconds !== undefined && ` · ${t('run.seconds', { seconds: seconds.toFixed(seconds < 10 ? 1 : 0) })}`}
        {step.items !== undefined && ` · ${t('run.items', { count: step.items })}`}
      </span>
      {onRetry !== undefined && wasReached && step.kind === 'step' && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconRefresh size={14} aria-hidden />}
          aria-label={t('run.retryFromName', { name: step.id })}
          loading={retrying === step.id}
          onClick={() => onRetry(step.id)}
        >
          {t('run.retryFrom')}
        </Button>
      )}
      {step.error !== null && <span className={rows.bad}>{step.error.detail.map(({ msg }) => msg).join(' ')}</span>}
    </div>
  );
}
