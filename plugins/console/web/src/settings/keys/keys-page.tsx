import { IconKey, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { RowButton, useAction } from '../../shared/action.tsx';
import { type Answer, api } from '../../shared/api.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { useFormat } from '../../shared/format.ts';
import { pagesOf, Row } from '../../shared/list.tsx';
import { ListPage } from '../../shared/list-page.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { mayGive, useAccess } from '../access.ts';
import { ShownOnce } from '../shown-once.tsx';
import { NewKeyForm } from './new-key-form.tsx';

const changes = ['admin', 'keys'];
const keysQuery = pagesOf(
  changes,
  (cursor) => api.GET('/admin/keys', { cursor }),
  ({ keys }) => keys,
);

/** The keys of programs: made and shown once, listed, given a new secret, revoked. */
export function KeysPage() {
  const { t } = useTranslation('settings');
  const query = useInfiniteQuery(keysQuery);
  return (
    <ListPage
      title={t('keys.title')}
      subtitle={t('keys.subtitle')}
      add={{ text: t('keys.make'), icon: IconPlus, form: (close) => <NewKeyForm changes={changes} onDone={close} /> }}
      query={{ ...query, data: query.data?.toReversed() }}
      empty={{ icon: IconKey, title: t('keys.empty'), text: t('keys.emptyText') }}
      row={(key) => <KeyRow key={key.id} listed={key} />}
    />
  );
}

function KeyRow({ listed }: { readonly listed: Answer<'/admin/keys'>['keys'][number] }) {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormat();
  const { id, account_id, scopes, created_at, last_used_at, expires_at, ip } = listed;
  const rotate = useAction(() => api.POST('/admin/keys/{id}/rotate', { id, body: {} }));
  const { scopes: held } = useSession();
  const { namesOfScopes: named } = useAccess();
  // The new secret gives whoever asks for it all that the key may do.
  const lacking = scopes.filter((scope) => !mayGive(held, scope));
  const isBeyond = lacking.includes('operator');
  const name = listed.name ?? id;
  const expired = expires_at !== null && Date.parse(expires_at) <= Date.now();
  const rotateName = t('keys.rotateName', { name });
  return (
    <Row
      name={name}
      details={[
        [
          account_id,
          named(scopes),
          t('keys.madeAt', { time: dateTime(created_at) }),
          last_used_at === null ? t('keys.neverUsed') : t('keys.usedAt', { time: dateTime(last_used_at) }),
          ...(ip.length > 0 ? [t('keys.from', { addresses: ip.join(', ') })] : []),
        ].join(' · '),
        ...(lacking.length > 0
          ? [isBeyond ? t('keys.operatorOnly') : t('keys.lacking', { scopes: named(lacking) })]
          : []),
      ]}
      error={rotate.error}
    >
      <Dialog opened={rotate.data !== undefined} onClose={rotate.reset} title={rotateName}>
        <ShownOnce title={t('keys.made', { name })} text={t('keys.madeText')} secret={rotate.data?.key ?? ''} />
      </Dialog>
      <StatusBadge tone={expired ? 'bad' : expires_at === null ? 'neutral' : 'good'}>
        {expires_at === null
          ? t('keys.never')
          : t(expired ? 'keys.expired' : 'keys.until', { time: dateTime(expires_at) })}
      </StatusBadge>
      <RowButton
        text={t('keys.rotate')}
        name={rotateName}
        disabled={lacking.length > 0}
        action={rotate}
        ask={{ text: t('keys.rotateText') }}
      />
      <RowButton
        text={t('keys.revoke')}
        name={t('keys.revokeName', { name })}
        disabled={isBeyond}
        action={() => api.DELETE('/admin/keys/{id}', { id })}
        changes={changes}
        ask={{ text: t('keys.revokeText'), color: 'red' }}
      />
    </Row>
  );
}
