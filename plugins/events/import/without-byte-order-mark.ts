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
