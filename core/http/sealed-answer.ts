import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts what must be kept to be answered again, under the key that the client chose and that is nowhere kept: an answer may
 * hold an API key that is shown once, or words of a patient.
 *
 * @returns base64 of nonce, tag and cipher text.
 */
export function seal(text: string, secret: string): string {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, derived(secret), nonce);
  const sealed = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()]);
  return Buffer.concat([nonce, encryption.getAuthTag(), sealed]).toString('base64');
}

/** @throws Error where `secret` is not what it was sealed with. */
export function unseal(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decryption = createDecipheriv(cipher, derived(secret), bytes.subarray(0, nonceBytes));
  decryption.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return decryption.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decryption.final('utf8');
}

/** HKDF, RFC 5869. */
function derived(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'chronoscribe recorded answer', 32));
}
