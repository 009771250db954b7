import { Problem, type Route, route } from 'chronoscribe';
import { LanguageTag } from 'chronoscribe/host';
import { z } from 'zod';
import { requireSession } from '../sessions/current.ts';
import type { SessionRegistry } from '../sessions/sessions.ts';
import { SessionShape, sessionView } from '../sessions/shapes.ts';
import { hashPassword, Password, verifyPassword } from './password.ts';
import { requireStrong } from './password-strength.ts';
import type { PersonRegistry } from './registry.ts';
import type { PeopleServices } from './routes.ts';
import { Name } from './shapes.ts';

/** What a person who is signed in changes of itself. */
export function ownRoutes({ people, sessions, limit, totp }: PeopleServices): readonly Route[] {
  const current = currentPerson(people, sessions);
  return [
    route({
      method: 'PATCH',
      path: '/api/v1/people/me',
      auth: 'session',
      summary: 'Change your name, password or preferences',
      description:
        'Another name needs a proof that is at most five minutes old (`POST /api/v1/session/confirm`), since it stands below what you sign. Another password needs the one until now, or such a proof, and ends your other sessions.',
      request: z.object({
        name: Name.optional(),
        password: z
          .object({
            current: z.string().max(256).optional().describe('The password until now'),
            new: Password,
          })
          .optional()
          .describe('To change the password'),
        language: LanguageTag.nullable().optional().describe('Of the screens; null for that of the browser'),
        scheme: z
          .enum(['light', 'dark', 'auto'])
          .nullable()
          .optional()
          .describe('Of the screens; null for that of the browser'),
      }),
      response: SessionShape,
      problems: ['wrong-password', 'weak-password', 'confirmation-required', 'cross-site-request'],
      handle: async ({ input: { name, password, language, scheme }, headers }) => {
        const { session, person } = await current('PATCH', headers);
        // It stands below what this person signs.
        if (name !== undefined && name !== person.name) sessions.requireProof(session);
        if (password !== undefined) {
          if (password.current === undefined) sessions.requireProof(session);
          else {
            // Who has only the session of a person must not find the password by trying.
            await limit.confirmation(session.session.sessionId);
            if (!(await verifyPassword(password.current, person.password))) {
              const detail = 'This is not your password.';
              const errors = [{ in: 'body', path: ['password', 'current'], detail, type: 'wrong_password' }] as const;
              throw new Problem('wrong-password', { status: 403, detail, errors });
            }
          }
          await requireStrong(password.new, [person.name, name ?? '', person.email], ['password', 'new']);
        }
        const hash = password === undefined ? undefined : await hashPassword(password.new);
        await people.update(person.id, () => ({
          ...(name !== undefined && { name }),
          ...(language !== undefined && { language }),
          ...(scheme !== undefined && { scheme }),
          ...(hash !== undefined && { password: hash }),
        }));
        if (hash !== undefined) await sessions.endAll(person.id, session.session.sessionId);
        return sessionView((await current('PATCH', headers)).session);
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/people/me/totp',
      auth: 'session',
      confirm: true,
      summary: 'Make a secret for an authenticator app',
      description: 'Codes are asked for once one of them was confirmed.',
      response: z.object({
        secret: z.string().describe('In base32, to type it in'),
        uri: z.string().meta({ format: 'uri' }).describe('`otpauth://…`, to show as a QR code'),
      }),
      problems: ['totp-enabled', 'cross-site-request'],
      handle: async ({ headers }) => totp.start((await current('POST', headers)).person),
    }),
    route({
      method: 'POST',
      path: '/api/v1/people/me/totp/confirm',
      auth: 'session',
      confirm: true,
      summary: 'Confirm an authenticator app by a code',
      request: z.object({ code: z.string().max(20).describe('That it shows now') }),
      response: z.null(),
      status: 204,
      problems: ['wrong-code', 'cross-site-request'],
      handle: async ({ input: { code }, headers }) => {
        await totp.confirm((await current('POST', headers)).person, code);
        return null;
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/people/me/totp',
      auth: 'session',
      confirm: true,
      summary: 'Ask for no codes any more',
      response: z.null(),
      status: 204,
      problems: ['cross-site-request'],
      handle: async ({ headers }) => {
        await totp.remove((await current('DELETE', headers)).person);
        return null;
      },
    }),
  ];
}

/** Finds the person who is signed in. It throws Problem `unauthorized`; `forbidden` for a session that a key opened. */
export const currentPerson =
  (people: PersonRegistry, sessions: SessionRegistry) => async (method: string, headers: Headers) => {
    const session = await requireSession(sessions, { method, headers });
    const { person: id } = session.identity;
    const person = id === undefined ? undefined : await people.find(id);
    if (person !== undefined) return { session, person };
    throw new Problem('forbidden', { detail: 'You are signed in with a key, not as a person.' });
  };
