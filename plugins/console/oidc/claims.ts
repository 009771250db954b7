import { z } from 'zod';
import { Email, Name } from '../people/shapes.ts';
import type { OidcSettings } from './settings.ts';

/** What a provider says of who has signed in there. What is not of the type of the standard is as if it were not said. */
export const Claims = z.looseObject({
  sub: z.string().min(1),
  email: z.string().optional().catch(undefined),
  email_verified: z.unknown().optional(),
  name: Name.optional().catch(undefined),
  /** Seconds since 1970, when the person has signed in there. */
  auth_time: z.number().optional().catch(undefined),
  /** How (RFC 8176). */
  amr: z.array(z.string()).catch([]),
});
export type OidcClaims = z.output<typeof Claims>;

/**
 * Adds what the provider tells only at its userinfo endpoint. An e-mail address and whether it is verified come from the
 * same place, or are the same in both; how and when somebody signed in is only in the ID token, which is signed.
 */
export function withUserInfo(idToken: OidcClaims, userInfo: Readonly<Record<string, unknown>>): OidcClaims {
  const { amr: _amr, auth_time: _time, ...told } = userInfo;
  const isSameEmail = idToken.email === undefined || idToken.email === told.email;
  const { email, email_verified, ...rest } = told;
  // What the ID token leaves out has no key here, so it does not hide what the other says.
  const known = Object.fromEntries(Object.entries(idToken).filter(([, value]) => value !== undefined));
  return Claims.parse({ ...rest, ...(isSameEmail && { email, email_verified }), ...known });
}

/**
 * The e-mail address that a provider vouches for; undefined if it does not. Only the value `true` does: whoever may choose
 * an address at the provider must not become the person here who has it. Letters outside of ASCII are refused, since
 * some of them become others in lower case.
 */
export function verifiedEmail(
  { email, email_verified }: OidcClaims,
  { emailVerified }: OidcSettings,
): string | undefined {
  const isVerified = email_verified === true || (emailVerified === 'assumed' && email_verified === undefined);
  return isVerified ? Email.safeParse(email).data?.toLowerCase() : undefined;
}

const otherFactors = ['otp', 'hwk', 'sc'];
const unlocked = ['pin', 'pwd', 'fpt', 'face', 'iris', 'retina', 'vbm', 'user'];

/**
 * Whether the provider has asked for a second factor: it says so (`mfa`), or for a one-time code, a key in hardware, a
 * smart card, or a key in software that is unlocked by something else. A message to a telephone (`sms`, `tel`) does not
 * count, nor does a location or a guess of the risk; a provider that means two factors by it adds `mfa`.
 */
export function hasSecondFactor({ amr }: OidcClaims): boolean {
  if (amr.includes('mfa') || otherFactors.some((factor) => amr.includes(factor))) return true;
  return amr.includes('swk') && unlocked.some((method) => amr.includes(method));
}
