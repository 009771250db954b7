import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlayerStop, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useFormat } from '../../shared/format.ts';
import { Page } from '../../shared/page.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import rows from '../../shared/rows.module.css';
import { Section } from '../../shared/section.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { runTones } from '../states.ts';
import { hasEnded, type Run, runQuery } from '../workflow-queries.ts';
import classes from '../workflows.module.css';
import { RunGraph } from './run-graph.tsx';
import { RunSteps } from './run-steps.tsx';
import { SignalForm } from './signal-form.tsx';

/** A run: its graph and its steps while they go on, what it waits for, what came of it. */
export function RunPage() {
  const { t } = useTranslation('workflows');
  const { dateTime } = useFormat();
  const { id } = useParams({ from: '/signed-in/workflows/runs/$id' });
  const query = useQuery(runQuery(id));
  return (
    <Page
      title={query.data?.workflow ?? t('run.title')}
      subtitle={
        <Group gap="xs">
          <Anchor component={Link} to="/workflows/runs" size="sm">
            {t('runs.title')}
          </Anchor>
          {query.data !== undefined && (
            <>
              <StatusBadge tone={runTones[query.data.status]}>{t(`status.${query.data.status}`)}</StatusBadge>
              <span>
                {query.data.name} {dateTime(query.data.createdAt)}
              </span>
            </>
          )}
        </Group>
      }
      width="wide"
    >
      <QueryState query={query}>{(run) => <RunDetails run={run} />}</QueryState>
    </Page>
  );
}

function RunDetails({ run }: { readonly run: Run }) {
  const { t } = useTranslation('workflows');
  const [chosen, setChosen] = useState<string>();
  return (
    <Stack gap="xl">
      <RunActions run={run} />
      {run.error !== null && (
        <div className={classes.card} role="status">
          {run.error.detail.map(({ msg, type }) => (
            <Text key={type + msg} size="sm" className={rows.bad}>
              {msg}
            </Text>
          ))}
        </div>
      )}
      {run.waitingFor.length > 0 && (
        <Section title={t('run.waitingFor')}>
          <Stack gap="md">
            {run.waitingFor.map((awaited) => (
              <SignalForm key={awaited.signal} run={run.id} awaited={awaited} />
            ))}
          </Stack>
        </Section>
      )}
      <Section title={t('run.graph')}>
        <RunGraph run={run} selected={chosen} onSelect={setChosen} />
      </Section>
      <Section title={t('run.steps')}>
        <RunSteps run={run} selected={chosen} />
      </Section>
      {run.result !== null && run.result !== undefined && (
        <Section title={t('run.result')}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long result is scrolled by the keyboard too */}
          <pre className={classes.code} tabIndex={0}>
            {JSON.stringify(run.result, null, 2)}
          </pre>
        </Section>
      )}
    </Stack>
  );
}

function RunActions({ run }: { readonly run: Run }) {
  const { t } = useTranslation('workflows');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const path = { path: { id: run.id } };
  const settled = { onSettled: () => queryClient.invalidateQueries({ queryKey: ['runs'] }) };
  const retry = useMutation({
    mutationFn: () => read(api.POST('/api/v1/runs/{id}/retry', { params: path })),
    ...settled,
  });
  const end = useMutation({
    mutationFn: () => read(api.DELETE('/api/v1/runs/{id}', { params: path })),
    onSuccess: () => (hasEnded(run.status) ? navigate({ to: '/workflows/runs' }) : undefined),
    ...settled,
  });
  const error = retry.error ?? end.error;
  const canRetry = run.status === 'failed' || run.status === 'cancelled';
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {canRetry && (
          <Button
            leftSection={<IconRefresh size={17} aria-hidden />}
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            {t('run.retry')}
          </Button>
        )}
        {!hasEnded(run.status) && (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={17} aria-hidden />}
            loading={end.isPending}
            onClick={() => end.mutate()}
          >
            {t('run.cancel')}
          </Button>
        )}
        {canRetry && (
          <Button
            variant="default"
            leftSection={<IconTrash size={17} aria-hidden />}
            loading={end.isPending}
            onClick={() =>
              modals.openConfirmModal({
                title: t('run.delete'),
                children: <Text size="sm">{t('run.deleteText')}</Text>,
                labels: { confirm: t('run.delete'), cancel: t('action.cancel') },
                confirmProps: { color: 'red' },
                onConfirm: () => end.mutate(),
              })
            }
          >
            {t('run.delete')}
          </Button>
        )}
      </Group>
      {error !== null && <ErrorNote error={error} />}
    </Stack>
  );
}
