import { Problem } from 'chronoscribe';
import { sessionToken } from './cookie.ts';
import { refuseCrossSite } from './origin.ts';
import type { OpenSession, SessionRegistry } from './sessions.ts';

interface RequestHead {
  readonly method: string;
  readonly headers: Headers;
}

/**
 * The session that a request's cookie names, which counts as used; undefined without one.
 *
 * @throws Problem `cross-site-request` for an unsafe method that no page of this host sent
 */
export async function currentSession(
  sessions: SessionRegistry,
  request: RequestHead,
): Promise<OpenSession | undefined> {
  const token = sessionToken(request.headers);
  if (token === undefined) return undefined;
  refuseCrossSite(request);
  return sessions.use(token);
}

/** As `currentSession`. @throws Problem `unauthorized` also if nobody is signed in */
export async function requireSession(sessions: SessionRegistry, request: RequestHead): Promise<OpenSession> {
  const session = await currentSession(sessions, request);
  if (session === undefined) throw new Problem('unauthorized', { detail: 'You are not signed in, or no longer.' });
  return session;
}
