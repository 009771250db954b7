import { deviceLifetimeSeconds } from './known-devices.ts';
import { isLoopback } from './origin.ts';

/**
 * The name of the session's cookie. `__Host-` binds it to this host and to TLS (RFC 6265bis, 4.1.3.2). Browsers reach a
 * host on their own machine without TLS, where the prefix is refused.
 */
function cookieName(headers: Headers): string {
  return isLoopback(headers) ? 'chronoscribe' : '__Host-chronoscribe';
}

/** The token in the session's cookie; undefined without one. */
export function sessionToken(headers: Headers): string | undefined {
  return cookieValue(headers, cookieName(headers));
}

/** `Set-Cookie` with a session. It has no `Max-Age`, so it is gone with the browser at the latest. */
export function sessionCookie(headers: Headers, token: string): string {
  return cookie(headers, cookieName(headers), token, 'SameSite=Strict');
}

/** `Set-Cookie` that removes the session. */
export function endedSessionCookie(headers: Headers): string {
  return cookie(headers, cookieName(headers), '', 'SameSite=Strict; Max-Age=0');
}

const deviceCookieName = (headers: Headers): string =>
  isLoopback(headers) ? 'chronoscribe-device' : '__Host-chronoscribe-device';

/** The token of a browser in which somebody has signed in before; undefined without one. */
export function deviceToken(headers: Headers): string | undefined {
  return cookieValue(headers, deviceCookieName(headers));
}

/** `Set-Cookie` by which a browser is known again. */
export function deviceCookie(headers: Headers, token: string): string {
  return cookie(headers, deviceCookieName(headers), token, `SameSite=Strict; Max-Age=${deviceLifetimeSeconds}`);
}

/** `Set-Cookie` for this host alone, unseen by scripts. */
export function cookie(headers: Headers, name: string, value: string, attributes: string): string {
  const secure = isLoopback(headers) ? '' : '; Secure';
  return `${name}=${value}; Path=/; HttpOnly${secure}; ${attributes}`;
}

export function cookieValue(headers: Headers, name: string): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === '' ? undefined : value;
}
