import { randomUUID } from 'node:crypto';
import { type Cluster, type Documents, defineCollection, findAll, Problem, type Store } from 'chronoscribe';
import type { Scope } from 'chronoscribe/types';
import { z } from 'zod';
import { type Brought, Role, scopesOf } from '../sessions/roles.ts';
import { hashOf } from '../sessions/secrets.ts';
import type { Identity } from '../sessions/sessions.ts';

export const people = defineCollection({
  name: 'people',
  schema: z.object({
    /** `per_…` */
    id: z.string(),
    account: z.string(),
    /** In lower case; unique in the installation. */
    email: z.string(),
    name: z.string(),
    roles: z.array(Role),
    /** See `password.ts`; null until the person has chosen one. */
    password: z.string().nullable(),
    /** The secret of an authenticator in base32, and the last step whose code was used; null without one. */
    totp: z.object({ secret: z.string(), confirmed: z.boolean(), lastStep: z.number() }).nullable(),
    /** How an identity provider knows the person; null if it has never signed in by one. */
    oidc: z
      .object({
        issuer: z.string(),
        subject: z.string(),
        /** Whether the person was added by the provider's groups, which then decide on the roles. */
        isManaged: z.boolean(),
      })
      .nullable(),
    /** SHA-256 of the issuer and the subject; null as above. */
    oidcId: z.string().nullable(),
    /** What the screens are shown in; null for what the browser asks for. */
    language: z.string().nullable(),
    scheme: z.string().nullable(),
    disabled: z.boolean(),
    createdAt: z.number(),
    /** When the person signed in last; null if never. */
    lastSeenAt: z.number().nullable(),
  }),
  indexes: [['email'], ['oidcId'], ['account', 'createdAt']],
});

export type Person = Readonly<z.output<typeof people.schema>>;

/** What a one-time link is for: to make the first person, to join, or to choose another password. */
export const Purpose = z.enum(['first', 'invite', 'reset']);

export const invitations = defineCollection({
  name: 'invitations',
  schema: z.object({
    /** SHA-256 of the token in the link, in hex. The token itself is not stored. */
    id: z.string(),
    account: z.string(),
    /** `first` if it makes the first person. */
    person: z.string(),
    purpose: Purpose,
    expiresAt: z.number(),
  }),
  indexes: [['person'], ['expiresAt']],
});

export type Invitation = Readonly<z.output<typeof invitations.schema>>;

/** What an administrator may change of a person. */
type PersonChange = Partial<Pick<Person, 'name' | 'roles' | 'disabled'>>;

export type PersonRegistry = ReturnType<typeof createPersonRegistry>;

/** The people who may sign in. Each belongs to an account. @param brought known once all plugins have started */
export function createPersonRegistry(store: Store, cluster: Cluster, brought: () => Brought) {
  const find = (id: string): Promise<Person | undefined> => store.get(people, id);
  return {
    /** Who acts in a session of the person; undefined if there is none, or if it is disabled. */
    async identify(id: string): Promise<Identity | undefined> {
      const person = await find(id);
      return person === undefined || person.disabled ? undefined : identityOf(person, brought());
    },
    find,
    brought,
    /** @param email in any case */
    findByEmail: (email: string) => byEmail(store, email),

    /** @param subject the id that an identity provider gave the person */
    async findBySubject(issuer: string, subject: string): Promise<Person | undefined> {
      const { items } = await store.find(people, { equals: { oidcId: oidcIdOf({ issuer, subject }) }, limit: 1 });
      return items[0];
    },

    /** Whether nobody was ever invited. */
    async isEmpty(): Promise<boolean> {
      const { items } = await store.find(people, { limit: 1 });
      return items.length === 0;
    },

    /** The people of an account, in order of their invitation. */
    list: (account: string): Promise<readonly Person[]> =>
      Array.fromAsync(findAll(store, people, { equals: { account }, orderBy: 'createdAt' })),

    /** @throws Problem `email-taken` (409) */
    add: (person: NewPerson) => store.transaction((documents) => addPerson(documents, person, cluster.now())),

    /**
     * Changes a person.
     *
     * @param by the scopes of who changes it
     * @throws Problem `not-found` if the account has no such person; `last-admin` (409) if nobody could administer
     * it, or
     *   operate the host, then; `forbidden` as `requireMayManage`
     */
    change: (account: string, id: string, change: PersonChange, by: readonly Scope[]): Promise<Person> =>
      store.transaction(async (documents) => {
        const person = await documents.get(people, id);
        if (person?.account !== account) throw unknownPerson(id);
        const changed = { ...person, ...change };
        requireMayManage(by, person);
        requireMayManage(by, changed);
        for (const role of ['admin', 'operator'] as const) {
          if (canAct(person, role) && !canAct(changed, role) && !(await hasAnother(documents, person, role)))
            throw lastOne(role);
        }
        await putChanged(documents, person, changed);
        return changed;
      }),

    /**
     * Gives a person the roles that the groups of an identity provider have here, in the account of that mapping alone.
     * The last operator stays one.
     *
     * @returns undefined if it is gone, or has no role then
     */
    assign: (id: string, { account, roles, decidesOnOperators, oidc }: AssignedRoles): Promise<Person | undefined> =>
      store.transaction(async (documents) => {
        const person = await documents.get(people, id);
        if (person === undefined) return undefined;
        const isElsewhere = person.account !== account;
        const assigned = new Set(isElsewhere && roles.length > 0 ? person.roles : roles);
        if (!decidesOnOperators && roles.length > 0 && person.roles.includes('operator')) assigned.add('operator');
        const isOperator = canAct(person, 'operator') && !isElsewhere;
        if (isOperator && !(await hasAnother(documents, person, 'operator'))) assigned.add('operator');
        if (assigned.size === 0) return undefined;
        const changed = { ...person, roles: [...assigned], oidc, oidcId: oidcIdOf(oidc) };
        await putChanged(documents, person, changed);
        return changed;
      }),

    /** Changes what a person keeps of itself. Undefined if it is gone. @param update from the newest state */
    update: (id: string, update: (person: Person) => Partial<Person>): Promise<Person | undefined> =>
      store.transaction(async (documents) => {
        const person = await documents.get(people, id);
        if (person === undefined) return undefined;
        const changed = { ...person, ...update(person) };
        const updated = { ...changed, oidcId: changed.oidc && oidcIdOf(changed.oidc) };
        await documents.put(people, updated);
        return updated;
      }),
  };
}

/** What an identity provider says of a person whose roles it decides on. */
interface AssignedRoles {
  /** The account that the mapping of groups is for. */
  readonly account: string;
  readonly roles: readonly Role[];
  /** Whether some group has the role `operator` here. Otherwise who has it got it from an operator, and keeps it. */
  readonly decidesOnOperators: boolean;
  readonly oidc: NonNullable<Person['oidc']>;
}

export type NewPerson = Pick<Person, 'account' | 'email' | 'name' | 'roles'> & {
  /** The operation that adds the person: repeated after a crash, it adds nobody else. */
  readonly operationId?: string;
};

/** Adds a person who has no password yet. @throws Problem `email-taken` */
export async function addPerson(
  documents: Documents,
  { account, email, name, roles, operationId = randomUUID() }: NewPerson,
  createdAt: number,
): Promise<Person> {
  const id = `per_${operationId}`;
  const taken = await byEmail(documents, email);
  if (taken?.id === id) return taken;
  if (taken !== undefined) {
    throw new Problem('email-taken', {
      status: 409,
      detail: 'There is a person with this e-mail address. Make a new link for it instead.',
      errors: [{ in: 'body', path: ['email'], detail: 'Taken by another person', type: 'email_taken' }],
    });
  }
  const person: Person = {
    ...{ id, account, email: email.toLowerCase(), name, roles, createdAt },
    ...{ password: null, totp: null, oidc: null, oidcId: null },
    ...{ language: null, scheme: null, disabled: false, lastSeenAt: null },
  };
  await documents.insert(people, person);
  return person;
}

export function unknownPerson(id: string): Problem {
  return new Problem('not-found', { detail: `There is no person "${id}". GET /api/v1/people lists them.` });
}

async function byEmail(documents: Pick<Documents, 'find'>, email: string): Promise<Person | undefined> {
  const { items } = await documents.find(people, { equals: { email: email.toLowerCase() }, limit: 1 });
  return items[0];
}

function oidcIdOf({ issuer, subject }: Pick<NonNullable<Person['oidc']>, 'issuer' | 'subject'>): string {
  return hashOf(JSON.stringify([issuer, subject]));
}

/** @throws Problem `forbidden` if somebody who is no operator gives that role, or changes an operator */
export function requireMayManage(by: readonly Scope[], { roles }: Pick<Person, 'roles'>): void {
  if (!roles.includes('operator') || by.includes('operator')) return;
  throw new Problem('forbidden', {
    detail: 'Only an operator gives the role "operator", and changes people who have it. Ask one.',
  });
}

/** Whether somebody with the role has signed in before; one who was only invited may never come. */
function canAct({ roles, disabled, lastSeenAt }: Person, role: Role): boolean {
  return roles.includes(role) && !disabled && lastSeenAt !== null;
}

async function putChanged(documents: Documents, person: Person, changed: Person): Promise<void> {
  // An admin may know a link that was made before, and would become an operator by it.
  if (!person.roles.includes('operator') && changed.roles.includes('operator')) {
    const { items } = await documents.find(invitations, { equals: { person: person.id } });
    for (const each of items) await documents.delete(invitations, each.id);
  }
  await documents.put(people, changed);
}

async function hasAnother(documents: Documents, { account, id }: Person, role: 'admin' | 'operator'): Promise<boolean> {
  for await (const other of findAll(documents, people, { equals: { account }, orderBy: 'createdAt' })) {
    if (other.id !== id && canAct(other, role)) return true;
  }
  return false;
}

function lastOne(role: 'admin' | 'operator'): Problem {
  return new Problem('last-admin', {
    status: 409,
    detail:
      role === 'admin'
        ? 'This is the last administrator who can sign in. Make somebody else an administrator first.'
        : 'This is the last operator who can sign in. Make somebody else an operator first.',
  });
}

function identityOf(person: Person, brought: Brought): Identity {
  const { id, account, name, email, language, scheme } = person;
  const { roles } = person;
  return {
    ...{ account, by: name, person: id, roles, ...scopesOf(roles, brought) },
    profile: {
      id,
      name,
      email,
      roles,
      language,
      scheme,
      has_password: person.password !== null,
      has_totp: person.totp?.confirmed ?? false,
    },
  };
}
