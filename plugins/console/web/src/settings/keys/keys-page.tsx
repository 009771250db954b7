import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { Empty } from '../../shared/empty.tsx';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useFormat } from '../../shared/format.ts';
import { Page } from '../../shared/page.tsx';
import { Loading } from '../../shared/query-state.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import classes from '../settings.module.css';
import { keysQuery, type ListedKey } from './keys-queries.ts';
import { NewKeyForm } from './new-key-form.tsx';

/** The keys of programs: made and shown once, listed, revoked. */
export function KeysPage() {
  const { t } = useTranslation('settings');
  const [making, setMaking] = useState(false);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(keysQuery);
  const keys = data?.pages.flatMap((page) => page.keys).toReversed();
  return (
    <Page
      title={t('keys.title')}
      subtitle={t('keys.subtitle')}
      actions={
        <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setMaking(true)}>
          {t('keys.make')}
        </Button>
      }
    >
      <Dialog opened={making} onClose={() => setMaking(false)} title={t('keys.make')} size="lg">
        <NewKeyForm onDone={() => setMaking(false)} />
      </Dialog>
      <Stack gap="md">
        {keys === undefined && error === null && <Loading />}
        {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {keys !== undefined && keys.length === 0 && (
          <Empty icon={IconKey} title={t('keys.empty')} text={t('keys.emptyText')} />
        )}
        {keys !== undefined && keys.length > 0 && (
          <ul className={classes.list}>
            {keys.map((key) => (
              <KeyRow key={key.id} listed={key} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </Stack>
    </Page>
  );
}

function KeyRow({ listed }: { readonly listed: ListedKey }) {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormat();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => read(api.DELETE('/admin/keys/{id}', { params: { path: { id: listed.id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
  const name = listed.name ?? listed.id;
  const expired = listed.expires_at !== null && Date.parse(listed.expires_at) <= Date.now();
  return (
    <li>
      <div className={classes.main}>
        <div className={classes.name}>{name}</div>
        <div className={classes.details}>
          {listed.account_id} · {listed.scopes.map((scope) => t(`scopes.${scope}`)).join(', ')} ·{' '}
          {t('keys.madeAt', { time: dateTime(Date.parse(listed.created_at)) })}
        </div>
        {revoke.error !== null && <ErrorNote error={revoke.error} />}
      </div>
      <StatusBadge tone={expired ? 'bad' : listed.expires_at === null ? 'neutral' : 'good'}>
        {listed.expires_at === null
          ? t('keys.never')
          : t(expired ? 'keys.expired' : 'keys.until', { time: dateTime(Date.parse(listed.expires_at)) })}
      </StatusBadge>
      <Button
        size="xs"
        variant="default"
        aria-label={t('keys.revokeName', { name })}
        loading={revoke.isPending}
        onClick={() =>
          modals.openConfirmModal({
            title: t('keys.revokeName', { name }),
            children: <Text size="sm">{t('keys.revokeText')}</Text>,
            labels: { confirm: t('keys.revoke'), cancel: t('cancel') },
            confirmProps: { color: 'red' },
            onConfirm: () => revoke.mutate(),
          })
        }
      >
        {t('keys.revoke')}
      </Button>
    </li>
  );
}
