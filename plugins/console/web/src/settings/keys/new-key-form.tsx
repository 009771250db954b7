import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { Form, useText } from '../../shared/form.tsx';
import { ShownOnce } from '../shown-once.tsx';

const scopes = ['clinical', 'time', 'admin', 'operator'] as const;
const lifetimes = ['30', '90', '365', 'never'] as const;
const dayMs = 86_400_000;

/** Makes a key; afterwards shows it, which is the only time. */
export function NewKeyForm({ changes, onDone }: { readonly changes: QueryKey; readonly onDone: () => void }) {
  const { t } = useTranslation('settings');
  const { account_id, scopes: held } = useSession();
  // The first accounts of the installation; a practice seldom has more than one.
  const { data: known } = useQuery({
    queryKey: ['admin', 'accounts'],
    queryFn: () => api.GET('/admin/accounts'),
    enabled: held.includes('operator'),
  });
  // Nobody gives a key more than they hold themselves.
  const offered = scopes.filter((scope) => held.includes(scope));
  const [name, nameInput] = useText();
  const [account, setAccount] = useState(account_id);
  const [chosen, setChosen] = useState<string[]>(offered.slice(0, 1));
  const [days, setDays] = useState<string>('90');
  const make = useAction(
    () =>
      api.POST('/admin/keys', {
        body: {
          name,
          account_id: account,
          scopes: scopes.filter((scope) => chosen.includes(scope)),
          expires_at: days === 'never' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString(),
        },
      }),
    { changes },
  );
  if (make.data !== undefined) {
    const { key } = make.data;
    return <ShownOnce title={t('keys.made', { name })} text={t('keys.madeText')} secret={key} onDone={onDone} />;
  }
  const accounts = known?.accounts.map((each) => ({ value: each.account_id, label: each.name })) ?? [];
  return (
    <Form sending={make} submit={t('keys.make')} disabled={chosen.length === 0} onCancel={onDone}>
      <TextInput
        label={t('keys.name')}
        description={t('keys.nameText')}
        required
        data-autofocus
        maxLength={200}
        {...nameInput}
      />
      {accounts.length > 1 && (
        <Select
          label={t('keys.account')}
          data={accounts}
          value={account}
          onChange={(value) => setAccount(value ?? account_id)}
          allowDeselect={false}
        />
      )}
      <Checkbox.Group label={t('keys.scopes')} value={chosen} onChange={setChosen} required>
        <Stack gap="xs" mt="xs">
          {offered.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(`scopes.${scope}`)} description={t(`scopes.${scope}Text`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={t('keys.lifetime')}
        data={lifetimes.map((value) => ({ value, label: t(`keys.lifetimes.${value}`) }))}
        value={days}
        onChange={(value) => setDays(value ?? '90')}
        allowDeselect={false}
      />
    </Form>
  );
}
