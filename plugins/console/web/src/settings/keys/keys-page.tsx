import { Button, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { api, read } from '../../shared/api.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { Empty } from '../../shared/empty.tsx';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useFormat } from '../../shared/format.ts';
import { Page } from '../../shared/page.tsx';
import { Loading } from '../../shared/query-state.tsx';
import rows from '../../shared/rows.module.css';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { keysQuery, type ListedKey } from './keys-queries.ts';
import { NewKeyForm } from './new-key-form.tsx';

/** The keys of programs: made and shown once, listed, given a new secret, revoked. */
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
          <ul className={rows.list}>
            {keys.map((key) => (
              <KeyRow key={key.id} listed={key} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('action.more')}
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
  const rotate = useMutation({
    mutationFn: () => read(api.POST('/admin/keys/{id}/rotate', { params: { path: { id: listed.id } }, body: {} })),
  });
  const { scopes: held } = useSession();
  // The new secret gives whoever asks for it all that the key may do.
  const lacking = listed.scopes.filter((scope) => !held.includes(scope));
  const isBeyond = lacking.includes('operator');
  const name = listed.name ?? listed.id;
  const expired = listed.expires_at !== null && Date.parse(listed.expires_at) <= Date.now();
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <div className={rows.name}>{name}</div>
        <div className={rows.details}>
          {listed.account_id} · {listed.scopes.map((scope) => t(`scopes.${scope}`)).join(', ')} ·{' '}
          {t('keys.madeAt', { time: dateTime(Date.parse(listed.created_at)) })} ·{' '}
          {listed.last_used_at === null
            ? t('keys.neverUsed')
            : t('keys.usedAt', { time: dateTime(Date.parse(listed.last_used_at)) })}
          {listed.ip.length > 0 && ` · ${t('keys.from', { addresses: listed.ip.join(', ') })}`}
        </div>
        {lacking.length > 0 && (
          <div className={rows.details}>
            {isBeyond
              ? t('keys.operatorOnly')
              : t('keys.lacking', { scopes: lacking.map((scope) => t(`scopes.${scope}`)).join(', ') })}
          </div>
        )}
        {revoke.error !== null && <ErrorNote error={revoke.error} />}
        {rotate.error !== null && <ErrorNote error={rotate.error} />}
        <Dialog opened={rotate.data !== undefined} onClose={rotate.reset} title={t('keys.rotateName', { name })}>
          <ShownOnce title={t('keys.made', { name })} text={t('keys.madeText')} secret={rotate.data?.key ?? ''} />
        </Dialog>
      </div>
      <StatusBadge tone={expired ? 'bad' : listed.expires_at === null ? 'neutral' : 'good'}>
        {listed.expires_at === null
          ? t('keys.never')
          : t(expired ? 'keys.expired' : 'keys.until', { time: dateTime(Date.parse(listed.expires_at)) })}
      </StatusBadge>
      <Button
        size="xs"
        variant="default"
        aria-label={t('keys.rotateName', { name })}
        disabled={lacking.length > 0}
        loading={rotate.isPending}
        onClick={() =>
          modals.openConfirmModal({
            title: t('keys.rotateName', { name }),
            children: <Text size="sm">{t('keys.rotateText')}</Text>,
            labels: { confirm: t('keys.rotate'), cancel: t('action.cancel') },
            onConfirm: () => rotate.mutate(),
          })
        }
      >
        {t('keys.rotate')}
      </Button>
      <Button
        size="xs"
        variant="default"
        aria-label={t('keys.revokeName', { name })}
        disabled={isBeyond}
        loading={revoke.isPending}
        onClick={() =>
          modals.openConfirmModal({
            title: t('keys.revokeName', { name }),
            children: <Text size="sm">{t('keys.revokeText')}</Text>,
            labels: { confirm: t('keys.revoke'), cancel: t('action.cancel') },
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
