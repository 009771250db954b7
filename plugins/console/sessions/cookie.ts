import { deviceLifetimeSeconds } from './known-devices.ts';
import { isLoopback } from './origin.ts';

/** The cookies of this host. None is seen by scripts. */
const purposes = {
  /** It has no `Max-Age`, so it is gone with the browser at the latest. */
  session: { name: 'chronoscribe', attributes: 'SameSite=Strict' },
  /** By which a browser is known again. */
  device: { name: 'chronoscribe-device', attributes: `SameSite=Strict; Max-Age=${deviceLifetimeSeconds}` },
  /** Of a browser that signs in by an identity provider: Lax, because it comes back from another site. */
  oidc: { name: 'chronoscribe-oidc', attributes: 'SameSite=Lax; Max-Age=600' },
  /** Of a sign-in by an identity provider that waits for something of the person here. */
  pending: { name: 'chronoscribe-pending', attributes: 'SameSite=Strict; Max-Age=600' },
} as const;
type Purpose = keyof typeof purposes;

/**
 * The name of a cookie. `__Host-` binds it to this host and to TLS (RFC 6265bis, 4.1.3.2). Browsers reach a host on
 * their own machine without TLS, where the prefix is refused.
 */
function nameOf(headers: Headers, purpose: Purpose): string {
  const { name } = purposes[purpose];
  return isLoopback(headers) ? name : `__Host-${name}`;
}

/** What a browser holds; undefined for nothing. */
export function cookieValue(headers: Headers, purpose: Purpose): string | undefined {
  const start = `${nameOf(headers, purpose)}=`;
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) || undefined;
}

/** `Set-Cookie` with a token; without one it removes the cookie. */
export function cookie(headers: Headers, purpose: Purpose, token?: string): string {
  const { attributes } = purposes[purpose];
  const secure = isLoopback(headers) ? '' : '; Secure';
  const lasting = token === undefined ? `${attributes.replace(/; Max-Age=.*/, '')}; Max-Age=0` : attributes;
  return `${nameOf(headers, purpose)}=${token ?? ''}; Path=/; HttpOnly${secure}; ${lasting}`;
}
