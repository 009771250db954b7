import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a recorded answer with the client's Idempotency-Key, which is not stored: an answer may hold an API key that
 * is shown once, or a patient's words.
 *
 * @returns base64 of nonce, tag and cipher text.
 */
export function encryptAnswer(text: string, secret: string): string {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, derived(secret), nonce);
  const encrypted = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()]);
  return Buffer.concat([nonce, encryption.getAuthTag(), encrypted]).toString('base64');
}

/** @throws Error if `secret` is not the one that the answer was encrypted with. */
export function decryptAnswer(encrypted: string, secret: string): string {
  const bytes = Buffer.from(encrypted, 'base64');
  const decryption = createDecipheriv(cipher, derived(secret), bytes.subarray(0, nonceBytes));
  decryption.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return decryption.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decryption.final('utf8');
}

/** HKDF, RFC 5869. */
function derived(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'chronoscribe recorded answer', 32));
}
