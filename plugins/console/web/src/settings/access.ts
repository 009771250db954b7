import { useExtensions } from '../extensions/extensions.ts';
import type { Body } from '../shared/api.ts';
import { useTexts } from '../shared/i18n.ts';

export type Role = Body<'/api/v1/people', 'post'>['roles'][number];

const ownScopes = ['clinical', 'time', 'admin', 'operator'] as const;
const ownRoles = ['operator', 'admin', 'clinician', 'viewer', 'developer'] as const;

/** The scopes of keys and the roles of people, in the order and in the words of the console. */
export function useAccess() {
  const { t } = useTexts('settings');
  const brought = useExtensions();
  const named = (all: typeof brought.scopes) =>
    // The boundary of the types, which were made from a host without plugins of others.
    all.map(({ name, about }) => ({ value: name as never, label: name, description: about }));
  const scopes = [
    ...ownScopes.map((value) => ({ value, label: t(`scopes.${value}`), description: t(`scopes.${value}Text`) })),
    ...named(brought.scopes),
  ];
  const roles = [
    ...ownRoles.map((value) => ({ value, label: t(`roles.${value}`), description: t(`roles.${value}Text`) })),
    ...named([...brought.roles, ...brought.scopes]),
  ];
  const naming =
    (offered: readonly { readonly value: string; readonly label: string }[]) => (held: readonly string[]) =>
      held.map((name) => offered.find(({ value }) => value === name)?.label ?? name).join(', ');
  return { scopes, roles, namesOfScopes: naming(scopes), namesOfRoles: naming(roles) };
}

/** Nobody gives a key more than they hold; who administers an account holds what plugins bring. */
export const mayGive = (held: readonly string[], scope: string): boolean =>
  held.includes(scope) || (scope.includes('.') && held.includes('admin'));
