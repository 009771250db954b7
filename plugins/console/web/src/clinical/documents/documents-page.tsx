import { Stack } from '@mantine/core';
import { useDebouncedValue, useInputState } from '@mantine/hooks';
import { IconFileText, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.ts';
import { Loading, pagesOf } from '../../shared/list.tsx';
import { Empty, Page, SearchInput } from '../../shared/page.tsx';
import { ActiveWork } from '../today/active-work.tsx';
import { RecordGroup } from '../today/record-group.tsx';
import { searchedQuery, useRunsAtWork } from '../today/today-queries.ts';

const documentsQuery = (q: string) =>
  pagesOf(
    ['documents', q],
    (cursor) => api.GET('/api/v1/documents', { q: q || undefined, cursor }),
    ({ items }) => items,
  );

const documentWorkflows: readonly string[] = ['image-analysis', 'pdf-summary'];

/** Images and PDFs: those that are being read, and the others, newest first. */
export function DocumentsPage() {
  const { t } = useTexts('clinical');
  const { data: searched = 'texts' } = useQuery(searchedQuery);
  const [typed, setTyped] = useInputState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const query = useInfiniteQuery({ ...documentsQuery(q), refetchInterval: 30_000 });
  const working = useRunsAtWork().filter(({ workflow }) => documentWorkflows.includes(workflow));
  const isEmpty = query.data?.length === 0 && !query.hasNextPage;
  return (
    <Page title={t('nav.documents')}>
      <SearchInput
        mb="xl"
        aria-label={t('today.search')}
        placeholder={t(`today.searchIn.${searched}`)}
        value={typed}
        onChange={setTyped}
      />
      {query.isPending && <Loading />}
      {isEmpty && q !== '' && <Empty icon={IconSearch} title={t('today.notFound')} text={t('today.notFoundText')} />}
      {isEmpty && q === '' && working.length === 0 && (
        <Empty icon={IconFileText} title={t('document.empty')} text={t('document.emptyText')}>
          <LinkButton scope="clinical" to="/clinical/new">
            {t('document.bring')}
          </LinkButton>
        </Empty>
      )}
      <Stack gap="xl">
        {q === '' && <ActiveWork recordings={[]} working={working} failed={[]} />}
        <RecordGroup title={t('document.newest')} query={query} words={q} />
      </Stack>
    </Page>
  );
}
