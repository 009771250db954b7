import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { sendSignedIn } from '../../shared/api.ts';

const OwnSession = z.object({
  id: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  expires_at: z.string(),
  user_agent: z.nullable(z.string()),
  current: z.boolean(),
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () =>
    z.object({ items: z.array(OwnSession) }).parse(await sendSignedIn('GET', '/api/v1/sessions')).items,
});

/** @throws {ApiError} */
export async function endSession(id: string): Promise<void> {
  await sendSignedIn('DELETE', `/api/v1/sessions/${encodeURIComponent(id)}`);
}

/** Ends every session of this person, this one included, and leads to the sign-in page. */
export async function signOutEverywhere(): Promise<void> {
  await sendSignedIn('DELETE', '/api/v1/session?everywhere=true');
  location.assign('/console/sign-in');
}

const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
});

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async () => z.object({ items: z.array(Passkey) }).parse(await sendSignedIn('GET', '/api/v1/passkeys')).items,
});

const CreationOptions = z.looseObject({ challenge_id: z.string() });

/** Has the browser make a passkey for this host. @throws {ApiError}; DOMException if somebody cancels */
export async function addPasskey(name: string): Promise<void> {
  const { challenge_id, ...options } = CreationOptions.parse(
    await sendSignedIn('POST', '/api/v1/passkeys/options', {}),
  );
  // The host made the options with the library of the same standard: a boundary that the browser itself checks.
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('no passkey was made');
  await sendSignedIn('POST', '/api/v1/passkeys', { challenge_id, name, response: credential.toJSON() });
}

/** @throws {ApiError} */
export async function deletePasskey(id: string): Promise<void> {
  await sendSignedIn('DELETE', `/api/v1/passkeys/${encodeURIComponent(id)}`);
}

const Totp = z.object({ secret: z.string(), uri: z.string() });

/** Begins to set up codes of an authenticator application. @throws {ApiError} */
export const beginTotp = async () => Totp.parse(await sendSignedIn('POST', '/api/v1/people/me/totp', {}));

/** @throws {ApiError} if the code is wrong */
export const confirmTotp = (code: string) => sendSignedIn('POST', '/api/v1/people/me/totp/confirm', { code });

/** @throws {ApiError} */
export const removeTotp = () => sendSignedIn('DELETE', '/api/v1/people/me/totp');
