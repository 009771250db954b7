import { Button, Group, Select, Stack } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../shared/empty.tsx';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useFormat } from '../../shared/format.ts';
import { Page } from '../../shared/page.tsx';
import { Loading } from '../../shared/query-state.tsx';
import rows from '../../shared/rows.module.css';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { runTones } from '../states.ts';
import { type ListedRun, type RunFilter, runStatuses, runsQuery, workflowsQuery } from '../workflow-queries.ts';

/** The runs of the account, newest first. */
export function RunsPage() {
  const { t } = useTranslation('workflows');
  const filter = useSearch({ from: '/signed-in/workflows/runs' });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(runsQuery(filter));
  const runs = data?.pages.flatMap(({ items }) => items);
  const isFiltered = filter.workflow !== undefined || filter.status !== undefined;
  return (
    <Page title={t('runs.title')} subtitle={t('runs.subtitle')}>
      <Stack gap="lg">
        <Filter />
        {runs === undefined && error === null && <Loading lines={6} />}
        {error !== null && runs === undefined && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {runs !== undefined && runs.length === 0 && (
          <Empty
            icon={IconListDetails}
            title={t(isFiltered ? 'runs.noneFound' : 'runs.empty')}
            text={t(isFiltered ? 'runs.noneFoundText' : 'runs.emptyText')}
          />
        )}
        {runs !== undefined && runs.length > 0 && (
          <ul className={rows.list}>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('runs.older')}
          </Button>
        )}
      </Stack>
    </Page>
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
          data={runStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={filter.status ?? null}
          onChange={(status) => choose({ status: status ?? undefined })}
        />
      </Group>
    </search>
  );
}

function RunRow({ run }: { readonly run: ListedRun }) {
  const { t } = useTranslation('workflows');
  const { dateTime } = useFormat();
  return (
    <li>
      <Link to="/workflows/runs/$id" params={{ id: run.id }} className={rows.row}>
        <span className={rows.main}>
          <span className={rows.name}>{run.workflow}</span>
          {run.name !== '' && <span className={rows.details}> {run.name}</span>}
          <br />
          <span className={run.error === null ? rows.details : rows.bad}>
            {run.error === null ? (run.step ?? '') : run.error.detail.map(({ msg }) => msg).join(' ')}
          </span>
        </span>
        <StatusBadge tone={runTones[run.status]}>{t(`status.${run.status}`)}</StatusBadge>
        <time className={rows.when} dateTime={new Date(run.createdAt).toISOString()}>
          {dateTime(run.createdAt)}
        </time>
      </Link>
    </li>
  );
}
