import { type Cluster, type Documents, Problem, type Store } from 'chronoscribe';
import type { Scope } from 'chronoscribe/types';
import { firstRoles } from '../sessions/roles.ts';
import { hashOf, newToken } from '../sessions/secrets.ts';
import {
  addPerson,
  type Invitation,
  invitations,
  type Person,
  people,
  requireMayManage,
  unknownPerson,
} from './registry.ts';

const minuteMs = 60_000;
const validForMs = { first: 15 * minuteMs, invite: 7 * 24 * 60 * minuteMs, reset: 24 * 60 * minuteMs } as const;

/** Stands for the person that the link of the first start makes. */
const firstPerson = 'first';

/** A link that was made. The token is shown only this once. */
export interface IssuedInvitation {
  readonly token: string;
  readonly expiresAt: number;
}

export type Invitations = ReturnType<typeof createInvitations>;

/** One-time links, with which people join or choose another password. */
export function createInvitations(store: Store, cluster: Cluster) {
  const isValid = (found: Invitation | undefined): found is Invitation =>
    found !== undefined && found.expiresAt > cluster.now();

  const insert = async (
    documents: Documents,
    invitation: Pick<Invitation, 'account' | 'person' | 'purpose'>,
  ): Promise<IssuedInvitation> => {
    const token = newToken();
    const expiresAt = cluster.now() + validForMs[invitation.purpose];
    const { items } = await documents.find(invitations, { equals: { person: invitation.person } });
    for (const { id, account } of items) if (account === invitation.account) await documents.delete(invitations, id);
    await documents.insert(invitations, { ...invitation, id: hashOf(token), expiresAt });
    return { token, expiresAt };
  };

  return {
    /**
     * Makes a link with which a person joins, or chooses another password, in place of any that it has.
     *
     * @param by the scopes of who asks for it
     * @throws Problem `not-found` if the account has no such person; `forbidden` as `requireMayManage`
     */
    issue: (account: string, id: string, by: readonly Scope[]) =>
      store.transaction(async (documents) => {
        const person = await documents.get(people, id);
        if (person?.account !== account) throw unknownPerson(id);
        // In the transaction: somebody who becomes an operator meanwhile has no link that an admin knows.
        requireMayManage(by, person);
        const purpose = person.lastSeenAt === null ? 'invite' : 'reset';
        return { person, ...(await insert(documents, { account, person: id, purpose })) };
      }),
    /** The link that makes the first person of an account, an administrator. */
    issueFirst: (account: string) =>
      store.transaction((documents) => insert(documents, { account, person: firstPerson, purpose: 'first' })),

    /**
     * The invitation of a token, with its person if there is one.
     * @throws Problem `not-found` if it was used or expired
     */
    async find(token: string) {
      const invitation = await store.get(invitations, hashOf(token));
      if (!isValid(invitation)) throw unknownInvitation();
      return { invitation, person: await store.get(people, invitation.person) };
    },

    /**
     * Uses a link up.
     *
     * @param email of the first person; the others have one
     * @param password a hash, see `password.ts`
     * @throws Problem `not-found`, `email-taken`
     */
    accept: (token: string, name: string, email: string | undefined, password: string): Promise<Person> =>
      store.transaction(async (documents) => {
        const invitation = await documents.get(invitations, hashOf(token));
        if (!isValid(invitation)) throw unknownInvitation();
        const { id, account, purpose } = invitation;
        if (purpose === 'first' && email === undefined) {
          const errors = [{ in: 'body', path: ['email'], detail: 'Field required', type: 'missing' }] as const;
          throw new Problem('invalid-request', { detail: 'The first person needs an e-mail address.', errors });
        }
        const person =
          purpose === 'first'
            ? await addPerson(documents, { account, email: email ?? '', name, roles: [...firstRoles] }, cluster.now())
            : await documents.get(people, invitation.person);
        if (person === undefined) throw unknownPerson(invitation.person);
        if (person.disabled) throw unknownInvitation();
        // Who lost the authenticator too gets in again by a link.
        const accepted = { ...person, name, password, totp: null };
        await documents.put(people, accepted);
        await documents.delete(invitations, id);
        return accepted;
      }),
  };
}

function unknownInvitation(): Problem {
  return new Problem('not-found', {
    detail: 'This link was used before, or has expired. Ask an administrator for another one.',
  });
}
