import type { AccountRegistry, Caller } from '../accounts/registry.ts';
import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import { mayCall, type PluginAuth } from '../api/route.ts';
import type { Cluster, Counter } from '../kinds/cluster.ts';

/**
 * Finds the caller by `Authorization: Bearer KEY` or `x-api-key: KEY`; either is accepted everywhere.
 *
 * @throws Problem `unauthorized` without a valid key; `forbidden` if the key lacks the scope.
 */
export async function authenticate(
  headers: Headers,
  auth: Exclude<PluginAuth, 'public'>,
  accounts: AccountRegistry,
): Promise<Caller> {
  const key = keyIn(headers);
  const caller = key === undefined ? undefined : await accounts.authenticate(key);
  if (caller === undefined) {
    throw new Problem('unauthorized', {
      detail: 'Send a valid API key as "Authorization: Bearer KEY" or as "x-api-key: KEY".',
    });
  }
  if (!mayCall(caller.scopes, auth)) {
    throw new Problem('forbidden', { detail: `This key lacks the scope "${auth}". Use a key that has it.` });
  }
  return caller;
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
