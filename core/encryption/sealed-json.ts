import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type KeyRing, keyBytes, wrappedBytes } from './key-ring.ts';

/** The only member of a JSON value that was sealed. */
export const sealedMember = 'chronoscribe/sealed';
const SealedJson = z.strictObject({ [sealedMember]: z.base64() });
type SealedJson = z.output<typeof SealedJson>;

const context = 'A saved value';
const tagBytes = 16;
/** A key seals one value only, so a nonce is never used twice. */
const nonce = new Uint8Array(12);

export function sealJson(ring: KeyRing, json: unknown): SealedJson {
  const key = randomBytes(keyBytes);
  const sealing = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([sealing.update(JSON.stringify(json) ?? 'null'), sealing.final(), sealing.getAuthTag()]);
  const sealed = Buffer.concat([ring.wrap(key, context), text]).toString('base64');
  return { [sealedMember]: sealed };
}

/** The value; what was saved before the installation encrypted comes back as it is. @throws Error see `KeyRing.unwrap` */
export function openJson(ring: KeyRing, saved: unknown): unknown {
  const { data } = SealedJson.safeParse(saved);
  if (data === undefined) return saved;
  const bytes = Buffer.from(data[sealedMember], 'base64');
  const opening = createDecipheriv('aes-256-gcm', ring.unwrap(bytes.subarray(0, wrappedBytes), context), nonce);
  opening.setAuthTag(bytes.subarray(-tagBytes));
  const text = Buffer.concat([opening.update(bytes.subarray(wrappedBytes, -tagBytes)), opening.final()]);
  return JSON.parse(text.toString());
}
