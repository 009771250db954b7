import { Group, Select, Text } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Answer, api } from '../shared/api.ts';
import { ListPage, pagesOf, Row, When } from '../shared/list.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
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
  const { t } = useTranslation('workflows');
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
  const { t } = useTranslation('workflows');
  const filter = useSearch({ from: '/signed-in/workflows/runs' });
  const navigate = useNavigate();
  const { data: workflows = [] } = useQuery(workflowsQuery);
  const choose = (change: RunFilter) =>
    void navigate({ to: '/workflows/runs', search: (before: RunFilter) => ({ ...before, ...change }) });
  return (
    <search>
      <Group>
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
      </Group>
    </search>
  );
}

function RunRow({ run }: { readonly run: Answer<'/api/v1/runs'>['items'][number] }) {
  const { t } = useTranslation('workflows');
  return (
    <Row
      link={{ to: '/workflows/runs/$id', params: { id: run.id } }}
      name={
        <>
          {run.workflow}{' '}
          <Text span size="sm" c="dimmed">
            {run.name}
          </Text>
        </>
      }
      details={run.error === null && run.step !== null ? [run.step] : []}
      fault={run.error?.detail.map(({ msg }) => msg).join(' ')}
    >
      <StatusBadge tone={tones[run.status]}>{t(`status.${run.status}`)}</StatusBadge>
      <When at={run.createdAt} />
    </Row>
  );
}
