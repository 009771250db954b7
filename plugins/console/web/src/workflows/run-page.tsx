import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconPlayerStop, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayChange } from '../session/may-change.tsx';
import { ActionButton, useAction } from '../shared/action.tsx';
import { api } from '../shared/api.ts';
import { Form } from '../shared/form.tsx';
import { useFormat } from '../shared/format.ts';
import { QueryState } from '../shared/list.tsx';
import look from '../shared/look.module.css';
import { ErrorNote } from '../shared/notice.tsx';
import { Page, Section } from '../shared/page.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { usePayload } from './payload.tsx';
import { RunSteps } from './run-steps.tsx';
import { type Run, type RunStep, runTones, workflowsQuery } from './runs.ts';
import { WorkflowGraph } from './workflow-graph.tsx';
import classes from './workflows.module.css';

const changes = ['runs'];

/** A run: its graph and its steps while they go on, what it waits for, what came of it. */
export function RunPage() {
  const { t } = useTranslation('workflows');
  const { dateTime } = useFormat();
  const { id } = useParams({ from: '/signed-in/workflows/runs/$id' });
  const query = useQuery({
    queryKey: ['runs', 'one', id],
    queryFn: () => api.GET('/api/v1/runs/{id}', { id }),
    // Until it has ended.
    refetchInterval: ({ state }) => (state.data !== undefined && hasEnded(state.data) ? false : 1000),
  });
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

function hasEnded({ status }: Run): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled';
}

function RunDetails({ run }: { readonly run: Run }) {
  const { t } = useTranslation('workflows');
  const [chosen, setChosen] = useState<string>();
  return (
    <Stack gap="xl">
      <MayChange scope="clinical">
        <RunActions run={run} />
      </MayChange>
      {run.error !== null && (
        <div className={look.card} role="status">
          {run.error.detail.map(({ msg, type }) => (
            <Text key={type + msg} size="sm" className={look.bad}>
              {msg}
            </Text>
          ))}
        </div>
      )}
      {run.waitingFor.length > 0 && (
        <Section title={t('run.waitingFor')}>
          <Stack gap="md">
            <MayChange scope="clinical">
              {run.waitingFor.map((awaited) => (
                <SignalForm key={awaited.signal} run={run.id} awaited={awaited} />
              ))}
            </MayChange>
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
  const navigate = useNavigate();
  const { id } = run;
  const retry = useAction(() => api.POST('/api/v1/runs/{id}/retry', { id }), { changes });
  const end = useAction(() => api.DELETE('/api/v1/runs/{id}', { id }), {
    changes,
    onSuccess: () => (hasEnded(run) ? navigate({ to: '/workflows/runs' }) : undefined),
  });
  const canRetry = run.status === 'failed' || run.status === 'cancelled';
  const deletion = {
    title: t('run.delete'),
    text: t('run.deleteText'),
    confirm: t('run.delete'),
    color: 'red',
  } as const;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {canRetry && (
          <ActionButton icon={IconRefresh} action={retry}>
            {t('run.retry')}
          </ActionButton>
        )}
        {!hasEnded(run) && (
          <ActionButton variant="default" icon={IconPlayerStop} action={end}>
            {t('run.cancel')}
          </ActionButton>
        )}
        {canRetry && (
          <ActionButton variant="default" icon={IconTrash} action={end} ask={deletion}>
            {t('run.delete')}
          </ActionButton>
        )}
      </Group>
      <ErrorNote error={retry.error ?? end.error} />
    </Stack>
  );
}

/** Sends a run the signal that it waits for. The payload is an object in the shape that the workflow declares. */
function SignalForm({ run: id, awaited }: { readonly run: string; readonly awaited: Run['waitingFor'][number] }) {
  const { t } = useTranslation('workflows');
  const { dateTime } = useFormat();
  const { signal: name, until } = awaited;
  const payload = usePayload();
  const send = useAction(
    async () => api.POST('/api/v1/runs/{id}/signals/{name}', { id, name, body: payload.parse() }),
    { changes },
  );
  return (
    <Form
      sending={send}
      submit={t('signal.send')}
      className={look.card}
      gap="sm"
      align="flex-start"
      button={{ size: 'xs' }}
    >
      <Text size="sm" fw={560}>
        {name}{' '}
        <span className={classes.kind}>
          {until === null ? t('signal.forEver') : t('signal.until', { time: dateTime(until) })}
        </span>
      </Text>
      {payload.input({ label: t('signal.payload'), description: t('signal.payloadText'), minRows: 2 })}
    </Form>
  );
}

/** The graph of a run's workflow, with the state of each node. */
function RunGraph(props: {
  readonly run: Run;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}) {
  const { run, ...selection } = props;
  const { data: workflows } = useQuery(workflowsQuery);
  const states = useMemo(() => statesOf(run.steps), [run.steps]);
  const workflow = workflows?.find(({ name }) => name === run.workflow);
  return workflow && <WorkflowGraph workflow={workflow} states={states} {...selection} />;
}

const gravity = ['failed', 'running', 'waiting', 'cancelled', 'done', 'skipped'];

/** The state of each node by its path in the workflow: of several items of an `each`, the one that matters most. */
function statesOf(steps: readonly RunStep[]): ReadonlyMap<string, RunStep['status']> {
  const states = new Map<string, RunStep['status']>();
  const visit = (step: RunStep): void => {
    const path = step.id
      .split('/')
      .filter((part) => !/^\d+$/.test(part))
      .join('/');
    const before = states.get(path);
    if (before === undefined || gravity.indexOf(step.status) < gravity.indexOf(before)) states.set(path, step.status);
    for (const inside of step.steps ?? []) visit(inside);
  };
  for (const step of steps) visit(step);
  return states;
}
