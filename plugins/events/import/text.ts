/** A text for a message: cut to `maxLength` characters, of which the last is `…`. */
export function excerpt(text: string, maxLength = 80): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}

export const maxChunk = 100;

/** Splits items into lists of at most 100; no list is empty. */
export function* chunk<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += maxChunk) yield items.slice(start, start + maxChunk);
}

const mark = Buffer.from([0xef, 0xbb, 0xbf]);

/** A stream without the byte order mark that some programs put before UTF-8. */
export async function* stripByteOrderMark(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of pieces) {
    if (head === undefined) {
      yield piece;
    } else {
      head = Buffer.concat([head, piece]);
      if (head.length < mark.length) continue;
      yield head.subarray(0, mark.length).equals(mark) ? head.subarray(mark.length) : head;
      head = undefined;
    }
  }
  if (head !== undefined) yield head;
}
