import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { Form, useText } from '../../shared/form.tsx';
import { useFormat } from '../../shared/format.ts';
import { ShownOnce } from '../shown-once.tsx';

const everyRole = ['operator', 'admin', 'clinician', 'viewer', 'developer'] as const;
type Role = (typeof everyRole)[number];

/** Invites a person; afterwards shows the link to hand over, which is the only time. */
export function InviteForm({ changes, onDone }: { readonly changes: QueryKey; readonly onDone: () => void }) {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormat();
  const [email, emailInput] = useText();
  const [name, nameInput] = useText();
  const [roles, setRoles] = useState<Role[]>(['clinician']);
  const invitation = useAction(() => api.POST('/api/v1/people', { body: { email, name, roles } }), { changes });
  if (invitation.data !== undefined) {
    const { link, expires_at } = invitation.data;
    const text = t('people.linkText', { time: dateTime(expires_at) });
    return <ShownOnce title={t('people.invited', { name })} text={text} secret={link} onDone={onDone} />;
  }
  return (
    <Form sending={invitation} submit={t('people.invite')} disabled={roles.length === 0} onCancel={onDone}>
      <TextInput label={t('people.name')} required data-autofocus maxLength={200} {...nameInput} />
      <TextInput label={t('people.email')} type="email" required maxLength={254} {...emailInput} />
      <RolesField value={roles} onChange={setRoles} />
    </Form>
  );
}

/** The roles of a person, with what each may do. Only an operator makes operators. */
export function RolesField(props: { readonly value: readonly Role[]; readonly onChange: (roles: Role[]) => void }) {
  const { t } = useTranslation('settings');
  const isOperator = useSession().scopes.includes('operator');
  return (
    <Checkbox.Group
      label={t('people.roles')}
      value={[...props.value]}
      onChange={(chosen) => props.onChange(everyRole.filter((role) => chosen.includes(role)))}
      required
    >
      <Stack gap="xs" mt="xs">
        {everyRole.map((role) => (
          <Checkbox
            key={role}
            value={role}
            label={t(`roles.${role}`)}
            description={role === 'operator' && !isOperator ? t('roles.operatorOnly') : t(`roles.${role}Text`)}
            disabled={role === 'operator' && !isOperator}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
