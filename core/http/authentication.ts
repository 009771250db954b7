import type { Context } from 'hono';
import {
  isOpen,
  type KeyAuth,
  mayCall,
  needsConfirmation,
  type PluginAuth,
  readingMethods,
  type Scope,
  scopeNames,
} from '../api/access.ts';
import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import type { Route } from '../api/route.ts';
import type { RateLimit } from '../concurrency/rate-limit.ts';
import { type Accounts, type Caller, refuseOtherAddress, type Sessions } from '../kinds/accounts.ts';
import { acceptCaller } from './connection-cap.ts';
import type { HttpEnv } from './middleware.ts';

/** The parts of a request that tell who calls. */
export interface RequestHead {
  readonly method: string;
  readonly headers: Headers;
  /** The IP address of the client. */
  readonly address: string;
}

export interface AuthenticationServices {
  readonly accounts: Accounts;
  /** Undefined if no plugin provides sessions: then only keys are accepted. */
  readonly sessions: Sessions | undefined;
  /** Counts refused keys by the address of their client. */
  readonly failedLimit: RateLimit;
}

/** A key or a session that a request was authenticated by. */
interface Credential {
  readonly caller: Caller;
  readonly isSession: boolean;
  /** Names the secret, for those who watch whether it is still valid. */
  readonly name: string;
  /** Whether it would still be accepted. */
  isValid(): Promise<boolean>;
}

/**
 * Finds the caller by `Authorization: Bearer KEY` or `x-api-key: KEY`, which are accepted everywhere, or else by the
 * cookie of a session. Only refused keys are limited: a valid key goes on, so that nobody can shut out those who share
 * an address with him, and a browser whose session has ended asks again for each part of its page.
 *
 * @throws Problem `unauthorized` without a valid key or session; `rate-limited` after too many wrong keys
 */
export async function identify(
  { address, ...request }: RequestHead,
  { accounts, sessions, failedLimit }: AuthenticationServices,
): Promise<Credential> {
  const key = keyIn(request.headers);
  if (key !== undefined) {
    const caller = await accounts.authenticate(key);
    if (caller !== undefined) {
      return {
        caller,
        isSession: false,
        name: key,
        isValid: async () => (await accounts.authenticate(key)) !== undefined,
      };
    }
    await failedLimit(address);
  } else {
    const caller = await sessions?.authenticate(request);
    if (caller !== undefined) {
      const isValid = async () => (await sessions?.isOpen(caller.keyId)) === true;
      return { caller, isSession: true, name: caller.keyId, isValid };
    }
  }
  throw new Problem('unauthorized', {
    detail: 'Send a valid API key as "Authorization: Bearer KEY" or as "x-api-key: KEY".',
  });
}

/**
 * The scopes that a caller has for a request.
 *
 * @throws Problem `forbidden` if it lacks the scope, or may not call from this address
 */
export function authorize(
  caller: Caller,
  { method, address }: Pick<RequestHead, 'method' | 'address'>,
  auth: KeyAuth,
): readonly Scope[] {
  refuseOtherAddress(caller, address);
  const { readOnly = [] } = caller;
  const mayChange = readOnly.length === 0 || readingMethods.includes(method);
  const scopes = mayChange ? caller.scopes : caller.scopes.filter((scope) => !readOnly.includes(scope));
  if (scopes.length > 0 && mayCall(scopes, auth)) return scopes;
  const isKey = caller.person === undefined;
  throw new Problem('forbidden', {
    detail:
      scopes.length < caller.scopes.length
        ? 'Your roles only allow reading here. Ask an administrator for another role.'
        : `${isKey ? 'This key lacks' : 'You lack'} the scope ${scopeNames(auth)}. ${isKey ? 'Use a key that has it.' : 'Ask an administrator for another role.'}`,
  });
}

/** The key that a request presents; undefined without one. */
export function keyIn(headers: Headers): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
  return bearer ?? headers.get('x-api-key')?.trim();
}

/** Half of what is promised, since a look takes a while too. */
const checkEveryMs = 500;

/**
 * Tells of keys and sessions that end while an answer to them lasts. Looks twice a second whether the watched keys and sessions are valid. So it does not matter why one ends, or on which
 * host: by time, because it was revoked or rotated, by signing out, or because its person was disabled.
 */
export function watchCredentials(log: Logger) {
  /** By the name of the credential: the answers that last, and one of the equal ways to look. */
  const watched = new Map<string, { readonly answers: Set<AbortController>; isValid(): Promise<boolean> }>();
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;

  const check = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    // All at once: a look may store that a key is used, and many such writes one after the other take seconds.
    const looks = await Promise.allSettled(
      watched.values().map(async ({ answers, isValid }) => {
        if (await isValid()) return;
        for (const answer of answers) answer.abort();
      }),
    );
    const failed = looks.find((look) => look.status === 'rejected');
    if (failed !== undefined) {
      log.warn(
        { err: failed.reason },
        'keys and sessions of open streams could not be checked; they are checked again',
      );
    }
    isChecking = false;
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    /**
     * @param gone aborted when the answer is over; nothing is watched any more then
     * @returns aborted when the credential has ended, within a second
     */
    ended({ name, isValid }: Pick<Credential, 'name' | 'isValid'>, gone: AbortSignal): AbortSignal {
      const answer = new AbortController();
      const entry = watched.get(name) ?? { answers: new Set(), isValid };
      watched.set(name, entry);
      entry.answers.add(answer);
      const forget = (): void => {
        entry.answers.delete(answer);
        if (entry.answers.size === 0 && watched.get(name) === entry) watched.delete(name);
        if (watched.size === 0) stop();
      };
      gone.addEventListener('abort', forget, { once: true });
      answer.signal.addEventListener('abort', forget, { once: true });
      timer ??= setInterval(() => void check(), checkEveryMs).unref();
      if (gone.aborted) forget();
      return answer.signal;
    },
    stop,
  };
}

type CredentialWatch = ReturnType<typeof watchCredentials>;

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
    // Before the body is read. The handler asks again, for whose session it is.
    if (auth === 'session') {
      const caller = await services.sessions?.authenticate({ method, headers });
      if (caller === undefined) throw new Problem('unauthorized', { detail: 'You are not signed in, or no longer.' });
      const { account, keyId, by, person } = caller;
      c.set('keyId', keyId);
      c.set('account', account);
      if (person !== undefined) c.set('person', { person, by });
      // What somebody does to its own sessions, factors or password; not what its screens ask by themselves.
      c.set('audited', method !== 'GET' && method !== 'HEAD' && route.audited);
    }
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

const noEnd = new AbortController().signal;

/** Aborted when the response has ended, or cannot be sent any more. */
export function whenClosed({ env: { outgoing } }: Context<HttpEnv>): AbortSignal {
  const closed = new AbortController();
  if (outgoing.closed) closed.abort();
  else outgoing.once('close', () => closed.abort());
  return closed.signal;
}
