import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { hostTime, send } from '../shared/api.ts';
import { ApiError } from '../shared/api-error.ts';
import { queryClient } from '../shared/query-client.ts';

const Session = z.object({
  /** Null if somebody signed in with an API key. */
  person: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      roles: z.array(z.string()),
      language: z.nullish(z.string()),
      scheme: z.nullish(z.string()),
      has_password: z.boolean(),
      has_totp: z.boolean(),
    }),
  ),
  account_id: z.string(),
  roles: z.array(z.string()),
  scopes: z.array(z.string()),
  read_only: z.array(z.string()),
  idle_expires_at: z.string(),
  /** Of no other session of this browser: it is counted from signing in. */
  expires_at: z.string(),
});
export interface Session extends z.output<typeof Session> {
  /** For how long it may be idle, in milliseconds. */
  readonly idleMs: number;
}

function readSession(answer: unknown): Session {
  const session = Session.parse(answer);
  return { ...session, idleMs: Date.parse(session.idle_expires_at) - hostTime() };
}

const Methods = z.object({
  password: z.boolean(),
  passkey: z.boolean(),
  oidc: z.nullable(z.object({ name: z.string() })),
  needs_first_person: z.boolean(),
});

/** Who is signed in; null if nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    try {
      return readSession(await send('GET', '/api/v1/session'));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** How people can sign in at this host. */
export const methodsQuery = queryOptions({
  queryKey: ['session', 'methods'],
  queryFn: async () => Methods.parse(await send('GET', '/api/v1/session/methods')),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The session of the person at this screen. Only below the route `signedIn`, which makes sure that there is one. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error('there is no session: the component is not below the route signedIn');
  return data;
}

export type Credentials =
  | { readonly key: string }
  | { readonly email: string; readonly password: string; readonly code?: string };

/** @throws {ApiError} `code-required` if a code of the authenticator is needed too */
export async function signIn(credentials: Credentials): Promise<Session> {
  return begin(await send('POST', '/api/v1/session', credentials));
}

/** Sends the code that a sign-in by the identity provider waits for. @throws {ApiError} */
export async function sendCode(code: string): Promise<Session> {
  return begin(await send('POST', '/api/v1/session/oidc/code', { code }));
}

const PasskeyOptions = z.looseObject({ challenge_id: z.string() });

/** Whether this browser can use passkeys here (only over HTTPS, or on this machine). */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

export async function signInWithPasskey(): Promise<Session> {
  return begin(await send('POST', '/api/v1/session/passkey', await answerPasskey()));
}

/** Has the browser answer a challenge with a passkey. @throws {ApiError}; DOMException if somebody cancels */
export async function answerPasskey(): Promise<{ readonly challenge_id: string; readonly response: unknown }> {
  const { challenge_id, ...options } = PasskeyOptions.parse(await send('POST', '/api/v1/session/passkey/options', {}));
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
