import type { Random } from '../crash/random.ts';

/** The largest input, in bytes. */
export const maxBytes = 1024 * 1024;

/** Bytes at which parsers decide: ends of lines and strings, brackets, separators, what is no UTF-8. */
const edges = [
  0x00, 0x0a, 0x0d, 0x22, 0x2c, 0x2d, 0x30, 0x39, 0x3a, 0x3b, 0x3c, 0x5b, 0x5c, 0x7b, 0x7f, 0x80, 0xc3, 0xff,
];

/**
 * Changes an input at a few places: bytes, pieces, numbers, words of the format, pieces of another input.
 *
 * @param words what the format is made of, such as `RRULE:`
 */
export function mutate(
  input: Uint8Array,
  { random, words, other }: { readonly random: Random; readonly words: readonly string[]; readonly other: Uint8Array },
): Uint8Array {
  let bytes: Buffer = Buffer.from(input);
  for (let left = random.whole(1, 4); left > 0; left -= 1) bytes = changed(bytes);
  return bytes.subarray(0, maxBytes);

  function changed(from: Buffer): Buffer {
    const at = random.whole(0, from.length);
    const end = Math.min(from.length, at + random.whole(1, random.chance(0.8) ? 16 : 4096));
    const replaced = (piece: Uint8Array, to = end) => Buffer.concat([from.subarray(0, at), piece, from.subarray(to)]);
    switch (random.whole(0, 20) % 10) {
      case 0:
        return replaced(Buffer.of(random.whole(0, 255)), at + 1);
      case 1:
        return replaced(Buffer.of(random.one(edges)), at);
      case 2:
        return replaced(Buffer.alloc(0));
      case 3:
        return replaced(from.subarray(at, end), at);
      case 4: {
        const start = random.whole(0, other.length);
        return replaced(other.subarray(start, start + random.whole(1, 256)));
      }
      case 5:
      case 6:
      case 8:
        return replaced(Buffer.from(random.one(words)), random.chance(0.5) ? at : end);
      case 7:
        return replaced(
          Buffer.from(random.one(['-1', '0', '99999999999999999999', '1e308', '2147483648', '0.1'])),
          at + 1,
        );
      default: {
        // Long inputs of one kind show work that grows faster than its input.
        const piece = from.subarray(at, end);
        const times = Math.floor(random.whole(2, 2 ** random.whole(2, 20)) / Math.max(1, piece.length));
        return replaced(Buffer.concat(Array.from({ length: Math.min(times, 65_536) }, () => piece)), at);
      }
    }
  }
}
