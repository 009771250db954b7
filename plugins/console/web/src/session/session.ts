import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Answer, ApiError, answerOf, ask, hostTime, queryClient, send } from '../shared/api.ts';

export interface Session extends Answer<'/api/v1/session'> {
  /** For how long it may be idle, in milliseconds. */
  readonly idleMs: number;
}

/** The boundary where the document types what the host answers. */
function readSession(answer: unknown): Session {
  const session = answer as Answer<'/api/v1/session'>;
  return { ...session, idleMs: Date.parse(session.idle_expires_at) - hostTime() };
}

/** Who is signed in; null if nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const response = await ask('GET', '/api/v1/session');
    return response.status === 401 ? null : readSession(await answerOf(response));
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** How people can sign in at this host. */
export const methodsQuery = queryOptions({
  queryKey: ['session', 'methods'],
  queryFn: async () => (await send('GET', '/api/v1/session/methods')) as Answer<'/api/v1/session/methods'>,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The session of the person at this screen. Only below the route `signedIn`, which makes sure that there is one. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error('there is no session: the component is not below the route signedIn');
  return data;
}

/** Whether this browser can use passkeys here (only over HTTPS, or on this machine). */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Has the browser answer a challenge with a passkey. @throws {ApiError}; DOMException if somebody cancels */
export async function answerPasskey(): Promise<{ readonly challenge_id: string; readonly response: unknown }> {
  const answer = await send('POST', '/api/v1/session/passkey/options', {});
  const { challenge_id, ...options } = answer as Answer<'/api/v1/session/passkey/options', 'post'>;
  // The host made the options with the library of the same standard: a boundary that the browser itself checks.
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey was chosen');
  return { challenge_id, response: credential.toJSON() };
}

/** Keeps the session that the host answered with. */
export function begin(answer: unknown): Session {
  const session = readSession(answer);
  queryClient.setQueryData(sessionQuery.queryKey, session);
  return session;
}

/** Ends the session. Whatever the page knows of patients is forgotten by loading the sign-in page anew. */
export async function signOut(): Promise<void> {
  try {
    await send('DELETE', '/api/v1/session');
  } catch (error) {
    // On the lock screen it has ended already.
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  leavePage('/console/sign-in');
}

/** Loads the console anew for somebody else, who must neither see nor save what the first person left in this tab. */
export function leavePage(path: string): void {
  sessionStorage.clear();
  location.assign(path);
}

export type Changed = 'clinical' | 'time';

/** Whether who is signed in may change what a scope opens: a viewer only reads. */
export function useMayChange(scope: Changed): boolean {
  const { scopes, read_only } = useSession();
  return scopes.includes(scope) && !read_only.includes(scope);
}

/** Offers what changes something to those who may. */
export function MayChange({ scope, children }: { readonly scope: Changed; readonly children: ReactNode }) {
  return useMayChange(scope) && children;
}
