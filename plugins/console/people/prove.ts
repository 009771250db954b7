import { type Proven, refusedSignIn } from '../sessions/sign-in.ts';
import { hashPassword, isOutdated, verifyPassword } from './password.ts';
import type { Person, PersonRegistry } from './registry.ts';
import type { Totp } from './totp.ts';

/**
 * The identity that an e-mail address and a password prove. An unknown address, a wrong password and a disabled person
 * are refused in the same words, after the same work.
 *
 * @throws Problem `invalid-credentials` (401); `code-required` (401) if the code of an authenticator is missing
 */
export async function proveByPassword(
  registry: PersonRegistry,
  totp: Totp,
  { email, password, code }: { readonly email: string; readonly password: string; readonly code: string | undefined },
): Promise<Proven> {
  const person = await registry.findByEmail(email);
  const isRight = await verifyPassword(password, person?.password ?? null);
  if (person === undefined || !isRight || person.disabled) {
    throw refusedSignIn('invalid-credentials', 'The e-mail address or the password is wrong.');
  }
  if (person.password !== null && isOutdated(person.password)) {
    const renewed = await hashPassword(password);
    await registry.update(person.id, (now) => (now.password === person.password ? { password: renewed } : {}));
  }
  if (person.totp?.confirmed) {
    if (code === undefined) throw refusedSignIn('code-required', 'Send the code of your authenticator too.', 'code');
    if (!(await totp.use(person, code))) {
      throw refusedSignIn('invalid-credentials', 'The code is wrong, or was used before.', 'code');
    }
  }
  return provenPerson(person);
}

export function provenPerson({ account, id, name }: Person): Proven {
  return { account, owner: id, by: 'person', name };
}
