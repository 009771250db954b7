import { type Audit, Problem } from 'chronoscribe';
import { type Accounts, refuseOtherAddress } from 'chronoscribe/host';
import type { Call } from 'chronoscribe/types';
import type { z } from 'zod';
import { cookie, cookieValue } from './cookie.ts';
import { refuseForeignSignIn } from './origin.ts';
import type { SessionRegistry, StoredSession } from './sessions.ts';
import { type SessionShape, sessionView } from './shapes.ts';
import type { SignInLimit, Target } from './sign-in-limit.ts';

export interface SignInServices {
  readonly sessions: SessionRegistry;
  readonly accounts: Accounts;
  readonly audit: Audit;
  readonly limit: SignInLimit;
  /** Called when somebody has proved an identity, before the session begins. */
  readonly signedIn: (proven: Proven, call: SignInCall) => Promise<void>;
}

/** The parts of a request that signing in needs. */
export type SignInCall = Pick<
  Call<unknown, unknown, Record<never, never>, undefined>,
  'headers' | 'address' | 'auditId' | 'setHeader'
>;

/** Who has proved to be whom. */
export interface Proven extends Pick<StoredSession, 'account' | 'owner' | 'by'> {
  /** The name of a person. */
  readonly name?: string;
  /** When the identity was proved, if it was before now: milliseconds since 1970. */
  readonly provenAt?: number;
}

/** One attempt to sign in. */
export interface Attempt {
  /** The route, for the audit log. */
  readonly action: string;
  /** Who is tried, if what is sent could be guessed. */
  readonly target?: Target | undefined;
  /** @throws Problem for what proves nothing */
  readonly prove: () => Promise<Proven>;
}

/**
 * Signs in with a proof of identity, for a request that a page of this host makes.
 *
 * @throws Problem as `openSession`; `cross-site-request`, `insecure-connection`
 */
export async function signIn(
  services: SignInServices,
  call: SignInCall,
  attempt: Attempt,
): Promise<z.output<typeof SessionShape>> {
  refuseForeignSignIn(call.headers);
  return openSession(services, call, attempt);
}

/**
 * Opens a session with a proof of identity. It is a new one, whatever the request's cookie says, so nobody can know its
 * token beforehand (session fixation); the session of the old cookie ends. Each attempt is in the audit log. A request
 * of another site is not refused: `prove` must tell whether the browser meant it.
 *
 * @throws Problem that `prove` throws; `rate-limited`
 */
export async function openSession(
  { sessions, audit, limit, signedIn }: SignInServices,
  call: SignInCall,
  { action, target, prove }: Attempt,
): Promise<z.output<typeof SessionShape>> {
  const { headers, address, auditId: request, setHeader } = call;
  const entry = { action, record: null, address, request };
  const proven = await limit
    .attempt(call, target)
    .then(prove)
    .catch(async (thrown: unknown) => {
      await audit.record({ ...entry, account: null, key: null, outcome: Problem.of(thrown).status });
      throw thrown;
    });
  const userAgent = headers.get('user-agent')?.slice(0, 300) ?? null;
  await signedIn(proven, call);
  const { account, owner, by, name, provenAt } = proven;
  const token = await sessions.open({ account, owner, by, userAgent, ...(provenAt !== undefined && { provenAt }) });
  const opened = await sessions.find(token);
  if (opened === undefined) throw new Problem('unauthorized', { detail: 'The sign-in was revoked at this moment.' });
  const key = opened.session.sessionId;
  const person = by === 'person' ? { person: owner, by: name ?? owner } : {};
  await audit.record({ ...entry, ...person, account, key, record: by === 'key' ? owner : null, outcome: 200 });
  // Last, for what other tabs send with the old cookie until the browser has the new one, such as sound under a lock.
  const former = cookieValue(headers, 'session');
  if (former !== undefined) await sessions.forget(former);
  setHeader('set-cookie', cookie(headers, 'session', token));
  return sessionView(opened);
}

/**
 * The identity that a key proves.
 * @throws Problem `invalid-credentials`; `forbidden` from another address than its own
 */
export async function proveByKey(accounts: Accounts, key: string, address: string): Promise<Proven> {
  const caller = await accounts.authenticate(key);
  if (caller === undefined) throw refusedSignIn('invalid-credentials', 'This is no valid API key.', 'key');
  refuseOtherAddress(caller, address);
  return { account: caller.account, owner: caller.keyId, by: 'key' };
}

/**
 * @param type what a program finds in the answer
 * @param field what is wrong or missing; default: nothing in particular
 */
export function refusedSignIn(
  type: 'invalid-credentials' | 'code-required',
  detail: string,
  field?: string,
  cause?: unknown,
): Problem {
  const path = field === undefined ? [] : [field];
  return new Problem('invalid-request', { status: 401, detail, errors: [{ in: 'body', path, detail, type }], cause });
}
