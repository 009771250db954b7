import { type Route, route } from 'chronoscribe';
import { z } from 'zod';
import type { KnownDevices } from '../sessions/known-devices.ts';
import { firstRoles, Role } from '../sessions/roles.ts';
import { isoTime, SessionShape } from '../sessions/shapes.ts';
import { type SignInServices, signIn } from '../sessions/sign-in.ts';
import type { Invitations } from './invitations.ts';
import { hashPassword, Password } from './password.ts';
import { requireStrong } from './password-strength.ts';
import { provenPerson } from './prove.ts';
import { type PersonRegistry, Purpose, requireMayManage } from './registry.ts';
import { Email, LinkShape, linkView, Name, PersonShape, personView, rolesAmong } from './shapes.ts';
import type { Totp } from './totp.ts';

export interface PeopleServices extends SignInServices {
  readonly people: PersonRegistry;
  readonly invitations: Invitations;
  readonly devices: KnownDevices;
  readonly totp: Totp;
}

/** The people of an account, for its administrators. */
export function peopleRoutes({ people, invitations, sessions }: PeopleServices): readonly Route[] {
  const roles = rolesAmong(people.brought());
  return [
    route({
      method: 'GET',
      path: '/api/v1/people',
      auth: 'admin',
      summary: 'List people',
      response: z.object({ items: z.array(PersonShape).describe('In order of their invitation') }),
      handle: async ({ account }) => ({ items: (await people.list(account)).map(personView) }),
    }),
    route({
      method: 'POST',
      path: '/api/v1/people',
      auth: 'admin',
      summary: 'Invite a person',
      description:
        'The link is valid for seven days, and once. Give it to the person: it is shown only in this answer.',
      request: z.object({ email: Email, name: Name, roles }),
      response: LinkShape,
      status: 201,
      problems: ['email-taken'],
      handle: async ({ input, account, headers, operationId, scopes }) => {
        requireMayManage(scopes, input);
        const { id } = await people.add({ account, ...input, operationId });
        return linkView(await invitations.issue(account, id, scopes), headers);
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/v1/people/{id}',
      auth: 'admin',
      summary: 'Change a person, or disable it',
      description:
        'Who is disabled is signed out everywhere at once, and cannot sign in. Only an operator gives the role `operator`, and changes who has it.',
      request: z.object({
        name: Name.optional(),
        roles: roles.optional(),
        disabled: z.boolean().optional().describe('True to disable, false to enable again'),
      }),
      response: PersonShape,
      problems: ['last-admin'],
      handle: async ({ input: { name, roles, disabled }, path, account, scopes }) => {
        const change = {
          ...(name !== undefined && { name }),
          ...(roles !== undefined && { roles }),
          ...(disabled !== undefined && { disabled }),
        };
        const person = await people.change(account, path.id, change, scopes);
        if (person.disabled) await sessions.endAll(person.id);
        return personView(person);
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/people/{id}/reset',
      auth: 'admin',
      summary: 'Make a link with which a person chooses another password',
      description:
        'The link is valid for a day, or seven if the person never signed in, and once. It is shown only in this answer.',
      response: LinkShape,
      status: 201,
      handle: async ({ path, account, headers, scopes }) =>
        linkView(await invitations.issue(account, path.id, scopes), headers),
    }),
  ];
}

/** Joining by a link. The token in the path is what allows it. */
export function invitationRoutes(services: PeopleServices): readonly Route[] {
  const { invitations, sessions, devices } = services;
  return [
    route({
      method: 'GET',
      path: '/api/v1/invitations/{token}',
      summary: 'Tell what a link is for',
      response: z.object({
        email: z.string().describe('Empty for the first person, who chooses one'),
        name: z.string().describe('Empty for the first person'),
        roles: z.array(Role).readonly().describe('What the person may do'),
        purpose: Purpose.describe('To make the first person, to join, or to choose another password'),
        expires_at: z.string().describe('ISO 8601, UTC'),
      }),
      handle: async ({ path: { token } }) => {
        const { invitation, person } = await invitations.find(token);
        const { purpose, expiresAt } = invitation;
        const { email = '', name = '', roles = firstRoles } = person ?? {};
        return { email, name, roles, purpose, expires_at: isoTime(expiresAt) };
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/invitations/{token}',
      summary: 'Join, or choose another password, and sign in',
      description: 'Uses the link up. Choosing another password ends all sessions of the person.',
      request: z.object({
        name: Name,
        email: Email.optional().describe('Of the first person only'),
        password: Password,
      }),
      response: SessionShape,
      problems: ['email-taken', 'weak-password', 'cross-site-request', 'insecure-connection'],
      handle: ({ input: { name, email, password }, path: { token }, ...call }) =>
        signIn(services, call, {
          action: 'POST /api/v1/invitations/{token}',
          async prove() {
            // Before the slow hashing, so that nobody can ask for it without a link.
            const { person: invited } = await invitations.find(token);
            const about = [name, invited?.name ?? '', email ?? invited?.email ?? ''];
            await requireStrong(password, about, ['password']);
            const person = await invitations.accept(token, name, email, await hashPassword(password));
            await sessions.endAll(person.id);
            await devices.forget(person.id);
            return provenPerson(person);
          },
        }),
    }),
  ];
}
