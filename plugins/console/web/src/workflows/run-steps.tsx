import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMayChange } from '../session/may-change.tsx';
import { type Action, ActionButton, useAction } from '../shared/action.tsx';
import { api } from '../shared/api.ts';
import look from '../shared/look.module.css';
import { ErrorNote } from '../shared/notice.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { type Run, type RunStep, stepTones } from './runs.ts';
import classes from './workflows.module.css';

/** The steps of a run as a tree, with their attempts, times and errors; a failed run goes on from any of them. */
export function RunSteps({ run, selected }: { readonly run: Run; readonly selected: string | undefined }) {
  const retry = useAction((from: string) => api.POST('/api/v1/runs/{id}/retry', { id: run.id, body: { from } }), {
    changes: ['runs'],
  });
  const mayChange = useMayChange('clinical');
  const canRetry = mayChange && (run.status === 'failed' || run.status === 'cancelled');
  return (
    <div className={look.card}>
      <ErrorNote error={retry.error} />
      <Steps steps={run.steps} selected={selected} retry={canRetry ? retry : undefined} />
    </div>
  );
}

interface StepsProps {
  readonly steps: readonly RunStep[];
  readonly selected: string | undefined;
  readonly retry: Action<string> | undefined;
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

function StepRow({ step, selected, retry }: StepsProps & { readonly step: RunStep }) {
  const { t } = useTranslation('workflows');
  const { startedAt, endedAt } = step;
  const seconds = startedAt === null || endedAt === null ? undefined : (endedAt - startedAt) / 1000;
  const wasReached = step.status !== 'waiting' && step.status !== 'skipped';
  return (
    <div className={classes.step} aria-current={step.id === selected}>
      <StatusBadge tone={stepTones[step.status]}>{t(`stepStatus.${step.status}`)}</StatusBadge>
      <span className={look.name}>{step.name}</span>
      <span className={classes.kind}>
        {t(`kind.${step.kind}`)}
        {step.attempt > 1 && ` · ${t('run.attempts', { count: step.attempt })}`}
        {seconds !== undefined && ` · ${t('run.seconds', { seconds: seconds.toFixed(seconds < 10 ? 1 : 0) })}`}
        {step.items !== undefined && ` · ${t('run.items', { count: step.items })}`}
      </span>
      {retry !== undefined && wasReached && step.kind === 'step' && (
        <ActionButton
          size="compact-xs"
          variant="subtle"
          icon={IconRefresh}
          aria-label={t('run.retryFromName', { name: step.id })}
          action={retry}
          input={step.id}
        >
          {t('run.retryFrom')}
        </ActionButton>
      )}
      {step.error !== null && <span className={look.bad}>{step.error.detail.map(({ msg }) => msg).join(' ')}</span>}
    </div>
  );
}
