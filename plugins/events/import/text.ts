/** As much of a text as a message may quote: whole, or cut to `most` characters of which the last is `…`. */
export function excerpt(text: string, most = 80): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

export const longestList = 500;

/** The same items in lists of at most 500, none of which is empty. */
export function* inLists<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += longestList) yield items.slice(start, start + longestList);
}

const mark = Buffer.from([0xef, 0xbb, 0xbf]);

/** The same bytes without the byte order mark that some programs put before UTF-8. */
export async function* withoutByteOrderMark(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
