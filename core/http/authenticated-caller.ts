import type { Context } from 'hono';
import { isOpen, needsConfirmation, type PluginAuth } from '../api/access.ts';
import { Problem } from '../api/problem.ts';
import type { Route } from '../api/route.ts';
import type { RateLimit } from '../concurrency/rate-limit.ts';
import type { Caller, Sessions } from '../kinds/accounts.ts';
import { type AuthenticationServices, authorize, identify } from './callers/authentication.ts';
import type { CredentialWatch } from './callers/credential-watch.ts';
import { acceptCaller } from './connection-cap.ts';
import type { HttpEnv } from './middleware.ts';

export interface CallerServices extends AuthenticationServices {
  readonly credentials: CredentialWatch;
  /** Counts the requests of each key. */
  readonly rateLimit: RateLimit;
}

/** The caller of a route; empty for a public one. */
export interface AuthenticatedCaller extends Pick<Caller, 'account' | 'by' | 'scopes'> {
  readonly person: string | undefined;
  /** Aborted when the caller's key or session ends. Called for an answer that lasts. */
  readonly ended: () => AbortSignal;
}

/**
 * Who calls a route, and that they may; what they have proved, and how often they call. The audit log gets it from the
 * context, also of a request that is refused here.
 *
 * @throws Problem `unauthorized`, `forbidden`, `confirmation-required`, `rate-limited`
 */
export async function authenticateCaller(
  c: Context<HttpEnv>,
  route: Route,
  auth: PluginAuth,
  services: CallerServices,
): Promise<AuthenticatedCaller> {
  const { method, headers } = c.req.raw;
  const confirm = needsConfirmation(route, auth);
  if (isOpen(auth)) {
    if (auth === 'session') await requireSession({ method, headers }, services);
    if (confirm) await services.sessions?.requireProof({ method, headers });
    return { account: '', by: '', scopes: [], person: undefined, ended: () => noEnd };
  }
  c.set('guarded', true);
  const address = c.get('address');
  const credential = await identify({ method, headers, address }, services);
  const { account, keyId, by, person } = credential.caller;
  c.set('keyId', keyId);
  acceptCaller(c.env.incoming.socket, account);
  c.set('account', account);
  if (person !== undefined) c.set('person', { person, by });
  const scopes = authorize(credential.caller, { method, address }, auth);
  // Before anything else refuses: a refusal has an entry too.
  c.set('reachesOthers', scopes.includes('operator') && (auth === 'operator' || auth === 'administration'));
  if (confirm && credential.isSession) await services.sessions?.requireProof({ method, headers });
  c.set('audited', auth !== 'time' && route.audited);
  await services.rateLimit(keyId);
  return { account, by, scopes, person, ended: () => services.credentials.ended(credential, whenClosed(c)) };
}

/** @throws Problem `unauthorized` before the body is read. The handler asks again, for whose session it is. */
async function requireSession(head: Parameters<Sessions['authenticate']>[0], { sessions }: CallerServices) {
  if ((await sessions?.authenticate(head)) !== undefined) return;
  throw new Problem('unauthorized', { detail: 'You are not signed in, or no longer.' });
}

const noEnd = new AbortController().signal;

/** Aborted when the response has ended, or cannot be sent any more. */
export function whenClosed({ env: { outgoing } }: Context<HttpEnv>): AbortSignal {
  const closed = new AbortController();
  if (outgoing.closed) closed.abort();
  else outgoing.once('close', () => closed.abort());
  return closed.signal;
}
