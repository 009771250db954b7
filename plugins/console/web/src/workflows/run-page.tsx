import { Anchor, Card, Code, Group, Stack, Text } from '@mantine/core';
import { IconPlayerStop, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RunCards } from '../extensions/places.tsx';
import { MayChange, useMayChange } from '../session/may-change.tsx';
import { RowButton } from '../shared/action.tsx';
import { api } from '../shared/api.ts';
import { Form, useFields } from '../shared/form.tsx';
import { useFormat } from '../shared/format.ts';
import { Fault, QueryState } from '../shared/list.tsx';
import { Page, Section } from '../shared/page.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { PayloadInput, parsePayload } from './payload.tsx';
import { RunSteps } from './run-steps.tsx';
import { canRetry, hasEnded, type Run, type RunStep, tones, workflowsQuery } from './runs.ts';
import { WorkflowGraph } from './workflow-graph.tsx';

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
              <StatusBadge tone={tones[query.data.status]}>{t(`status.${query.data.status}`)}</StatusBadge>
              <span>
                {query.data.name} {dateTime(query.data.createdAt)}
              </span>
            </>
          )}
        </Group>
      }
      actions={query.data && <RunActions run={query.data} />}
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
      {run.error !== null && (
        <Card role="status">
          {run.error.detail.map(({ msg, type }) => (
            <Fault key={type + msg} text={msg} />
          ))}
        </Card>
      )}
      <RunCards run={run} />
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
          <Code block mah="26rem" tabIndex={0}>
            {JSON.stringify(run.result, null, 2)}
          </Code>
        </Section>
      )}
    </Stack>
  );
}

function RunActions({ run }: { readonly run: Run }) {
  const { t } = useTranslation('workflows');
  const navigate = useNavigate();
  const { id } = run;
  const end = async () => {
    await api.DELETE('/api/v1/runs/{id}', { id });
    if (hasEnded(run)) await navigate({ to: '/workflows/runs' });
  };
  if (!useMayChange('clinical')) return null;
  return (
    <Group gap="xs">
      {canRetry(run) && (
        <>
          <RowButton
            text={t('run.retry')}
            variant="filled"
            icon={IconRefresh}
            action={() => api.POST('/api/v1/runs/{id}/retry', { id })}
            changes={changes}
          />
          <RowButton
            text={t('run.delete')}
            icon={IconTrash}
            action={end}
            changes={changes}
            ask={{ text: t('run.deleteText'), color: 'red' }}
          />
        </>
      )}
      {!hasEnded(run) && <RowButton text={t('run.cancel')} icon={IconPlayerStop} action={end} changes={changes} />}
    </Group>
  );
}

function SignalForm({ run: id, awaited }: { readonly run: string; readonly awaited: Run['waitingFor'][number] }) {
  const { t } = useTranslation('workflows');
  const { dateTime } = useFormat();
  const { signal: name, until } = awaited;
  const [field, send] = useFields(
    { payload: '{}' },
    async ({ payload }) => api.POST('/api/v1/runs/{id}/signals/{name}', { id, name, body: parsePayload(payload) }),
    { changes },
  );
  return (
    <Card>
      <Form sending={send} submit={t('signal.send')}>
        <Text size="sm" fw={560}>
          {name}{' '}
          <Text span size="xs" c="dimmed">
            {until === null ? t('signal.forEver') : t('signal.until', { time: dateTime(until) })}
          </Text>
        </Text>
        <PayloadInput
          label={t('signal.payload')}
          description={t('signal.payloadText')}
          minRows={2}
          {...field('payload')}
        />
      </Form>
    </Card>
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
