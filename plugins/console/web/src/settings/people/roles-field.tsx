import { Checkbox, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Role, roles } from './people-queries.ts';

/** The roles of a person, with what each may do. */
export function RolesField(props: { readonly value: readonly Role[]; readonly onChange: (roles: Role[]) => void }) {
  const { t } = useTranslation('settings');
  return (
    <Checkbox.Group
      label={t('people.roles')}
      value={[...props.value]}
      onChange={(chosen) => props.onChange(roles.filter((role) => chosen.includes(role)))}
      required
    >
      <Stack gap="xs" mt="xs">
        {roles.map((role) => (
          <Checkbox key={role} value={role} label={t(`roles.${role}`)} description={t(`roles.${role}Text`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
