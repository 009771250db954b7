import { randomUUID } from 'node:crypto';
import { type Cluster, findAll, Problem, type Store } from 'chronoscribe';
import { z } from 'zod';
import { verifyPassword } from '../people/password.ts';
import { provenPerson } from '../people/prove.ts';
import type { Person, PersonRegistry } from '../people/registry.ts';
import type { Totp } from '../people/totp.ts';
import { type RelyingParty, requireRelyingParty } from '../sessions/origin.ts';
import { hashOf, newToken } from '../sessions/secrets.ts';
import type { Proof } from '../sessions/shapes.ts';
import { type Proven, refusedSignIn } from '../sessions/sign-in.ts';
import { challenges, passkeys, type StoredPasskey } from './stored-passkey.ts';

const base64url = z
  .string()
  .max(200_000)
  .regex(/^[\w-]*$/);

const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  // Nothing of the extensions is used.
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** What `navigator.credentials.create` gives, as JSON (WebAuthn, 5.1). */
const RegistrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(50)).max(10).default([]),
  }),
});

/** What `navigator.credentials.get` gives, as JSON. */
const AuthenticationResponse = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
});

/** What the browser answers with. */
interface PasskeyAnswer {
  readonly challengeId: string;
  readonly response: Readonly<Record<string, unknown>>;
}

// Loaded when the first passkey is used: the library reads many formats of certificates.
const webAuthn = () => import('@simplewebauthn/server');

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Passkeys (WebAuthn): keys in a device or a password manager, which sign in without a password. */
export function createPasskeys(store: Store, cluster: Cluster, people: PersonRegistry) {
  /** Makes a challenge, which may be answered once. @param person who registers a passkey; null for a sign-in */
  const issue = async (person: string | null) => {
    const made = { id: `chl_${randomUUID()}`, challenge: newToken() };
    await store.insert(challenges, { ...made, person, expiresAt: cluster.now() + validForMs });
    return made;
  };
  /** Uses a challenge up. @returns it in base64url @throws Problem `challenge-expired` (422) also if it was used before */
  const use = async (id: string, person: string | null): Promise<string> => {
    const found = await store.transaction(async (documents) => {
      const challenge = await documents.get(challenges, id);
      await documents.delete(challenges, id);
      return challenge;
    });
    if (found !== undefined && found.person === person && found.expiresAt > cluster.now()) return found.challenge;
    throw new Problem('challenge-expired', {
      status: 422,
      detail: 'This challenge was answered before, or has expired. Ask for new options.',
    });
  };
  const list = (person: string): Promise<readonly StoredPasskey[]> =>
    Array.fromAsync(findAll(store, passkeys, { equals: { person }, orderBy: 'createdAt' }));

  return {
    list,

    /** Options for the browser, with the id of their challenge. */
    async registrationOptions(person: Person, party: RelyingParty) {
      const { generateRegistrationOptions } = await webAuthn();
      const { id, challenge } = await issue(person.id);
      const options = await generateRegistrationOptions({
        ...{ rpName: 'Chronoscribe', rpID: party.id, userName: person.email, userDisplayName: person.name },
        userID: new Uint8Array(Buffer.from(person.id)),
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        excludeCredentials: (await list(person.id)).map(({ credentialId }) => ({ id: credentialId })),
        // It stands for the password and the second factor, so the device must know its person.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { ...options, challenge_id: id };
    },

    /** @throws Problem `passkey-refused` (422), `challenge-expired` */
    async register(
      person: Person,
      party: RelyingParty,
      { challengeId, response, name }: PasskeyAnswer & { readonly name: string },
    ): Promise<StoredPasskey> {
      const { verifyRegistrationResponse } = await webAuthn();
      const parsed = RegistrationResponse.safeParse(response);
      const expectedChallenge = await use(challengeId, person.id);
      if (!parsed.success) throw refusedPasskey();
      const verified = await verifyRegistrationResponse({
        ...{ response: parsed.data, expectedChallenge, expectedOrigin: party.origin, expectedRPID: party.id },
        requireUserVerification: true,
      }).catch((cause: unknown) => {
        throw refusedPasskey(cause);
      });
      if (!verified.verified) throw refusedPasskey();
      const { credential } = verified.registrationInfo;
      const passkey: StoredPasskey = {
        ...{ id: hashOf(credential.id), credentialId: credential.id, person: person.id, rpId: party.id, name },
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        ...{ counter: credential.counter, transports: [...(credential.transports ?? [])] },
        ...{ createdAt: cluster.now(), lastUsedAt: null },
      };
      if (!(await store.insert(passkeys, passkey))) throw refusedPasskey();
      return passkey;
    },

    /** As `registrationOptions`. */
    async signInOptions(party: RelyingParty) {
      const { generateAuthenticationOptions } = await webAuthn();
      const { id, challenge } = await issue(null);
      const options = await generateAuthenticationOptions({
        rpID: party.id,
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        userVerification: 'required',
      });
      return { ...options, challenge_id: id };
    },

    /** @throws Problem `invalid-credentials` (401), `challenge-expired` */
    async prove(party: RelyingParty, { challengeId, response }: PasskeyAnswer): Promise<Proven> {
      const { verifyAuthenticationResponse } = await webAuthn();
      const expectedChallenge = await use(challengeId, null);
      const parsed = AuthenticationResponse.safeParse(response);
      const passkey = parsed.success ? await store.get(passkeys, hashOf(parsed.data.id)) : undefined;
      const person = passkey && (await people.find(passkey.person));
      if (!parsed.success || passkey === undefined || person === undefined || person.disabled) throw wrongPasskey();
      const verified = await verifyAuthenticationResponse({
        ...{ response: parsed.data, expectedChallenge, expectedOrigin: party.origin, expectedRPID: party.id },
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
        },
        requireUserVerification: true,
      }).catch((cause: unknown) => {
        throw wrongPasskey(cause);
      });
      if (!verified.verified) throw wrongPasskey();
      const { newCounter } = verified.authenticationInfo;
      const isFirstUse = await store.transaction(async (documents) => {
        const now = await documents.get(passkeys, passkey.id);
        // It was removed meanwhile, or its copy was faster.
        if (now === undefined || now.counter !== passkey.counter) return false;
        await documents.put(passkeys, { ...now, counter: newCounter, lastUsedAt: cluster.now() });
        return true;
      });
      if (!isFirstUse) throw wrongPasskey();
      return provenPerson(person);
    },

    /** @throws Problem `not-found` if the person has no such passkey */
    async remove(person: string, id: string): Promise<void> {
      const isRemoved = await store.transaction(async (documents) => {
        const passkey = await documents.get(passkeys, id);
        return passkey?.person === person && documents.delete(passkeys, id);
      });
      if (!isRemoved) throw new Problem('not-found', { detail: 'You have no passkey with this id.' });
    },

    /** Deletes all passkeys of a person, and the challenges to register more. */
    async erase(person: string): Promise<void> {
      for (const { id } of await list(person)) await store.delete(passkeys, id);
      const open = await Array.fromAsync(findAll(store, challenges, {}));
      for (const challenge of open) if (challenge.person === person) await store.delete(challenges, challenge.id);
    },
  };
}

function wrongPasskey(cause?: unknown): Problem {
  return refusedSignIn('invalid-credentials', 'The passkey was not accepted.', undefined, cause);
}

function refusedPasskey(cause?: unknown): Problem {
  return new Problem('passkey-refused', {
    status: 422,
    detail: 'The answer of the authenticator does not fit the request. Ask for new options and try again.',
    cause,
  });
}

const validForMs = 5 * 60_000;

/**
 * Whether a proof, sent in a session, is that of its person.
 *
 * @throws Problem `challenge-expired`, `passkeys-need-name`
 */
export async function provePerson(
  { people, totp, passkeys }: { readonly people: PersonRegistry; readonly totp: Totp; readonly passkeys: Passkeys },
  id: string,
  { password, code, passkey }: Proof,
  headers: Headers,
): Promise<boolean> {
  const person = await people.find(id);
  if (person === undefined) return false;
  if (password !== undefined) return verifyPassword(password, person.password);
  if (code !== undefined) return totp.use(person, code);
  if (passkey === undefined) return false;
  const answer = { challengeId: passkey.challenge_id, response: passkey.response };
  try {
    return (await passkeys.prove(requireRelyingParty(headers), answer)).owner === id;
  } catch (thrown) {
    // A passkey that signs nobody in proves nothing here either.
    if (thrown instanceof Problem && thrown.status === 401) return false;
    throw thrown;
  }
}
