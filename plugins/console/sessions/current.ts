import { Problem } from 'chronoscribe';
import { cookieValue } from './cookie.ts';
import { refuseCrossSite } from './origin.ts';
import type { OpenSession, SessionRegistry } from './sessions.ts';

interface RequestHead {
  readonly method: string;
  readonly headers: Headers;
}

/** Set by a page for what it asks by itself, without anybody at the screen: it does not keep the session. */
const backgroundHeader = 'x-chronoscribe-background';

/**
 * The session that a request's cookie names; undefined without one. It counts as used, unless the request says that it
 * was sent in the background.
 *
 * @throws Problem `cross-site-request` for an unsafe method that no page of this host sent
 */
export async function currentSession(
  sessions: SessionRegistry,
  request: RequestHead,
): Promise<OpenSession | undefined> {
  const token = cookieValue(request.headers, 'session');
  if (token === undefined) return undefined;
  refuseCrossSite(request);
  return request.headers.has(backgroundHeader) ? sessions.find(token) : sessions.use(token);
}

/** As `currentSession`. @throws Problem `unauthorized` also if nobody is signed in */
export async function requireSession(sessions: SessionRegistry, request: RequestHead): Promise<OpenSession> {
  const session = await currentSession(sessions, request);
  if (session === undefined) throw new Problem('unauthorized', { detail: 'You are not signed in, or no longer.' });
  return session;
}
