import { createHash } from 'node:crypto';
import { type Cluster, findAll, Problem, type Store } from 'chronoscribe';
import { z } from 'zod';
import { provenPerson } from '../people/prove.ts';
import type { PersonRegistry } from '../people/registry.ts';
import type { Person } from '../people/stored-person.ts';
import { type Proven, refusedSignIn } from '../sessions/sign-in.ts';
import { type Challenges, createChallenges } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';
import { passkeys, type StoredPasskey } from './stored-passkey.ts';

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

/** Options for the browser, with the id of their challenge. */
export interface PasskeyOptions {
  readonly challenge_id: string;
  readonly [option: string]: unknown;
}

/** Passkeys (WebAuthn): keys in a device or a password manager, which sign in without a password. */
export interface Passkeys {
  list(person: string): Promise<readonly StoredPasskey[]>;
  registrationOptions(person: Person, party: RelyingParty): Promise<PasskeyOptions>;
  /** @throws Problem `passkey-refused` (422), `challenge-expired` */
  register(
    person: Person,
    party: RelyingParty,
    answer: PasskeyAnswer & { readonly name: string },
  ): Promise<StoredPasskey>;
  signInOptions(party: RelyingParty): Promise<PasskeyOptions>;
  /** @throws Problem `invalid-credentials` (401), `challenge-expired` */
  prove(party: RelyingParty, answer: PasskeyAnswer): Promise<Proven>;
  /** @throws Problem `not-found` if the person has no such passkey */
  remove(person: string, id: string): Promise<void>;
  /** Deletes all passkeys of a person, and the challenges to register more. */
  erase(person: string): Promise<void>;
  readonly challenges: Challenges;
}

/** What the browser answers with. */
export interface PasskeyAnswer {
  readonly challengeId: string;
  readonly response: Readonly<Record<string, unknown>>;
}

// Loaded when the first passkey is used: the library reads many formats of certificates.
const webAuthn = () => import('@simplewebauthn/server');

export function createPasskeys(store: Store, cluster: Cluster, people: PersonRegistry): Passkeys {
  const challenges = createChallenges(store, cluster);
  const list = (person: string): Promise<readonly StoredPasskey[]> =>
    Array.fromAsync(findAll(store, passkeys, { equals: { person }, orderBy: 'createdAt' }));

  return {
    challenges,
    list,

    async registrationOptions(person, party) {
      const { generateRegistrationOptions } = await webAuthn();
      const { id, challenge } = await challenges.issue(person.id);
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

    async register(person, party, { challengeId, response, name }) {
      const { verifyRegistrationResponse } = await webAuthn();
      const parsed = RegistrationResponse.safeParse(response);
      const expectedChallenge = await challenges.use(challengeId, person.id);
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
        ...{ id: documentId(credential.id), credentialId: credential.id, person: person.id, rpId: party.id, name },
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        ...{ counter: credential.counter, transports: [...(credential.transports ?? [])] },
        ...{ createdAt: cluster.now(), lastUsedAt: null },
      };
      if (!(await store.insert(passkeys, passkey))) throw refusedPasskey();
      return passkey;
    },

    async signInOptions(party) {
      const { generateAuthenticationOptions } = await webAuthn();
      const { id, challenge } = await challenges.issue(null);
      const options = await generateAuthenticationOptions({
        rpID: party.id,
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        userVerification: 'required',
      });
      return { ...options, challenge_id: id };
    },

    async prove(party, { challengeId, response }) {
      const { verifyAuthenticationResponse } = await webAuthn();
      const expectedChallenge = await challenges.use(challengeId, null);
      const parsed = AuthenticationResponse.safeParse(response);
      const passkey = parsed.success ? await store.get(passkeys, documentId(parsed.data.id)) : undefined;
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

    async remove(person, id) {
      const isRemoved = await store.transaction(async (documents) => {
        const passkey = await documents.get(passkeys, id);
        return passkey?.person === person && documents.delete(passkeys, id);
      });
      if (!isRemoved) throw new Problem('not-found', { detail: 'You have no passkey with this id.' });
    },

    async erase(person) {
      for (const { id } of await list(person)) await store.delete(passkeys, id);
      await challenges.erase(person);
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

function documentId(credentialId: string): string {
  return createHash('sha256').update(credentialId).digest('hex');
}
