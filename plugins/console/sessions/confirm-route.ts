import { Problem, type Route, route } from 'chronoscribe';
import { z } from 'zod';
import { cookieValue } from './cookie.ts';
import { ownEntry, requireSession } from './current.ts';
import type { OpenSession } from './sessions.ts';
import { SessionShape, sessionView } from './shapes.ts';
import type { SignInServices } from './sign-in.ts';

/** What a person can prove its identity by. */
export const Proof = z.object({
  password: z.string().min(1).max(256).optional().describe('Of the person'),
  code: z.string().min(1).max(20).optional().describe('Of the authenticator'),
  passkey: z
    .object({
      challenge_id: z.string().max(100).describe('Of the options of POST /api/v1/session/passkey/options'),
      response: z.looseObject({}).describe('The credential of the browser, by its `toJSON`'),
    })
    .optional()
    .describe('Of the person'),
  key: z.string().min(1).max(500).optional().describe('For a session that was opened with it'),
});
export type Proof = z.output<typeof Proof>;

interface ConfirmServices extends SignInServices {
  /** Whether a proof is that of a person. */
  readonly provePerson: (person: string, proof: Proof, headers: Headers) => Promise<boolean>;
}

/** Proving again, in a session, that it is its owner who uses it. */
export function confirmRoute({ sessions, accounts, audit, limit, provePerson }: ConfirmServices): Route {
  const isOwner = async ({ session }: OpenSession, proof: Proof, headers: Headers): Promise<boolean> => {
    if (session.by === 'person') return provePerson(session.owner, proof, headers);
    return proof.key !== undefined && (await accounts.authenticate(proof.key.trim()))?.keyId === session.owner;
  };
  return route({
    method: 'POST',
    path: '/api/v1/session/confirm',
    auth: 'session',
    summary: 'Confirm that it is you',
    description:
      'With one of: the password, a code of the authenticator, a passkey; in a session of a key, with the key. For five minutes the session may then change factors, passwords, people, roles and keys. Signing in counts too. Who has none of these signs in again at the identity provider (`GET /api/v1/session/oidc/start?again=true`). Allowed are 10 attempts in 15 minutes and 50 in a day for a session.',
    request: Proof,
    response: SessionShape,
    problems: ['confirmation-refused', 'challenge-expired', 'passkeys-need-name', 'cross-site-request'],
    handle: async ({ input, headers, address, auditId }) => {
      const current = await requireSession(sessions, { method: 'POST', headers });
      if (Object.values(input).filter((proof) => proof !== undefined).length !== 1) {
        throw new Problem('invalid-request', {
          detail: 'Send one of password, code and passkey; in a session of a key, send the key.',
        });
      }
      await limit.confirmation(current.session.sessionId);
      const action = 'POST /api/v1/session/confirm';
      if (!(await isOwner(current, input, headers))) {
        await audit.record(ownEntry(current, { address, auditId }, action, 403));
        throw new Problem('confirmation-refused', {
          status: 403,
          detail:
            'This is not the proof of who is signed in: it is wrong, was used before, or belongs to somebody else.',
        });
      }
      const confirmed = await sessions.confirm(cookieValue(headers, 'session') ?? '');
      if (confirmed === undefined) throw new Problem('unauthorized', { detail: 'The session has ended.' });
      await audit.record(ownEntry(current, { address, auditId }, action, 200));
      return sessionView(confirmed);
    },
  });
}
