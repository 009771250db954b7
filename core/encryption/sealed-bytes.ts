import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type KeyRing, keyBytes, wrappedBytes, wrappingKeyId } from './key-ring.ts';

/**
 * Sealed bytes: a header with the key of these bytes alone, wrapped by a master key, then pieces of 64 KiB, each sealed
 * with AES-256-GCM. The nonce of a piece is its number and whether it is the last one, so that pieces which were cut off,
 * swapped or repeated are found (the STREAM construction, https://eprint.iacr.org/2015/189).
 */
const magic = Buffer.from('CSEALED1');
export const headerBytes = magic.length + wrappedBytes;
const tagBytes = 16;
const plainPiece = 64 * 1024;
const sealedPiece = plainPiece + tagBytes;
const cipher = 'aes-256-gcm';

/** Whether bytes that begin like this are sealed. */
export const isSealed = (beginning: Uint8Array): boolean => magic.equals(beginning.subarray(0, magic.length));

/** How many bytes were sealed into so many. */
export function plainLength(sealedLength: number): number {
  const body = sealedLength - headerBytes;
  return Math.max(0, body - tagBytes * Math.ceil(body / sealedPiece));
}

/** @param context where the bytes are kept: they open under the same one only */
export async function* seal(
  ring: KeyRing,
  context: string,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const key = randomBytes(keyBytes);
  yield Buffer.concat([magic, ring.wrap(key, context)]);
  for await (const { number, isLast, bytes } of pieces(source, plainPiece)) {
    const sealing = createCipheriv(cipher, key, nonce(number, isLast));
    yield Buffer.concat([sealing.update(bytes), sealing.final(), sealing.getAuthTag()]);
  }
}

/** @throws Error if the key is not known, or the bytes are not those that were sealed */
export async function* open(
  ring: KeyRing,
  context: string,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let key: Uint8Array | undefined;
  for await (const { number, isLast, bytes } of pieces(sealed, sealedPiece, headerBytes)) {
    if (key === undefined) {
      key = keyOf(ring, context, bytes);
      if (isLast) throw damaged(context);
    } else yield openPiece(key, context, { number: number - 1, isLast, bytes });
  }
}

/** A part of sealed bytes: where its pieces are among the sealed ones, and how they are opened. */
export function sealedRange(sealedLength: number, { from, to }: { readonly from: number; readonly to: number }) {
  const [first, last] = [Math.floor(from / plainPiece), Math.floor(to / plainPiece)];
  const end = Math.min(sealedLength, headerBytes + (last + 1) * sealedPiece);
  return {
    from: headerBytes + first * sealedPiece,
    to: end - 1,
    async *open(ring: KeyRing, context: string, header: Uint8Array, sealed: AsyncIterable<Uint8Array>) {
      const key = keyOf(ring, context, header);
      let at = first * plainPiece;
      for await (const { number, isLast, bytes } of pieces(sealed, sealedPiece)) {
        const isEnd = isLast && end === sealedLength;
        const plain = openPiece(key, context, { number: first + number, isLast: isEnd, bytes });
        yield plain.subarray(Math.max(0, from - at), Math.max(0, to + 1 - at));
        at += plain.length;
      }
    },
  };
}

/**
 * The header with its key wrapped by the key that seals now; the pieces after it stay as they are.
 *
 * @returns undefined if that key has wrapped it already
 * @throws Error if the key that has wrapped it is not known
 */
export function rewrapHeader(ring: KeyRing, context: string, header: Uint8Array): Uint8Array | undefined {
  const key = keyOf(ring, context, header);
  if (wrappingKeyId(header.subarray(magic.length)) === ring.id) return undefined;
  return Buffer.concat([magic, ring.wrap(key, context)]);
}

interface Piece {
  readonly number: number;
  readonly isLast: boolean;
  readonly bytes: Uint8Array;
}

/** Bytes in pieces of one length, but for the last one, which may be empty; and the first one if that differs. */
async function* pieces(source: AsyncIterable<Uint8Array>, length: number, firstLength = length): AsyncGenerator<Piece> {
  let number = 0;
  let wanted = firstLength;
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    // The source may use the memory of a chunk again.
    held.push(Uint8Array.from(chunk));
    size += chunk.length;
    if (size <= wanted) continue;
    const all = Buffer.concat(held);
    let at = 0;
    for (; size - at > wanted; number += 1) {
      yield { number, isLast: false, bytes: all.subarray(at, at + wanted) };
      at += wanted;
      wanted = length;
    }
    held = [all.subarray(at)];
    size -= at;
  }
  yield { number, isLast: true, bytes: Buffer.concat(held) };
}

function keyOf(ring: KeyRing, context: string, header: Uint8Array): Uint8Array {
  if (header.length < headerBytes || !isSealed(header)) throw damaged(context);
  return ring.unwrap(header.subarray(magic.length), context);
}

function openPiece(key: Uint8Array, context: string, { number, isLast, bytes }: Piece): Uint8Array {
  try {
    const opening = createDecipheriv(cipher, key, nonce(number, isLast)).setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([opening.update(bytes.subarray(0, -tagBytes)), opening.final()]);
  } catch (cause) {
    throw damaged(context, cause);
  }
}

function damaged(context: string, cause?: unknown): Error {
  return new Error(`${context} was cut off or changed after it was sealed. Restore it from a backup.`, { cause });
}

function nonce(number: number, isLast: boolean): Uint8Array {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(number), 3);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}
