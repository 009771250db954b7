import { Group, Select } from '@mantine/core';
import { IconBan, IconListDetails, IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMayChange } from '../session/session.ts';
import { notify, RowButton } from '../shared/action.tsx';
import { type Answer, api } from '../shared/api.ts';
import { ListPage } from '../shared/form.tsx';
import { useTexts } from '../shared/i18n.ts';
import { pagesOf, Row, StatusBadge, When } from '../shared/list.tsx';
import { Dimmed } from '../shared/page.tsx';
import { tones, workflowsQuery } from './runs.ts';

const statuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

/** What runs are looked for; empty fields match all. */
interface RunFilter {
  readonly workflow?: string | undefined;
  readonly status?: string | undefined;
}

const runsQuery = ({ workflow, status: chosen }: RunFilter) =>
  pagesOf(
    ['runs', 'list', workflow, chosen],
    (cursor) => api.GET('/api/v1/runs', { workflow, status: statuses.find((each) => each === chosen), cursor }),
    ({ items }) => items,
  );

/** The runs of the account, newest first. */
export function RunsPage() {
  const { t } = useTexts('workflows');
  const filter = useSearch({ from: '/signed-in/workflows/runs' });
  // Runs change by themselves.
  const query = useInfiniteQuery({ ...runsQuery(filter), refetchInterval: 3000 });
  const isFiltered = filter.workflow !== undefined || filter.status !== undefined;
  return (
    <ListPage
      title={t('runs.title')}
      subtitle={t('runs.subtitle')}
      above={<Filter />}
      query={query}
      lines={6}
      empty={{
        icon: IconListDetails,
        title: t(isFiltered ? 'runs.noneFound' : 'runs.empty'),
        text: t(isFiltered ? 'runs.noneFoundText' : 'runs.emptyText'),
      }}
      more={t('runs.older')}
      row={(run) => <RunRow key={run.id} run={run} />}
    />
  );
}

function Filter() {
  const { t } = useTexts('workflows');
  const filter = useSearch({ from: '/signed-in/workflows/runs' });
  const navigate = useNavigate();
  const { data: workflows = [] } = useQuery(workflowsQuery);
  const choose = (change: RunFilter) =>
    void navigate({ to: '/workflows/runs', search: (before: RunFilter) => ({ ...before, ...change }) });
  return (
    <search>
      <Group align="flex-end">
        <Select
          label={t('runs.workflow')}
          placeholder={t('runs.all')}
          clearable
          searchable
          data={workflows.map(({ name }) => name)}
          value={filter.workflow ?? null}
          onChange={(workflow) => choose({ workflow: workflow ?? undefined })}
        />
        <Select
          label={t('runs.status')}
          placeholder={t('runs.all')}
          clearable
          data={statuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={filter.status ?? null}
          onChange={(status) => choose({ status: status ?? undefined })}
        />
        <Bulk />
      </Group>
    </search>
  );
}

/** What can be done with all runs that the filter shows. */
function Bulk() {
  const { t } = useTexts('workflows');
  const { workflow, status: chosen } = useSearch({ from: '/signed-in/workflows/runs' });
  const status = statuses.find((each) => each === chosen);
  const isEnd = status === 'failed' || status === 'cancelled';
  const isOpen = status === 'queued' || status === 'running';
  if (!useMayChange('clinical') || (!isEnd && !isOpen)) return null;
  const what = isEnd ? 'retry' : 'cancel';
  const all = async () => {
    const skipped = new Set<string>();
    let done = 0;
    let cursor: string | undefined;
    do {
      const page = await api.POST(`/api/v1/runs/${what}`, { body: { workflow, status, cursor } });
      done += page.done;
      for (const { error } of page.skipped) for (const { msg } of error?.detail ?? []) skipped.add(msg);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    notify([t(`runs.${what}Done`, { count: done }), ...skipped].join(' '), { autoClose: 10_000 });
  };
  const named = { workflow: workflow ?? t('runs.anyWorkflow'), status: t(`status.${status}`) };
  return (
    <RowButton
      text={t(`runs.${what}All`)}
      size="sm"
      icon={isEnd ? IconRefresh : IconBan}
      action={all}
      changes={['runs']}
      ask={{ text: t(`runs.${what}AllText`, named), ...(isOpen && { color: 'red' as const }) }}
    />
  );
}

function RunRow({ run }: { readonly run: Answer<'/api/v1/runs'>['items'][number] }) {
  const { t } = useTexts('workflows');
  return (
    <Row
      link={{ to: '/workflows/runs/$id', params: { id: run.id } }}
      name={
        <>
          {run.workflow} <Dimmed span>{run.name}</Dimmed>
        </>
      }
      details={run.error === null && run.step !== null && run.status !== 'done' ? [run.step] : []}
      fault={run.error?.detail.map(({ msg }) => msg).join(' ')}
    >
      <StatusBadge tone={tones[run.status]}>{t(`status.${run.status}`)}</StatusBadge>
      <When at={run.createdAt} />
    </Row>
  );
}
