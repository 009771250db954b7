import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { type Role, roles } from './people-queries.ts';

/** The roles of a person, with what each may do. Only an operator makes operators. */
export function RolesField(props: { readonly value: readonly Role[]; readonly onChange: (roles: Role[]) => void }) {
  const { t } = useTranslation('settings');
  const isOperator = useSession().scopes.includes('operator');
  return (
    <Checkbox.Group
      label={t('people.roles')}
      value={[...props.value]}
      onChange={(chosen) => props.onChange(roles.filter((role) => chosen.includes(role)))}
      required
    >
      <Stack gap="xs" mt="xs">
        {roles.map((role) => (
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
