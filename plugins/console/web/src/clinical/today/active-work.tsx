import { ActionIcon, Button, Group, Progress, Text, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconAlertCircle,
  IconLoader2,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
  IconWaveSine,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { useFormat } from '../../shared/format.ts';
import { LinkButton } from '../../shared/link-button.tsx';
import rows from '../../shared/rows.module.css';
import { Section } from '../../shared/section.tsx';
import { timeLeft } from './time-left.ts';
import classes from './today.module.css';
import { earlierRunsQuery, type ListedRun, type Recording, runQuery } from './today-queries.ts';

/** Recordings that are no records yet. Any of them can be gone on with, also one of another, closed tab. */
export function RecordingsList({ recordings }: { readonly recordings: readonly Recording[] }) {
  const { t } = useTranslation('clinical');
  const { bytes, time } = useFormat();
  const open = recordings.filter(({ status }) => status !== 'finishing');
  if (open.length === 0) return null;
  return (
    <Section title={t('today.recording')} count={String(open.length)}>
      <ul className={rows.list}>
        {open.map((recording) => (
          <li key={recording.id} className={classes.row}>
            <IconWaveSine size={19} aria-hidden className={classes.icon} />
            <span className={classes.who}>
              <span className={classes.name}>{t(`recording.${recording.status}`)}</span>
              <span className={classes.details}>
                {t('today.lastSound', { time: time(recording.changedAt), size: bytes(recording.bytes) })}
              </span>
            </span>
            <LinkButton to="/clinical/new" search={{ recording: recording.id }} size="xs" variant="light">
              {t('today.goOn')}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function RunsAtWork({ runs }: { readonly runs: readonly ListedRun[] }) {
  const { t } = useTranslation('clinical');
  if (runs.length === 0) return null;
  return (
    <Section title={t('today.working')} count={String(runs.length)}>
      <ul className={rows.list}>
        {runs.map((run) => (
          <RunAtWork key={run.id} run={run} />
        ))}
      </ul>
    </Section>
  );
}

function RunAtWork({ run }: { readonly run: ListedRun }) {
  const { t } = useTranslation('clinical');
  const { data } = useQuery(runQuery(run.id));
  const { data: earlier = [] } = useQuery(earlierRunsQuery(run.workflow));
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => read(api.DELETE('/api/v1/runs/{id}', { params: { path: { id: run.id } } })),
    onError: (error) => notifications.show({ color: 'red', message: error.message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['runs'] }),
  });
  const steps = data?.steps ?? [];
  const done = steps.filter(({ status }) => status === 'done' || status === 'skipped').length;
  const left = timeLeft(steps, earlier, Date.now());
  const share = steps.length === 0 ? 0 : done / steps.length;
  return (
    <li className={classes.row}>
      <IconLoader2 size={19} aria-hidden className={classes.icon} />
      <span className={classes.who}>
        <span className={classes.name}>{run.name || t('today.unnamed')}</span>
        <span className={classes.details}>
          {run.status === 'queued' ? t('today.queued') : t('today.step', { step: run.step ?? '' })}
        </span>
      </span>
      <span className={classes.progress}>
        <Progress value={Math.max(4, share * 100)} aria-label={t('today.share')} animated />
        <Text size="xs" c="dimmed" mt={2}>
          {t('today.steps', { done, count: steps.length })}
          {left !== undefined && ` · ${t('today.minutesLeft', { count: Math.ceil(left / 60_000) })}`}
        </Text>
      </span>
      <Tooltip label={t('today.cancel')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('today.cancel')}
          loading={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          <IconPlayerStop size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}

export function FailedRuns({ runs }: { readonly runs: readonly ListedRun[] }) {
  const { t } = useTranslation('clinical');
  if (runs.length === 0) return null;
  return (
    <Section title={t('today.failed')} count={String(runs.length)}>
      <ul className={rows.list}>
        {runs.map((run) => (
          <FailedRun key={run.id} run={run} />
        ))}
      </ul>
    </Section>
  );
}

function FailedRun({ run }: { readonly run: ListedRun }) {
  const { t } = useTranslation('clinical');
  const { dateTime } = useFormat();
  const queryClient = useQueryClient();
  const settled = {
    onError: (error: Error) => notifications.show({ color: 'red', message: error.message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['runs'] }),
  };
  const path = { path: { id: run.id } };
  const retry = useMutation({
    mutationFn: () => read(api.POST('/api/v1/runs/{id}/retry', { params: path })),
    ...settled,
  });
  const discard = useMutation({
    mutationFn: () => read(api.DELETE('/api/v1/runs/{id}', { params: path })),
    ...settled,
  });
  return (
    <li className={classes.row}>
      <IconAlertCircle size={19} aria-hidden color="var(--cs-bad)" className={classes.icon} />
      <span className={classes.who}>
        <span className={classes.name}>{run.name || t('today.unnamed')}</span>
        <span className={classes.details}>
          {dateTime(run.createdAt)} · {t('today.failedStep', { step: run.step ?? '' })}
        </span>
        <span className={classes.why}>{run.error?.detail.map(({ msg }) => msg).join(' ')}</span>
      </span>
      <Group gap="xs" wrap="nowrap">
        <Button
          size="xs"
          variant="light"
          leftSection={<IconRefresh size={15} aria-hidden />}
          loading={retry.isPending}
          onClick={() => retry.mutate()}
        >
          {t('today.retry')}
        </Button>
        <Tooltip label={t('today.discard')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('today.discard')}
            loading={discard.isPending}
            onClick={() => discard.mutate()}
          >
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
    </li>
  );
}
