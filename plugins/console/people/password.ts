import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createSemaphore } from 'chronoscribe/concurrency';
import { z } from 'zod';

/**
 * NIST SP 800-63B, 3.1.1: length is what counts, and what others use too is refused (`password-strength.ts`). Counted and
 * compared in one form of Unicode. What is longer than the bound is no password that somebody typed.
 */
export const Password = z
  .string()
  .max(256)
  .refine((text) => [...text.normalize('NFKC')].length >= 12, 'Too short: expected at least 12 characters')
  .meta({ minLength: 12 })
  .describe('12 to 256 characters that are hard to guess');

/** 32 MiB and some 0.2 s (OWASP Password Storage Cheat Sheet). `logN` is the binary logarithm of N. */
const cost = { logN: 15, r: 8, p: 3 };
type Cost = Readonly<typeof cost>;
const keyBytes = 32;

/** Node hashes on the threads that also read and write files. */
const hashing = createSemaphore(2);

/** @returns `scrypt$15$8$3$SALT$HASH`: the cost is stored with the hash, so that it can be raised later */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  const { logN, r, p } = cost;
  return ['scrypt', logN, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Compares a password with a stored hash. Without a hash it does the same work, so that the time of an answer does not
 * tell whether there is a person.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const parsed = parseHash(stored ?? nobody);
  const key = await derive(password, parsed.salt, parsed.cost);
  return timingSafeEqual(key, parsed.key) && stored !== null;
}

/** Whether a hash was made with another cost than that of new ones. */
export function isOutdated(stored: string): boolean {
  const { logN, r, p } = parseHash(stored).cost;
  return logN !== cost.logN || r !== cost.r || p !== cost.p;
}

const nobody = `scrypt$${cost.logN}$${cost.r}$${cost.p}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

function parseHash(stored: string): { readonly cost: Cost; readonly salt: Buffer; readonly key: Buffer } {
  const [name, logN, r, p, salt = '', key = ''] = stored.split('$');
  const bytes = Buffer.from(key, 'base64url');
  if (name !== 'scrypt' || bytes.length !== keyBytes) throw new Error('a stored password hash is damaged');
  return { cost: { logN: Number(logN), r: Number(r), p: Number(p) }, salt: Buffer.from(salt, 'base64url'), key: bytes };
}

function derive(password: string, salt: Uint8Array, { logN, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** logN;
  return hashing.run(
    () =>
      new Promise((resolve, reject) => {
        // The same characters may be encoded in different ways, by keyboard and system.
        scrypt(password.normalize('NFKC'), salt, keyBytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
          error === null ? resolve(key) : reject(error),
        );
      }),
  );
}
