import { isIP } from 'node:net';
import { Problem } from 'chronoscribe';

const readingMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Whether the browser reaches the host on its own machine. */
export function isLoopback(headers: Headers): boolean {
  const name = (headers.get('host') ?? 'localhost').replace(/:\d+$/, '');
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(name);
}

/**
 * Refuses an unsafe request that a page of another origin made (RFC 9110, 9.2.1; Fetch Metadata). `SameSite` does not:
 * for it, another port of this machine is the same site.
 *
 * @throws Problem `cross-site-request`
 */
export function refuseCrossSite({ method, headers }: { readonly method: string; readonly headers: Headers }): void {
  if (readingMethods.includes(method) || isSameOrigin(headers) === true) return;
  throw new Problem('cross-site-request', {
    status: 403,
    detail:
      'A request with a session must come from a page of this host: Sec-Fetch-Site "same-origin", or an Origin equal to the host. Programs send an API key instead.',
  });
}

/**
 * Refuses a sign-in from a page of another origin, and one that no session could follow. A program may sign in, which
 * sends neither header.
 *
 * @throws Problem `cross-site-request`, `insecure-connection`
 */
export function refuseForeignSignIn(headers: Headers): void {
  if (isSameOrigin(headers) === false) refuseCrossSite({ method: 'POST', headers });
  if (headers.get('origin')?.startsWith('http:') && !isLoopback(headers)) {
    throw new Problem('insecure-connection', {
      status: 403,
      detail:
        'Signing in from another machine needs https: browsers keep no session otherwise. Put a TLS proxy in front of the host.',
    });
  }
}

/** Undefined if the request does not tell where it comes from, as that of a program. */
function isSameOrigin(headers: Headers): boolean | undefined {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const origin = headers.get('origin');
  if (origin === null) return undefined;
  return URL.parse(origin)?.host === headers.get('host')?.toLowerCase();
}

/** The origin under which the client reaches this host. Browsers reach one on another machine by TLS alone. */
export function originOf(headers: Headers): string {
  const host = headers.get('host') ?? 'localhost';
  const origin = headers.get('origin');
  if (origin !== null && URL.parse(origin)?.host === host) return origin;
  return `${isLoopback(headers) ? 'http' : 'https'}://${host}`;
}

/** The host as authenticators know it. */
export interface RelyingParty {
  readonly id: string;
  /** Where the page must be that asks the authenticator. */
  readonly origin: string;
}

/** Undefined for a host that is reached by an address: passkeys belong to a name (WebAuthn, 5.1.2). */
export function relyingPartyOf(headers: Headers): RelyingParty | undefined {
  const origin = originOf(headers);
  const id = new URL(origin).hostname;
  return isIP(id.replace(/^\[|\]$/g, '')) === 0 ? { id, origin } : undefined;
}

/** @throws Problem `passkeys-need-name` */
export function requireRelyingParty(headers: Headers): RelyingParty {
  const party = relyingPartyOf(headers);
  if (party !== undefined) return party;
  throw new Problem('passkeys-need-name', {
    status: 409,
    detail:
      'Passkeys belong to the name of a host. Open the console by a name, such as localhost, instead of an address.',
  });
}
