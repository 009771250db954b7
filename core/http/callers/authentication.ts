import { type KeyAuth, mayCall, readingMethods, type Scope, scopeNames } from '../../api/access.ts';
import { Problem } from '../../api/problem.ts';
import type { RateLimit } from '../../concurrency/rate-limit.ts';
import { type Accounts, type Caller, refuseOtherAddress, type Sessions } from '../../kinds/accounts.ts';

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
export interface Credential {
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
  const scopes = scopesFor(method, caller);
  if (scopes.length > 0 && mayCall(scopes, auth)) return scopes;
  const isKey = caller.person === undefined;
  throw new Problem('forbidden', {
    detail:
      scopes.length < caller.scopes.length
        ? 'Your roles only allow reading here. Ask an administrator for another role.'
        : `${isKey ? 'This key lacks' : 'You lack'} the scope ${scopeNames(auth)}. ${isKey ? 'Use a key that has it.' : 'Ask an administrator for another role.'}`,
  });
}

function scopesFor(method: string, { scopes, readOnly = [] }: Caller): readonly Scope[] {
  return readOnly.length === 0 || readingMethods.includes(method)
    ? scopes
    : scopes.filter((scope) => !readOnly.includes(scope));
}

/** The key that a request presents; undefined without one. */
export function keyIn(headers: Headers): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
  return bearer ?? headers.get('x-api-key')?.trim();
}
