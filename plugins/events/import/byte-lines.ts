const newline = 0x0a;

/** A line of a file, without its line feed. */
export interface ByteLine {
  /** From 1. */
  readonly line: number;
  /** Null for a line that is longer than allowed. */
  readonly bytes: Uint8Array | null;
}

/**
 * The lines of a stream, those that each of its pieces ends. Takes memory for one piece and one line, however long the lines are.
 *
 * @param longest bytes of a line.
 */
export async function* byteLines(pieces: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<readonly ByteLine[]> {
  const held = heldLine(longest);
  let line = 1;
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const ended: ByteLine[] = [];
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      ended.push({ line, bytes: held.end(bytes.subarray(start, end)) });
      line += 1;
      start = end + 1;
    }
    held.add(bytes.subarray(start));
    yield ended;
  }
  if (!held.isEmpty()) yield [{ line, bytes: held.end(Buffer.alloc(0)) }];
}

/**
 * The beginning of a line whose end has not come yet. Each piece is copied once, so that many small ones cost no more than a
 * large one.
 */
function heldLine(longest: number) {
  const held = Buffer.allocUnsafe(longest);
  let length = 0;
  const add = (piece: Buffer) => {
    if (length + piece.length <= longest) piece.copy(held, length);
    length += piece.length;
  };
  return {
    add,
    isEmpty: () => length === 0,
    /** The whole line, of which this is the last piece. */
    end(piece: Buffer): Buffer | null {
      if (length === 0 && piece.length <= longest) return piece;
      add(piece);
      const line = length <= longest ? Buffer.from(held.subarray(0, length)) : null;
      length = 0;
      return line;
    },
  };
}
