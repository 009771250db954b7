import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { api } from '../../shared/api.ts';
import { Form, useFields } from '../../shared/form.tsx';
import { useFormat } from '../../shared/format.ts';
import { ShownOnce } from '../shown-once.tsx';

const everyRole = ['operator', 'admin', 'clinician', 'viewer', 'developer'] as const;
type Role = (typeof everyRole)[number];

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
  const isOperator = useSession().scopes.includes('operator');
  return (
    <Checkbox.Group
      label={t('people.roles')}
      {...props}
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
