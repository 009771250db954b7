/** One Server-Sent Event; its data is the text of its `data` lines. */
export interface ReceivedEvent {
  readonly event: string;
  readonly data: string;
}

/**
 * Reads Server-Sent Events (WHATWG HTML, 9.2) as they arrive. Comments, ids and retry times are left out, and an event in the middle of which the
 * stream ends.
 */
export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ReceivedEvent> {
  let event = '';
  let data: string[] = [];
  for await (const line of linesOf(body.pipeThrough(new TextDecoderStream()))) {
    const { field, value } = fieldOf(line);
    switch (field) {
      case 'event':
        event = value;
        break;
      case 'data':
        data.push(value);
        break;
    }
    if (line !== '') continue;
    if (data.length > 0) yield { event: event || 'message', data: data.join('\n') };
    event = '';
    data = [];
  }
}

/** The whole lines of a text; each ends in CR LF, LF or CR. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let unread = '';
  let endedInReturn = false;
  for await (const piece of pieces) {
    // The CR of a CR LF that was cut in two has ended the line already.
    const lines = (unread + (endedInReturn ? piece.replace(/^\n/, '') : piece)).split(/\r\n|\n|\r/);
    endedInReturn = piece.endsWith('\r');
    unread = lines.pop() ?? '';
    yield* lines;
  }
}

/** A comment has the field with no name. */
function fieldOf(line: string): { readonly field: string; readonly value: string } {
  const [, field = '', value = ''] = /^([^:]*)(?:: ?)?(.*)$/s.exec(line) ?? [];
  return { field, value };
}
