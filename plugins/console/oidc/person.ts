import { Problem } from 'chronoscribe';
import type { Person, PersonRegistry } from '../people/registry.ts';
import type { Role } from '../sessions/roles.ts';
import { hasSecondFactor, type OidcClaims, verifiedEmail } from './claims.ts';
import type { OidcSettings } from './settings.ts';

/** Whom a provider's claims stand for, and what the person must do here before it is signed in. */
export interface ClaimedPerson {
  readonly person: Person;
  readonly waitsFor: 'nothing' | 'link' | 'code';
}

/**
 * The person whom a provider's claims stand for: somebody who was invited with this e-mail address, or whose groups have
 * roles here, and then is added to the account. From the first sign-in on, the person is known by the provider's own id
 * (`sub`), which is not given to anybody else. Who has a password or a passkey signs in with it first (`link`); who has
 * an authenticator sends a code, unless the provider has asked for a second factor.
 *
 * @param hasOwnFactor whether a person can sign in without the provider
 * @throws Problem `not-invited` (403)
 */
export async function personOfClaims(
  people: PersonRegistry,
  settings: OidcSettings,
  account: string,
  claims: OidcClaims,
  hasOwnFactor: (person: Person) => Promise<boolean>,
): Promise<ClaimedPerson> {
  const { issuer } = settings;
  const email = verifiedEmail(claims, settings);
  const known = await people.findBySubject(issuer, claims.sub);
  const person = known ?? (email === undefined ? undefined : await people.findByEmail(email));
  if (person?.disabled || (person !== undefined && person !== known && person.oidc !== null)) throw notInvited();
  const mapped = rolesOfClaims(settings, claims);

  if (person === undefined) {
    if (mapped.length === 0 || email === undefined) throw notInvited();
    const added = await people.add({ account, email, name: claims.name ?? email, roles: [...mapped] });
    const oidc = { issuer, subject: claims.sub, isManaged: true };
    return { person: await linked(people, added, oidc), waitsFor: 'nothing' };
  }
  if (known === undefined && (await hasOwnFactor(person))) return { person, waitsFor: 'link' };
  const isManaged = person.oidc?.isManaged ?? false;
  const oidc = { issuer, subject: claims.sub, isManaged };
  // Whom the provider has given the roles, it can take them from.
  const updated = isManaged
    ? await people.assign(person.id, { account, roles: mapped, decidesOnOperators: namesOperators(settings), oidc })
    : await linked(people, person, oidc);
  if (updated === undefined) throw notInvited();
  const needsCode = updated.totp?.confirmed === true && !hasSecondFactor(claims);
  return { person: updated, waitsFor: needsCode ? 'code' : 'nothing' };
}

/** Links a person with what a provider calls it. @throws Problem `not-invited` if another one is linked with it */
export async function linkPerson(people: PersonRegistry, id: string, issuer: string, subject: string): Promise<void> {
  const other = await people.findBySubject(issuer, subject);
  if (other !== undefined && other.id !== id) throw notInvited();
  const updated = await people.update(id, ({ oidc }) =>
    oidc === null ? { oidc: { issuer, subject, isManaged: false } } : {},
  );
  if (updated?.oidc?.issuer !== issuer || updated.oidc.subject !== subject) throw notInvited();
}

async function linked(people: PersonRegistry, person: Person, oidc: NonNullable<Person['oidc']>): Promise<Person> {
  const updated = await people.update(person.id, () => ({ oidc }));
  if (updated === undefined) throw notInvited();
  return updated;
}

function rolesOfClaims({ roleClaim, roles }: OidcSettings, claims: OidcClaims): readonly Role[] {
  const values = roleClaim === undefined ? [] : [claims[roleClaim]].flat();
  return [
    ...new Set(
      values.flatMap((value) => (typeof value === 'string' && Object.hasOwn(roles, value) ? (roles[value] ?? []) : [])),
    ),
  ];
}

function namesOperators({ roles }: OidcSettings): boolean {
  return Object.values(roles).flat().includes('operator');
}

function notInvited(): Problem {
  return new Problem('not-invited', { status: 403, detail: 'Nobody was invited with this identity.' });
}
