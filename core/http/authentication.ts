import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import { mayCall, type PluginAuth, type Scope } from '../api/route.ts';
import type { Accounts, Caller } from '../kinds/accounts.ts';
import type { Cluster, Counter } from '../kinds/cluster.ts';
import type { Sessions } from '../kinds/sessions.ts';

/**
 * Finds the caller by `Authorization: Bearer KEY` or `x-api-key: KEY`, which are accepted everywhere, or else by the
 * cookie of a session.
 *
 * @returns the caller, with the scopes that it has for the method
 * @throws Problem `unauthorized` without a valid key or session; `forbidden` if it lacks the scope
 */
export async function authenticate(
  request: { readonly method: string; readonly headers: Headers },
  auth: Exclude<PluginAuth, 'public'>,
  { accounts, sessions }: { readonly accounts: Accounts; readonly sessions: Sessions | undefined },
): Promise<Caller> {
  const key = keyIn(request.headers);
  const caller = await (key === undefined ? sessions?.authenticate(request) : accounts.authenticate(key));
  if (caller === undefined) {
    throw new Problem('unauthorized', {
      detail: 'Send a valid API key as "Authorization: Bearer KEY" or as "x-api-key: KEY".',
    });
  }
  const scopes = scopesFor(request.method, caller);
  if (scopes.length > 0 && mayCall(scopes, auth)) return { ...caller, scopes };
  const who = key === undefined ? 'You lack' : 'This key lacks';
  throw new Problem('forbidden', {
    detail:
      scopes.length < caller.scopes.length
        ? 'Your roles only allow reading here. Ask an administrator for another role.'
        : `${who} the scope "${auth}". ${key === undefined ? 'Ask an administrator for another role.' : 'Use a key that has it.'}`,
  });
}

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];

function scopesFor(method: string, { scopes, readOnly = [] }: Caller): readonly Scope[] {
  return readOnly.length === 0 || readingMethods.includes(method)
    ? scopes
    : scopes.filter((scope) => !readOnly.includes(scope));
}

function keyIn(headers: Headers): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1];
  return bearer ?? headers.get('x-api-key')?.trim();
}

/** Counts a request against a key. */
export type RateLimit = (keyId: string) => Promise<void>;

const windowMs = 60_000;

/**
 * Allows each key `perMinute` requests on all hosts together, in each minute that begins with its first request; 0
 * allows any number. If requests cannot be counted, they are allowed: the limit must not make the service unavailable.
 *
 * @throws Problem `rate-limited` with the seconds until the minute is over.
 */
export function createRateLimit(cluster: Cluster, perMinute: number, log: Logger): RateLimit {
  if (perMinute === 0) return async () => undefined;
  const warn = uncountedWarning(log);
  return async (keyId) => {
    const counter = await cluster.count(`requests/${keyId}`, windowMs).catch(warn);
    if (counter === undefined || counter.count <= perMinute) return;
    throw new Problem('rate-limited', {
      detail: `This key has made more than ${perMinute} requests in a minute. Wait and send the request again.`,
      retryAfter: Math.max(1, Math.ceil(counter.endsInMs / 1000)),
    });
  };
}

/** Logs a warning at most once a minute. */
function uncountedWarning(log: Logger): (cause: unknown) => Counter | undefined {
  let lastWarning = Number.NEGATIVE_INFINITY;
  return (cause) => {
    if (performance.now() - lastWarning >= windowMs) {
      lastWarning = performance.now();
      log.warn({ err: cause }, 'requests cannot be counted at the moment, and are allowed without a limit');
    }
    return undefined;
  };
}
