import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '../../shared/form.tsx';
import { useFormat } from '../../shared/format.ts';
import { ShownOnce } from '../shown-once.tsx';
import { invite, peopleQuery, type Role } from './people-queries.ts';
import { RolesField } from './roles-field.tsx';

/** Invites a person; afterwards shows the link to hand over, which is the only time. */
export function InviteForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormat();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<Role[]>(['clinician']);
  const invitation = useMutation({
    mutationFn: () => invite({ email, name, roles }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  });
  if (invitation.data !== undefined) {
    const { link, expires_at } = invitation.data;
    return (
      <Stack>
        <ShownOnce
          title={t('people.invited', { name })}
          text={t('people.linkText', { time: dateTime(Date.parse(expires_at)) })}
          secret={link}
        />
        <Button onClick={onDone}>{t('action.done')}</Button>
      </Stack>
    );
  }
  return (
    <Form sending={invitation} submit={t('people.invite')} disabled={roles.length === 0} onCancel={onDone}>
      <TextInput
        label={t('people.name')}
        required
        data-autofocus
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('people.email')}
        type="email"
        required
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <RolesField value={roles} onChange={setRoles} />
    </Form>
  );
}
