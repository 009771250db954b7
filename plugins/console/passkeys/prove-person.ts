import { Problem } from 'chronoscribe';
import { verifyPassword } from '../people/password.ts';
import type { PersonRegistry } from '../people/registry.ts';
import type { Totp } from '../people/totp.ts';
import type { Proof } from '../sessions/confirm-route.ts';
import type { Passkeys } from './passkeys.ts';
import { requireRelyingParty } from './relying-party.ts';

export interface ProofServices {
  readonly people: PersonRegistry;
  readonly totp: Totp;
  readonly passkeys: Passkeys;
}

/**
 * Whether a proof, sent in a session, is that of its person.
 *
 * @throws Problem `challenge-expired`, `passkeys-need-name`
 */
export async function provePerson(
  { people, totp, passkeys }: ProofServices,
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
