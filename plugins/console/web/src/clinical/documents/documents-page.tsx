import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileText, IconSearch } from '@tabler/icons-react';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { Empty } from '../../shared/empty.tsx';
import { LinkButton } from '../../shared/link-button.tsx';
import { Page } from '../../shared/page.tsx';
import { Loading } from '../../shared/query-state.tsx';
import { RecordGroup } from '../today/record-group.tsx';

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
  });

/** Images and PDFs, newest first. */
export function DocumentsPage() {
  const { t } = useTranslation('clinical');
  const { t: shared } = useTranslation();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const query = useInfiniteQuery(documentsQuery(q));
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
      {isEmpty && q === '' && (
        <Empty icon={IconFileText} title={t('document.empty')} text={t('document.emptyText')}>
          <LinkButton to="/clinical/new">{t('document.bring')}</LinkButton>
        </Empty>
      )}
      <RecordGroup title={t('document.newest')} query={query} />
    </Page>
  );
}
