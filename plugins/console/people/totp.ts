import { Problem } from 'chronoscribe';
import type { Person, PersonRegistry } from './registry.ts';

/** Seconds for which a code is valid; the one before and the one after are accepted too (RFC 6238, 5.2). */
const periodSeconds = 30;

const settings = { issuer: 'Chronoscribe', algorithm: 'SHA1', digits: 6, period: periodSeconds } as const;

// Loaded when the first code is used.
const library = () => import('otpauth');

export type Totp = ReturnType<typeof createTotp>;

/** Codes of an authenticator app (TOTP, RFC 6238), beside the password. */
export function createTotp(people: PersonRegistry, now: () => number) {
  const use = async ({ id, email }: Person, code: string, confirmed: boolean): Promise<boolean> => {
    const { TOTP } = await library();
    let isAccepted = false;
    await people.update(id, ({ totp }) => {
      isAccepted = false;
      if (totp === null || totp.confirmed !== confirmed) return {};
      const timestamp = now();
      const delta = new TOTP({ ...settings, label: email, secret: totp.secret }).validate({
        ...{ token: code.replaceAll(' ', ''), timestamp, window: 1 },
      });
      const step = Math.floor(timestamp / 1000 / periodSeconds) + (delta ?? 0);
      if (delta === null || step <= totp.lastStep) return {};
      isAccepted = true;
      return { totp: { ...totp, confirmed: true, lastStep: step } };
    });
    return isAccepted;
  };
  return {
    /** Makes a secret, which counts once a code of it was confirmed. @throws Problem `totp-enabled` (409) */
    async start({ id, email }: Person) {
      const { Secret, TOTP } = await library();
      const secret = new Secret({ size: 20 }).base32;
      await people.update(id, ({ totp }) => {
        if (totp?.confirmed) {
          throw new Problem('totp-enabled', {
            status: 409,
            detail: 'Codes of an authenticator are asked for already. Switch them off first, to use another one.',
          });
        }
        return { totp: { secret, confirmed: false, lastStep: 0 } };
      });
      return { secret, uri: new TOTP({ ...settings, label: email, secret }).toString() };
    },

    /** @throws Problem `wrong-code` (422) */
    async confirm(person: Person, code: string): Promise<void> {
      if (await use(person, code, false)) return;
      const detail = 'This is not the code that the authenticator shows now.';
      const errors = [{ in: 'body', path: ['code'], detail, type: 'wrong_code' }] as const;
      throw new Problem('wrong-code', { status: 422, detail, errors });
    },

    async remove({ id }: Person): Promise<void> {
      await people.update(id, () => ({ totp: null }));
    },

    /** Whether a code is right and new: each is accepted once. */
    use: (person: Person, code: string) => use(person, code, true),
  };
}
