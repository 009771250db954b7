import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const idBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
/** The length of a key and of what it is wrapped into. */
export const keyBytes = 32;
export const wrappedBytes = idBytes + nonceBytes + keyBytes + tagBytes;

/**
 * Keys that seal the key of each file. The first one seals; all of them open.
 *
 * @param keys each 32 bytes as base64, the one that seals first
 */
export function createKeyRing([current, ...previous]: readonly [string, ...string[]]) {
  const first = masterKey(current);
  const all = new Map([first, ...previous.map(masterKey)].map((key) => [key.id, key]));
  return {
    /** The id of the key that seals: 16 hex digits. */
    id: first.id,
    /** Seals a key. @param context what it is for, which must be the same to open it */
    wrap(key: Uint8Array, context: string) {
      const nonce = randomBytes(nonceBytes);
      const wrapping = createCipheriv(cipher, first.wrapping, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([wrapping.update(key), wrapping.final()]);
      return Buffer.concat([Buffer.from(first.id, 'hex'), nonce, sealed, wrapping.getAuthTag()]);
    },
    /** @throws Error that names the key that is missing, or that the bytes are not what was sealed for this context */
    unwrap(wrapped: Uint8Array, context: string) {
      const id = wrappingKeyId(wrapped);
      const master = all.get(id);
      if (master === undefined) {
        const known = [...all.keys()].join(', ');
        throw new Error(
          `The data are sealed with the key ${id}, which the configuration does not have (it has ${known}). ` +
            'Set encryption.key to that key, or add it to encryption.previousKeys.',
        );
      }
      const sealed = wrapped.subarray(idBytes + nonceBytes, wrapped.length - tagBytes);
      const opening = createDecipheriv(cipher, master.wrapping, wrapped.subarray(idBytes, idBytes + nonceBytes));
      opening.setAAD(Buffer.from(context)).setAuthTag(wrapped.subarray(-tagBytes));
      try {
        return Buffer.concat([opening.update(sealed), opening.final()]);
      } catch (cause) {
        throw new Error(`${context} is damaged, or was sealed for another place. Restore it from a backup.`, { cause });
      }
    },
  };
}

export type KeyRing = ReturnType<typeof createKeyRing>;

/** The id of the key by which another one was wrapped. */
export const wrappingKeyId = (wrapped: Uint8Array): string => Buffer.from(wrapped.subarray(0, idBytes)).toString('hex');

/** What messages call a key: 16 hex digits. */
export const keyId = (base64: string): string => masterKey(base64).id;

/** A master key: 32 bytes. Its id is no secret, and names it in messages and in what it sealed. */
function masterKey(base64: string) {
  const key = Buffer.from(base64, 'base64');
  const wrapping = new Uint8Array(hkdfSync('sha256', key, '', 'chronoscribe wrapping', keyBytes));
  const id = createHash('sha256').update('chronoscribe key id').update(key).digest('hex');
  return { id: id.slice(0, 2 * idBytes), wrapping };
}
