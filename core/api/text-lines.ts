/**
 * The lines of a UTF-8 text that comes in pieces, without their `\n`. Nothing but `\n` ends a line, so each line of JSON Lines
 * comes whole.
 *
 * @returns the lines, each as soon as its end has come; an empty last one is left out.
 * @example
 * for await (const line of textLines(blobs.read(name))) records.push(JSON.parse(line));
 */
export async function* textLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let unfinished = '';
  for await (const piece of pieces) {
    const [first = '', ...others] = decoder.decode(piece, { stream: true }).split('\n');
    unfinished += first;
    for (const line of others) {
      yield unfinished;
      unfinished = line;
    }
  }
  unfinished += decoder.decode();
  if (unfinished !== '') yield unfinished;
}
