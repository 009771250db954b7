import type { ImportLine } from 'chronoscribe/kinds/ledger';
import fc from 'fast-check';

/** A stream of bytes, cut where it is told to be. */
export async function* inChunks(bytes: Uint8Array, ...borders: readonly number[]): AsyncGenerator<Uint8Array> {
  const cuts = [0, ...borders.filter((border) => border < bytes.length).toSorted((a, b) => a - b), bytes.length];
  for (const [index, end] of cuts.slice(1).entries()) yield bytes.subarray(cuts[index], end);
}

/** Places to cut a file of some thousand bytes: some, or all, so that each byte comes alone. */
export const anyCuts: fc.Arbitrary<readonly number[]> = fc.oneof(
  fc.array(fc.nat(2000), { maxLength: 20 }),
  fc.constant(Array.from({ length: 20_000 }, (_, index) => index)),
);

/** All that a reader reads of a text. */
export async function readLines(
  read: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<readonly ImportLine[]>,
  file: string | Uint8Array,
  ...borders: readonly number[]
): Promise<readonly ImportLine[]> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const lines: ImportLine[] = [];
  for await (const list of read(inChunks(bytes, ...borders))) lines.push(...list);
  return lines;
}
