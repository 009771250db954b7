import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconMicrophone, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { MayChange } from '../../session/session.ts';
import { LinkButton } from '../../shared/action.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { Loading } from '../../shared/list.tsx';
import { Empty, Page, SearchInput } from '../../shared/page.tsx';
import { RecordGroup } from './record-group.tsx';
import {
  failedQuery,
  type RecordSearch,
  recordingsQuery,
  recordsQuery,
  searchedQuery,
  useRunsAtWork,
} from './today-queries.ts';

const ActiveWork = lazy(async () => ({ default: (await import('./active-work.tsx')).ActiveWork }));

/** For who has nothing yet. */
const Samples = lazy(async () => ({ default: (await import('../sample-visit.tsx')).Samples }));

/** Visits by state: what is being made, what failed, what is to be reviewed, what is signed. */
export function TodayPage() {
  const { t, date } = useTexts('clinical');
  const search = useSearch({ from: '/signed-in/clinical/today' });
  const recordings = useQuery(recordingsQuery);
  const working = useRunsAtWork();
  const failed = useQuery(failedQuery);
  const drafts = useInfiniteQuery(recordsQuery('draft', search));
  const signed = useInfiniteQuery(recordsQuery('signed', search));
  const amended = useInfiniteQuery(recordsQuery('amended', search));
  const groups = [
    { key: 'review', query: drafts },
    { key: 'amended', query: amended },
    { key: 'signed', query: signed },
  ] as const;
  const isSearching = Object.values(search).some((value) => value !== undefined);
  const loading = groups.some(({ query }) => query.isPending);
  const activeCount = (recordings.data?.items.length ?? 0) + working.length + (failed.data?.length ?? 0);
  const nothing = !loading && groups.every(({ query }) => query.data?.length === 0);

  return (
    <Page
      title={t('today.title')}
      subtitle={date(Date.now())}
      actions={
        <LinkButton scope="clinical" to="/clinical/new" icon={IconMicrophone}>
          {t('today.newVisit')}
        </LinkButton>
      }
    >
      <Stack gap="xl">
        <SearchBar />
        <Suspense fallback={<Loading lines={5} />}>
          {!isSearching && activeCount > 0 && (
            <ActiveWork recordings={recordings.data?.items ?? []} working={working} failed={failed.data ?? []} />
          )}
          {loading && <Loading lines={5} />}
          {nothing && isSearching && (
            <Empty icon={IconSearch} title={t('today.notFound')} text={t('today.notFoundText')} />
          )}
          {nothing && !isSearching && activeCount === 0 && (
            <>
              <Empty icon={IconMicrophone} title={t('today.empty')} text={t('today.emptyText')}>
                <LinkButton scope="clinical" to="/clinical/new">
                  {t('today.newVisit')}
                </LinkButton>
              </Empty>
              <MayChange scope="clinical">
                <Suspense>
                  <Samples />
                </Suspense>
              </MayChange>
            </>
          )}
          {groups.map(({ key, query }) => (
            <RecordGroup key={key} title={t(`today.${key}`)} query={query} words={search.q} />
          ))}
        </Suspense>
      </Stack>
    </Page>
  );
}

const forms = ['audio-note', 'chiropractic-grid', 'image', 'pdf'] as const;

function SearchBar() {
  const { t } = useTexts('clinical');
  const search = useSearch({ from: '/signed-in/clinical/today' });
  const navigate = useNavigate();
  const choose = (change: RecordSearch, replace = false) =>
    void navigate({ to: '/clinical/today', search: (before: RecordSearch) => ({ ...before, ...change }), replace });
  const lookFor = useDebouncedCallback((q: string) => {
    // Who has just begun to go elsewhere is not called back.
    if (q !== (search.q ?? '')) choose({ q: q || undefined }, true);
  }, 250);
  const { data: searched = 'texts' } = useQuery(searchedQuery);
  return (
    <search>
      <Group gap="sm" align="flex-end">
        <SearchInput
          flex="1 1 20rem"
          aria-label={t('today.search')}
          placeholder={t(`today.searchIn.${searched}`)}
          defaultValue={search.q}
          onChange={({ currentTarget }) => lookFor(currentTarget.value)}
        />
        <NativeSelect
          aria-label={t('today.form')}
          w="10rem"
          data={[
            { value: '', label: t('today.anyForm') },
            ...forms.map((form) => ({ value: form, label: t(`form.${form}`) })),
          ]}
          value={search.form ?? ''}
          onChange={(event) => choose({ form: event.currentTarget.value || undefined })}
        />
        <TextInput
          type="date"
          w="10rem"
          aria-label={t('today.from')}
          value={search.from ?? ''}
          onChange={(event) => choose({ from: event.currentTarget.value || undefined })}
        />
      </Group>
    </search>
  );
}
