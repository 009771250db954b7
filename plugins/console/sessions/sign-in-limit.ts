import type { Cluster } from 'chronoscribe';
import { type AttemptLimit, countAttempt } from 'chronoscribe/host';
import ipaddr from 'ipaddr.js';
import { cookieValue } from './cookie.ts';
import type { KnownDevices } from './known-devices.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * How often somebody may try, on all hosts together. Where there are several, all of them count: guesses become slower
 * the more there are.
 */
export const signInLimits = {
  network: [{ attempts: 30, windowMs: 5 * minuteMs }],
  // Not an attempt yet: the page to sign in asks for one as it is opened.
  challenge: [{ attempts: 300, windowMs: 5 * minuteMs }],
  // Of a person's address, by one network, and by all together.
  pair: [{ attempts: 10, windowMs: 15 * minuteMs }],
  email: [
    { attempts: 50, windowMs: 60 * minuteMs },
    { attempts: 100, windowMs: dayMs },
  ],
  // Of a browser in which the person has signed in before.
  device: [
    { attempts: 10, windowMs: 15 * minuteMs },
    { attempts: 100, windowMs: dayMs },
  ],
  // By who has a session already.
  session: [
    { attempts: 10, windowMs: 15 * minuteMs },
    { attempts: 50, windowMs: dayMs },
  ],
} as const satisfies Readonly<Record<string, readonly AttemptLimit[]>>;

/** Where a request comes from. */
export interface Origin {
  readonly headers: Headers;
  /** The IP address of the client. */
  readonly address: string;
}

/** Who is tried: an address that may belong to nobody. */
export interface Target {
  readonly email: string;
  /** The person whom the address belongs to. */
  readonly person: string | undefined;
}

export type SignInLimit = ReturnType<typeof createSignInLimit>;

/** Counts attempts to sign in, so that nobody finds a password or a code by trying, nor locks out who knows it. */
export function createSignInLimit(cluster: Cluster, devices: Pick<KnownDevices, 'find'>) {
  const count = async (by: keyof typeof signInLimits, value: string): Promise<void> => {
    for (const limit of signInLimits[by]) {
      await countAttempt(cluster, `sign-in/${by}/${limit.windowMs}/${value}`, limit, 'attempts to sign in');
    }
  };
  const deviceOf = async (headers: Headers) => {
    const token = cookieValue(headers, 'device');
    return token === undefined ? undefined : devices.find(token);
  };
  return {
    /**
     * Counts an attempt. From a browser that the person has used before, its own attempts count and no others. What
     * needs no guarding against guesses (passkeys, links, a provider) has no target, and any known browser will do.
     *
     * @throws Problem `rate-limited` with the seconds until the next attempt
     */
    async attempt({ headers, address }: Origin, target?: Target): Promise<void> {
      const device = await deviceOf(headers);
      if (device !== undefined && (target === undefined || device.person === target.person)) {
        return count(target === undefined ? 'challenge' : 'device', device.id);
      }
      const network = networkOf(address);
      await count('network', network);
      if (target === undefined) return;
      const email = target.email.toLowerCase();
      await count('pair', JSON.stringify([email, network]));
      await count('email', email);
    },
    /** Counts a question for a challenge. @throws Problem `rate-limited` */
    async challenge({ headers, address }: Origin): Promise<void> {
      await count('challenge', (await deviceOf(headers))?.id ?? networkOf(address));
    },
    /** Counts an attempt of who has a session to prove to be its owner. @throws Problem `rate-limited` */
    confirmation: (sessionId: string) => count('session', sessionId),
  };
}

/** The network of a client: one has 2⁶⁴ addresses of IPv6 to send from (RFC 4291, 2.5.4). */
export function networkOf(address: string): string {
  const parsed = ipaddr.process(address);
  if (!('parts' in parsed)) return parsed.toString();
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
