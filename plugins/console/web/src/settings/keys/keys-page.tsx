import { Select, TextInput } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSession } from '../../session/session.ts';
import { RowButton, useAction } from '../../shared/action.tsx';
import { type Answer, api } from '../../shared/api.ts';
import { Checkboxes } from '../../shared/checkboxes.tsx';
import { Dialog, Form, ListPage, useFields } from '../../shared/form.tsx';
import { dotted, useTexts } from '../../shared/i18n.ts';
import { pagesOf, Row, StatusBadge } from '../../shared/list.tsx';
import { mayGive, useAccess } from '../access.ts';
import { ShownOnce } from '../shown-once.tsx';

const changes = ['admin', 'keys'];
const keysQuery = pagesOf(
  changes,
  (cursor) => api.GET('/admin/keys', { cursor }),
  ({ keys }) => keys,
);

/** The keys of programs: made and shown once, listed, given a new secret, revoked. */
export function KeysPage() {
  const { t } = useTexts('settings');
  const query = useInfiniteQuery(keysQuery);
  return (
    <ListPage
      title={t('keys.title')}
      subtitle={t('keys.subtitle')}
      add={{ text: t('keys.make'), icon: IconPlus, form: <NewKeyForm /> }}
      query={{ ...query, data: query.data?.toReversed() }}
      empty={{ icon: IconKey, title: t('keys.empty'), text: t('keys.emptyText') }}
      row={(key) => <KeyRow key={key.id} listed={key} />}
    />
  );
}

function KeyRow({ listed }: { readonly listed: Answer<'/admin/keys'>['keys'][number] }) {
  const { t, dateTime } = useTexts('settings');
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
        dotted(
          ...[account_id, named(scopes), t('keys.madeAt', { time: dateTime(created_at) })],
          last_used_at === null ? t('keys.neverUsed') : t('keys.usedAt', { time: dateTime(last_used_at) }),
          ip.length > 0 && t('keys.from', { addresses: ip.join(', ') }),
        ),
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

const lifetimes = ['30', '90', '365', 'never'] as const;
const dayMs = 86_400_000;

/** Makes a key; afterwards shows it, which is the only time. */
function NewKeyForm() {
  const { t } = useTexts('settings');
  const { account_id, scopes: held } = useSession();
  // The first accounts of the installation; a practice seldom has more than one.
  const { data: known } = useQuery({
    queryKey: ['admin', 'accounts'],
    queryFn: () => api.GET('/admin/accounts'),
    enabled: held.includes('operator'),
  });
  // Nobody gives a key more than they hold themselves.
  const offered = useAccess().scopes.filter(({ value }) => mayGive(held, value));
  const [field, make, { values }] = useFields(
    { name: '', account_id, scopes: offered.slice(0, 1).map(({ value }) => value), days: '90' },
    ({ days, scopes, ...body }) => {
      const expires_at = days === 'never' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString();
      const inOrder = offered.map(({ value }) => value).filter((scope) => scopes.includes(scope));
      return api.POST('/admin/keys', { body: { ...body, scopes: inOrder, expires_at } });
    },
    { changes, stays: () => true, labels: (name) => t(`keys.${name}`) },
  );
  if (make.data !== undefined) {
    const title = t('keys.made', { name: values.name });
    return <ShownOnce title={title} text={t('keys.madeText')} secret={make.data.key} />;
  }
  const accounts = known?.accounts.map((each) => ({ value: each.account_id, label: each.name })) ?? [];
  return (
    <Form sending={make} submit={t('keys.make')} disabled={values.scopes.length === 0}>
      <TextInput description={t('keys.nameText')} required data-autofocus maxLength={200} {...field('name')} />
      {accounts.length > 1 && <Select data={accounts} {...field('account_id')} />}
      <Checkboxes required offered={offered} {...field('scopes')} />
      <Select data={lifetimes.map((value) => ({ value, label: t(`keys.lifetimes.${value}`) }))} {...field('days')} />
    </Form>
  );
}
