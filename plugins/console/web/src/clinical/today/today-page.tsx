import { Group, Select, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMicrophone, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../shared/empty.tsx';
import { useFormat } from '../../shared/format.ts';
import { LinkButton } from '../../shared/link-button.tsx';
import { Page } from '../../shared/page.tsx';
import { Loading } from '../../shared/query-state.tsx';
import { FailedRuns, RecordingsList, RunsAtWork } from './active-work.tsx';
import { RecordGroup } from './record-group.tsx';
import { Samples } from './samples.tsx';
import { failedQuery, type RecordSearch, recordingsQuery, recordsQuery, workingQuery } from './today-queries.ts';

/** Visits by state: what is being made, what failed, what is to be reviewed, what is signed. */
export function TodayPage() {
  const { t } = useTranslation('clinical');
  const { date } = useFormat();
  const search = useSearch({ from: '/signed-in/clinical/today' });
  const recordings = useQuery(recordingsQuery);
  const working = useQuery(workingQuery);
  const failed = useQuery(failedQuery);
  const drafts = useInfiniteQuery(recordsQuery('draft', search));
  const signed = useInfiniteQuery(recordsQuery('signed', search));
  const amended = useInfiniteQuery(recordsQuery('amended', search));
  const queryClient = useQueryClient();
  const atWork = (working.data ?? []).map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what ended has become a record, or has failed
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['records'] });
    void queryClient.invalidateQueries({ queryKey: failedQuery.queryKey });
  }, [atWork, queryClient]);
  const groups = [
    { key: 'review', query: drafts },
    { key: 'amended', query: amended },
    { key: 'signed', query: signed },
  ] as const;
  const isSearching = Object.values(search).some((value) => value !== undefined);
  const loading = groups.some(({ query }) => query.isPending);
  const activeCount = (recordings.data?.items.length ?? 0) + (working.data?.length ?? 0) + (failed.data?.length ?? 0);
  const nothing =
    !loading && groups.every(({ query }) => query.data?.pages.every(({ items }) => items.length === 0) ?? false);

  return (
    <Page
      title={t('today.title')}
      subtitle={date(Date.now())}
      actions={
        <LinkButton to="/clinical/new" leftSection={<IconMicrophone size={18} aria-hidden />}>
          {t('today.newVisit')}
        </LinkButton>
      }
    >
      <Stack gap="xl">
        <SearchBar />
        {!isSearching && (
          <>
            {recordings.data !== undefined && <RecordingsList recordings={recordings.data.items} />}
            {working.data !== undefined && <RunsAtWork runs={working.data} />}
            {failed.data !== undefined && <FailedRuns runs={failed.data} />}
          </>
        )}
        {loading && <Loading lines={5} />}
        {nothing && isSearching && (
          <Empty icon={IconSearch} title={t('today.notFound')} text={t('today.notFoundText')} />
        )}
        {nothing && !isSearching && activeCount === 0 && (
          <>
            <Empty icon={IconMicrophone} title={t('today.empty')} text={t('today.emptyText')}>
              <LinkButton to="/clinical/new">{t('today.newVisit')}</LinkButton>
            </Empty>
            <Samples />
          </>
        )}
        {groups.map(({ key, query }) => (
          <RecordGroup key={key} title={t(`today.${key}`)} query={query} />
        ))}
      </Stack>
    </Page>
  );
}

const forms = ['audio-note', 'chiropractic-grid', 'image', 'pdf'] as const;

function SearchBar() {
  const { t } = useTranslation('clinical');
  const search = useSearch({ from: '/signed-in/clinical/today' });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(search.q ?? '');
  const [settled] = useDebouncedValue(typed, 250);
  useEffect(() => {
    void navigate({
      to: '/clinical/today',
      search: (before: RecordSearch) => ({ ...before, q: settled || undefined }),
      replace: true,
    });
  }, [settled, navigate]);
  return (
    <search>
      <Group gap="sm" align="flex-end">
        <TextInput
          style={{ flex: '1 1 16rem' }}
          type="search"
          aria-label={t('today.search')}
          placeholder={t('today.searchHint')}
          leftSection={<IconSearch size={17} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Select
          aria-label={t('today.form')}
          placeholder={t('today.anyForm')}
          clearable
          w={190}
          data={forms.map((form) => ({ value: form, label: t(`form.${form}`) }))}
          value={search.form ?? null}
          onChange={(form) =>
            void navigate({
              to: '/clinical/today',
              search: (before: RecordSearch) => ({ ...before, form: form ?? undefined }),
            })
          }
        />
        <TextInput
          type="date"
          w={170}
          aria-label={t('today.from')}
          value={search.from ?? ''}
          onChange={(event) => {
            const from = event.currentTarget.value || undefined;
            void navigate({ to: '/clinical/today', search: (before: RecordSearch) => ({ ...before, from }) });
          }}
        />
      </Group>
    </search>
  );
}
