import { isIP } from 'node:net';
import { Problem } from 'chronoscribe';
import { originOf } from '../sessions/origin.ts';

/** The host as authenticators know it. */
export interface RelyingParty {
  readonly id: string;
  /** Where the page must be that asks the authenticator. */
  readonly origin: string;
}

/** Undefined for a host that is reached by an address: passkeys belong to a name (WebAuthn, 5.1.2). */
export function relyingPartyOf(headers: Headers): RelyingParty | undefined {
  const origin = originOf(headers);
  const id = new URL(origin).hostname;
  return isIP(id.replace(/^\[|\]$/g, '')) === 0 ? { id, origin } : undefined;
}

/** @throws Problem `passkeys-need-name` */
export function requireRelyingParty(headers: Headers): RelyingParty {
  const party = relyingPartyOf(headers);
  if (party !== undefined) return party;
  throw new Problem('passkeys-need-name', {
    status: 409,
    detail:
      'Passkeys belong to the name of a host. Open the console by a name, such as localhost, instead of an address.',
  });
}
