import { Checkbox, Select, Stack, TextInput } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { api } from '../../shared/api.ts';
import { useFields } from '../../shared/fields.ts';
import { Form } from '../../shared/form.tsx';
import { mayGive, useAccess } from '../access.ts';
import { ShownOnce } from '../shown-once.tsx';

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
  const offered = useAccess().scopes.filter(({ value }) => mayGive(held, value));
  const [field, make, { values }] = useFields(
    { name: '', account_id, scopes: offered.slice(0, 1).map(({ value }) => value), days: '90' },
    ({ days, scopes, ...body }) => {
      const expires_at = days === 'never' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString();
      const inOrder = offered.map(({ value }) => value).filter((scope) => scopes.includes(scope));
      return api.POST('/admin/keys', { body: { ...body, scopes: inOrder, expires_at } });
    },
    { changes },
  );
  if (make.data !== undefined) {
    const title = t('keys.made', { name: values.name });
    return <ShownOnce title={title} text={t('keys.madeText')} secret={make.data.key} onDone={onDone} />;
  }
  const accounts = known?.accounts.map((each) => ({ value: each.account_id, label: each.name })) ?? [];
  return (
    <Form sending={make} submit={t('keys.make')} disabled={values.scopes.length === 0} onCancel={onDone}>
      <TextInput
        label={t('keys.name')}
        description={t('keys.nameText')}
        required
        data-autofocus
        maxLength={200}
        {...field('name')}
      />
      {accounts.length > 1 && (
        <Select label={t('keys.account')} data={accounts} allowDeselect={false} {...field('account_id')} />
      )}
      <Checkbox.Group label={t('keys.scopes')} required {...field('scopes')}>
        <Stack gap="xs" mt="xs">
          {offered.map((scope) => (
            <Checkbox key={scope.value} {...scope} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select
        label={t('keys.lifetime')}
        data={lifetimes.map((value) => ({ value, label: t(`keys.lifetimes.${value}`) }))}
        allowDeselect={false}
        {...field('days')}
      />
    </Form>
  );
}
