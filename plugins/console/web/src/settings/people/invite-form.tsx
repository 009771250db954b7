import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { api } from '../../shared/api.ts';
import { useFields } from '../../shared/fields.ts';
import { Form } from '../../shared/form.tsx';
import { useFormat } from '../../shared/format.ts';
import { type Role, useAccess } from '../access.ts';
import { ShownOnce } from '../shown-once.tsx';

/** Invites a person; afterwards shows the link to hand over, which is the only time. */
export function InviteForm({ changes, onDone }: { readonly changes: QueryKey; readonly onDone: () => void }) {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormat();
  const [field, invitation, { values }] = useFields(
    { email: '', name: '', roles: ['clinician'] as Role[] },
    (body) => api.POST('/api/v1/people', { body }),
    { changes },
  );
  if (invitation.data !== undefined) {
    const { link, expires_at } = invitation.data;
    const text = t('people.linkText', { time: dateTime(expires_at) });
    const title = t('people.invited', { name: values.name });
    return <ShownOnce title={title} text={text} secret={link} onDone={onDone} />;
  }
  return (
    <Form sending={invitation} submit={t('people.invite')} disabled={values.roles.length === 0} onCancel={onDone}>
      <TextInput label={t('people.name')} required data-autofocus maxLength={200} {...field('name')} />
      <TextInput label={t('people.email')} type="email" required maxLength={254} {...field('email')} />
      <RolesField {...field('roles')} />
    </Form>
  );
}

/** The roles of a person, with what each may do. Only an operator makes operators. */
export function RolesField(props: { readonly value: readonly Role[]; readonly onChange: (roles: Role[]) => void }) {
  const { t } = useTranslation('settings');
  const offered = useAccess().roles;
  const isOperator = useSession().scopes.includes('operator');
  return (
    <Checkbox.Group
      label={t('people.roles')}
      {...props}
      value={[...props.value]}
      onChange={(chosen) => props.onChange(offered.map(({ value }) => value).filter((role) => chosen.includes(role)))}
      required
    >
      <Stack gap="xs" mt="xs">
        {offered.map((role) => {
          const isBeyond = role.value === 'operator' && !isOperator;
          const more = isBeyond && { description: t('roles.operatorOnly'), disabled: true };
          return <Checkbox key={role.value} {...role} {...more} />;
        })}
      </Stack>
    </Checkbox.Group>
  );
}
