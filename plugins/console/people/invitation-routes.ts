import { type Route, route } from 'chronoscribe';
import { z } from 'zod';
import { firstRoles, Role } from '../sessions/roles.ts';
import { isoTime, SessionShape } from '../sessions/shapes.ts';
import { signIn } from '../sessions/sign-in.ts';
import { hashPassword, Password } from './password.ts';
import { requireStrong } from './password-strength.ts';
import { provenPerson } from './prove.ts';
import type { PeopleServices } from './routes.ts';
import { Email, Name } from './shapes.ts';
import { Purpose } from './stored-person.ts';

/** Joining by a link. The token in the path is what allows it. */
export function invitationRoutes(services: PeopleServices): readonly Route[] {
  const { invitations, sessions, devices, strength } = services;
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
            await requireStrong(strength, password, about, ['password']);
            const person = await invitations.accept(token, name, email, await hashPassword(password));
            await sessions.endAll(person.id);
            await devices.forget(person.id);
            return provenPerson(person);
          },
        }),
    }),
  ];
}
