import { Anchor, Card, Code, Group, Stack, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconFileText,
  IconPencil,
  IconRefresh,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { RunCards } from '../extensions/places.tsx';
import { MayChange, useMayChange, useSession } from '../session/session.ts';
import { LinkButton, RowButton } from '../shared/action.tsx';
import { api, problemSentence } from '../shared/api.ts';
import { DialogButton, Form, useFields } from '../shared/form.tsx';
import { i18n, useTexts } from '../shared/i18n.ts';
import { QueryState, StatusBadge } from '../shared/list.tsx';
import { Dimmed, Notice, Page, Section } from '../shared/page.tsx';
import { PayloadInput, parsePayload } from './automation-outlook.tsx';
import { RunSteps } from './run-steps.tsx';
import { canRetry, hasEnded, type Run, recordScreenOf, schedulesQuery, tones } from './runs.ts';

const changes = ['runs'];

/** A run: its steps while they go on, what it waits for, what came of it. */
export function RunPage() {
  const { t, dateTime } = useTexts('workflows');
  const { id } = useParams({ from: '/signed-in/workflows/runs/$id' });
  const query = useQuery({
    queryKey: ['runs', 'one', id],
    queryFn: async () => {
      const run = await api.GET('/api/v1/runs/{id}', { id });
      if (run.error) await i18n.loadNamespaces('problems');
      return run;
    },
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
  const { t } = useTexts('workflows');
  return (
    <Stack gap="xl">
      {run.error !== null && (
        <Notice
          tone="bad"
          role="status"
          icon={IconAlertTriangle}
          title={problemSentence(run.error.detail[0]?.type ?? '', run.error.status)}
        >
          {run.error.detail.map(({ msg, type }) => (
            <Text key={type + msg} size="sm">
              {msg}
            </Text>
          ))}
        </Notice>
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
      <Section title={t('run.steps')}>
        <RunSteps run={run} />
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
  const { t } = useTexts('workflows');
  const navigate = useNavigate();
  const { id } = run;
  const end = async () => {
    await api.DELETE('/api/v1/runs/{id}', { id });
    if (hasEnded(run)) await navigate({ to: '/workflows/runs' });
  };
  const mayChange = useMayChange('clinical');
  const { scopes } = useSession();
  const { data: schedules = [] } = useQuery(schedulesQuery);
  // The host keeps the input of runs that schedules start.
  const isScheduled = schedules.some(({ workflow }) => workflow === run.workflow);
  const repeat = async () => {
    const again = await api.POST('/api/v1/runs/{id}/repeat', { id });
    await navigate({ to: '/workflows/runs/$id', params: { id: again.id } });
  };
  const record = recordScreenOf(run);
  return (
    <Group gap="xs">
      {record !== undefined && (
        <LinkButton to={record} params={{ id }} size="xs" variant="light" icon={IconFileText}>
          {t('run.record')}
        </LinkButton>
      )}
      {mayChange && isScheduled && hasEnded(run) && (
        <RowButton text={t('run.repeat')} icon={IconRepeat} action={repeat} changes={changes} />
      )}
      {mayChange && isScheduled && canRetry(run) && scopes.includes('admin') && (
        <DialogButton text={t('run.otherInput')} icon={IconPencil} small>
          <InputForm id={id} />
        </DialogButton>
      )}
      {mayChange && canRetry(run) && (
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
      {mayChange && !hasEnded(run) && (
        <RowButton text={t('run.cancel')} icon={IconBan} action={end} changes={changes} />
      )}
    </Group>
  );
}

/** Has a failed run begin anew with an input that somebody types. */
function InputForm({ id }: { readonly id: string }) {
  const { t } = useTexts('workflows');
  const [field, send] = useFields(
    { input: '{}' },
    ({ input }) => api.POST('/api/v1/runs/{id}/retry', { id, body: { input: parsePayload(input) } }),
    { changes },
  );
  return (
    <Form sending={send} submit={t('run.retry')}>
      <PayloadInput
        label={t('run.input')}
        description={t('run.inputText')}
        minRows={5}
        data-autofocus
        {...field('input')}
      />
    </Form>
  );
}

function SignalForm({ run: id, awaited }: { readonly run: string; readonly awaited: Run['waitingFor'][number] }) {
  const { t, dateTime } = useTexts('workflows');
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
          <Dimmed span size="xs">
            {until === null ? t('signal.forEver') : t('signal.until', { time: dateTime(until) })}
          </Dimmed>
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
