import type { MiddlewareHandler } from 'hono';
import { Problem } from '../api/problem.ts';
import type { HttpEnv } from './middleware.ts';

/** Whether the host answers under a name (of the header `Host`, without the port). */
export type HostNames = (name: string) => boolean;

/**
 * The names of `http.allowedHosts` beside those of this machine. Without the setting: those of this machine alone if
 * the host listens there, else any.
 *
 * A page of another site can make its own name point to this machine (DNS rebinding). Its requests carry that name, and
 * are refused by it.
 */
export function hostNames({
  host,
  allowedHosts,
}: {
  readonly host: string;
  readonly allowedHosts: readonly string[] | null;
}): HostNames {
  if (allowedHosts === null && !isLoopback(host)) return () => true;
  const allowed = new Set(allowedHosts?.map((name) => name.toLowerCase()));
  return (name) => isLoopback(name) || allowed.has(name.toLowerCase());
}

/** Whether a host name or address stands for this machine. */
function isLoopback(name: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i.test(name);
}

/** Refuses requests with another name in the header `Host`, before anything else is done with them. */
export function refuseOtherHosts(isAllowed: HostNames): MiddlewareHandler<HttpEnv> {
  // Nearly all requests name the host alike, and parsing a URL takes as long as all the rest of this.
  let allowedBefore: string | undefined;
  return async (c, next) => {
    const { url: target = '', headers } = c.env.incoming;
    if (target.startsWith('/') && headers.host !== undefined && headers.host === allowedBefore) return next();
    const { hostname } = new URL(c.req.url);
    if (isAllowed(hostname)) {
      if (target.startsWith('/')) allowedBefore = headers.host;
      return next();
    }
    throw new Problem('wrong-host', {
      status: 421,
      detail: `This host does not answer under the name ${hostname}. If it is one of its names, add it to the setting http.allowedHosts.`,
    });
  };
}

/** Headers that a request has once. Of two, this host and a proxy before it might each go by another. */
const singularHeaders = new Set([
  ...['host', 'authorization', 'x-api-key', 'content-type', 'content-length', 'transfer-encoding', 'origin'],
  ...['x-request-id', 'idempotency-key', 'content-encoding', 'range', 'x-forwarded-host', 'x-forwarded-proto'],
]);

/** Refuses a request that has a singular header twice, or whose target names another host than its header `Host`. */
export const refuseAmbiguousHeaders: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const { rawHeaders, headers, url: target = '' } = c.env.incoming;
  const twice = repeatedHeader(rawHeaders);
  if (twice !== undefined) throw malformed(`The header ${twice} was sent more than once. Send it once.`);
  if (!target.startsWith('/') && headers.host !== undefined && URL.canParse(target)) {
    const { protocol, host } = new URL(target);
    const named = `${protocol}//${headers.host}`;
    if (!URL.canParse(named) || new URL(named).host !== host) {
      throw malformed('The request line names another host than the header Host. Send the same in both.');
    }
  }
  return next();
};

/** @param rawHeaders names and values in turn, as Node gives them */
export function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (!singularHeaders.has(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

const malformed = (detail: string) => new Problem('malformed-request', { status: 400, detail });

/**
 * Refuses a path with the segments `.` or `..`, plain or percent-encoded. A URL parser removes them (RFC 3986, 5.2.4),
 * so a proxy that decides by the path as it was sent would let pass what it means to refuse.
 */
export const refuseDotSegments: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (!hasDotSegment(c.env.incoming.url ?? '')) return next();
  throw new Problem('malformed-request', {
    status: 400,
    detail: 'The path has a segment "." or "..". Send the path without it.',
  });
};

/** @param target the request target as it was sent: a path, or a URL (RFC 9112, 3.2) */
export function hasDotSegment(target: string): boolean {
  if (!/\.|%2e/i.test(target)) return false;
  const [path = ''] = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]*/i, '').split(/[?#]/, 1);
  return path.split(/[/\\]|%2f|%5c/i).some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}
