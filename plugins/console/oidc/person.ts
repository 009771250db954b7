import { Problem } from 'chronoscribe';
import type { PersonRegistry } from '../people/registry.ts';
import type { Person } from '../people/stored-person.ts';
import type { Role } from '../sessions/roles.ts';
import type { OidcClaims } from './client.ts';
import type { OidcSettings } from './settings.ts';

/**
 * The person whom a provider's claims stand for: somebody who was invited with this e-mail address, or whose groups have
 * roles here, and then is added to the account. From the first sign-in on, the person is known by the provider's own id
 * (`sub`), which is not given to anybody else.
 *
 * @throws Problem `not-invited` (403)
 */
export async function personOfClaims(
  people: PersonRegistry,
  settings: OidcSettings,
  account: string,
  claims: OidcClaims,
): Promise<Person> {
  const { issuer } = settings;
  const email = claims.email_verified === false ? undefined : claims.email;
  const known = await people.findBySubject(issuer, claims.sub);
  const person = known ?? (email === undefined ? undefined : await people.findByEmail(email));
  if (person?.disabled || (person !== undefined && person !== known && person.oidc !== null)) throw notInvited();
  const mapped = rolesOfClaims(settings, claims);

  if (person === undefined) {
    if (mapped.length === 0 || email === undefined) throw notInvited();
    const added = await people.add({ account, email, name: claims.name ?? email, roles: [...mapped] });
    return linked(people, added, { issuer, subject: claims.sub, isManaged: true });
  }
  const isManaged = person.oidc?.isManaged ?? false;
  // Whom the provider has given the roles, it can take them from.
  if (isManaged && mapped.length === 0) throw notInvited();
  return linked(people, person, { issuer, subject: claims.sub, isManaged }, isManaged ? mapped : person.roles);
}

async function linked(
  people: PersonRegistry,
  person: Person,
  oidc: NonNullable<Person['oidc']>,
  roles: readonly Role[] = person.roles,
): Promise<Person> {
  const updated = await people.update(person.id, () => ({ oidc, roles: [...roles] }));
  if (updated === undefined) throw notInvited();
  return updated;
}

function rolesOfClaims({ roleClaim, roles }: OidcSettings, claims: OidcClaims): readonly Role[] {
  const values = roleClaim === undefined ? [] : [claims[roleClaim]].flat();
  return [...new Set(values.flatMap((value) => (typeof value === 'string' ? (roles[value] ?? []) : [])))];
}

function notInvited(): Problem {
  return new Problem('not-invited', { status: 403, detail: 'Nobody was invited with this identity.' });
}
