import { Problem, type Route, route } from 'chronoscribe';
import { z } from 'zod';
import { type Passkeys, provePerson } from './passkeys/passkeys.ts';
import { proveByPassword } from './people/prove.ts';
import type { PersonRegistry } from './people/registry.ts';
import type { Totp } from './people/totp.ts';
import { cookie, cookieValue } from './sessions/cookie.ts';
import { currentSession, requireSession } from './sessions/current.ts';
import { relyingPartyOf } from './sessions/origin.ts';
import type { OpenSession } from './sessions/sessions.ts';
import { Proof, SessionItem, SessionShape, sessionItem, sessionView } from './sessions/shapes.ts';
import { proveByKey, type SignInServices, signIn } from './sessions/sign-in.ts';

interface SessionServices extends SignInServices {
  readonly people: PersonRegistry;
  readonly totp: Totp;
  readonly passkeys: Passkeys;
}

/** Signing in and out, and the sessions of who is signed in. They need no key: the cookie tells who asks. */
export function sessionRoutes(
  services: SessionServices,
  oidc: { readonly name: string } | undefined,
): readonly Route[] {
  const { sessions, accounts, audit, people, totp } = services;
  return [
    route({
      method: 'GET',
      path: '/api/v1/session/methods',
      summary: 'Tell how one can sign in here',
      response: z.object({
        password: z.boolean().describe('With an e-mail address and a password'),
        passkey: z.boolean().describe('With a passkey'),
        oidc: z
          .object({ name: z.string().describe('Its name for people') })
          .nullable()
          .describe('With an identity provider; null if there is none'),
        needs_first_person: z.boolean().describe('Whether nobody was invited yet: then the host has printed a link'),
      }),
      handle: async ({ headers }) => ({
        ...{ password: true, passkey: relyingPartyOf(headers) !== undefined },
        oidc: oidc === undefined ? null : { name: oidc.name },
        needs_first_person: await people.isEmpty(),
      }),
    }),
    route({
      method: 'POST',
      path: '/api/v1/session',
      summary: 'Sign in',
      description:
        'The answer sets the cookie of a new session, and for a person that of a known browser. Allowed are 10 attempts in 15 minutes for an e-mail address by one network, 50 in an hour and 100 in a day by all together, and 30 in 5 minutes by one network. In a browser in which the person has signed in before, only the attempts of that browser count.',
      request: z.object({
        key: z.string().min(1).max(500).optional().describe('An API key, in place of all others'),
        email: z.string().min(1).max(254).optional().describe('Of a person'),
        password: z.string().min(1).max(256).optional().describe('Of the person'),
        code: z.string().max(20).optional().describe('Of the authenticator, if the person uses one'),
      }),
      response: SessionShape,
      problems: ['invalid-credentials', 'cross-site-request', 'insecure-connection'],
      handle: async ({ input: { key, email, password, code }, ...call }) => {
        const typed = key === undefined ? email?.trim() : undefined;
        return signIn(services, call, {
          action: 'POST /api/v1/session',
          target: typed === undefined ? undefined : { email: typed, person: (await people.findByEmail(typed))?.id },
          async prove() {
            if (key !== undefined) return proveByKey(accounts, key.trim(), call.address);
            if (email === undefined || password === undefined) {
              const detail = 'Send a key, or an e-mail address and a password.';
              const errors = [{ in: 'body', path: [], detail, type: 'missing' }] as const;
              throw new Problem('invalid-request', { detail, errors });
            }
            return proveByPassword(people, totp, { email: email.trim(), password, code });
          },
        });
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/session',
      auth: 'session',
      summary: 'Tell who is signed in',
      response: SessionShape,
      handle: async ({ headers }) => sessionView(await requireSession(sessions, { method: 'GET', headers })),
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/session',
      summary: 'Sign out',
      description: 'Everywhere: with a proof that is at most five minutes old, as all that takes access from others.',
      request: z.object({
        everywhere: z.boolean().default(false).describe('Whether all sessions end'),
        only: z.string().max(100).optional().describe('Ends this session alone, and leaves the cookie as it is'),
      }),
      response: z.null(),
      status: 204,
      problems: ['cross-site-request', 'confirmation-required'],
      handle: async ({ input: { everywhere, only }, headers, address, auditId, setHeader }) => {
        const current = await currentSession(sessions, { method: 'DELETE', headers });
        if (everywhere && current !== undefined) sessions.requireProof(current);
        // Somebody may sign in while a locked screen ends its session: neither this request, nor the answer to it, which
        // the browser may read after that of the sign-in, takes the new session away.
        if (only === undefined) setHeader('set-cookie', cookie(headers, 'session'));
        if (current === undefined || (only !== undefined && only !== current.session.sessionId)) return null;
        const { owner, sessionId } = current.session;
        if (everywhere) await sessions.endAll(owner);
        else await sessions.end(owner, sessionId);
        const { person, by } = current.identity;
        await audit.record({
          ...{ account: current.session.account, key: sessionId, ...(person !== undefined && { person, by }) },
          ...{ address, request: auditId, action: 'DELETE /api/v1/session', record: null, outcome: 204 },
        });
        return null;
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/sessions',
      auth: 'session',
      summary: 'List the sessions of who is signed in',
      response: z.object({ items: z.array(SessionItem).describe('Newest first') }),
      handle: async ({ headers }) => {
        const { session } = await requireSession(sessions, { method: 'GET', headers });
        return { items: (await sessions.list(session.owner)).map((each) => sessionItem(each, session)) };
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/sessions/{id}',
      auth: 'session',
      confirm: true,
      summary: 'End one of the sessions of who is signed in',
      response: z.null(),
      status: 204,
      problems: ['cross-site-request'],
      handle: async ({ path: { id }, headers }) => {
        const { session } = await requireSession(sessions, { method: 'DELETE', headers });
        await sessions.end(session.owner, id);
        return null;
      },
    }),
  ];
}

/** Proving again, in a session, that it is its owner who uses it. */
export function confirmRoute(services: SessionServices): Route {
  const { sessions, accounts, limit } = services;
  const isOwner = async ({ session }: OpenSession, proof: Proof, headers: Headers): Promise<boolean> => {
    if (session.by === 'person') return provePerson(services, session.owner, proof, headers);
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
    handle: async ({ input, headers }) => {
      const current = await requireSession(sessions, { method: 'POST', headers });
      if (Object.values(input).filter((proof) => proof !== undefined).length !== 1) {
        throw new Problem('invalid-request', {
          detail: 'Send one of password, code and passkey; in a session of a key, send the key.',
        });
      }
      await limit.confirmation(current.session.sessionId);
      if (!(await isOwner(current, input, headers))) {
        throw new Problem('confirmation-refused', {
          status: 403,
          detail:
            'This is not the proof of who is signed in: it is wrong, was used before, or belongs to somebody else.',
        });
      }
      const confirmed = await sessions.confirm(cookieValue(headers, 'session') ?? '');
      if (confirmed === undefined) throw new Problem('unauthorized', { detail: 'The session has ended.' });
      return sessionView(confirmed);
    },
  });
}
