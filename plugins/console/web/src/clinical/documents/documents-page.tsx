import { Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileText, IconSearch } from '@tabler/icons-react';
import { infiniteQueryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { Empty } from '../../shared/empty.tsx';
import { LinkButton } from '../../shared/link-button.tsx';
import { Page } from '../../shared/page.tsx';
import { Loading } from '../../shared/query-state.tsx';
import { RunsAtWork } from '../today/active-work.tsx';
import { RecordGroup } from '../today/record-group.tsx';
import { workingQuery } from '../today/today-queries.ts';

const documentsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['documents', q],
    queryFn: ({ pageParam }) =>
      read(
        api.GET('/api/v1/documents', {
          params: { query: { ...(q === '' ? {} : { q }), ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: 30_000,
  });

const documentWorkflows: readonly string[] = ['image-analysis', 'pdf-summary'];

/** Images and PDFs: those that are being read, and the others, newest first. */
export function DocumentsPage() {
  const { t } = useTranslation('clinical');
  const { t: shared } = useTranslation();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const query = useInfiniteQuery(documentsQuery(q));
  const { data: runs = [] } = useQuery(workingQuery);
  const working = runs.filter(({ workflow }) => documentWorkflows.includes(workflow));
  const queryClient = useQueryClient();
  const atWork = working.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what ended has become a document
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: ['documents'] });
  }, [atWork, queryClient]);
  const isEmpty = query.data?.pages.every(({ items }) => items.length === 0) === true && !query.hasNextPage;
  return (
    <Page title={shared('nav.documents')}>
      <TextInput
        mb="xl"
        type="search"
        aria-label={t('today.search')}
        placeholder={t('today.searchHint')}
        leftSection={<IconSearch size={17} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {query.isPending && <Loading />}
      {isEmpty && q !== '' && <Empty icon={IconSearch} title={t('today.notFound')} text={t('today.notFoundText')} />}
      {isEmpty && q === '' && working.length === 0 && (
        <Empty icon={IconFileText} title={t('document.empty')} text={t('document.emptyText')}>
          <LinkButton to="/clinical/new">{t('document.bring')}</LinkButton>
        </Empty>
      )}
      <Stack gap="xl">
        {q === '' && <RunsAtWork runs={working} />}
        <RecordGroup title={t('document.newest')} query={query} />
      </Stack>
    </Page>
  );
}
