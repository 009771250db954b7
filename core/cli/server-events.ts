/** One Server-Sent Event; its data is the text of its `data` lines. */
export interface ReceivedEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads Server-Sent Events (WHATWG HTML, 9.2) as they arrive. Comments, ids and retry times are left out. */
export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ReceivedEvent> {
  let unread = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (unread + piece).split('\n\n');
    unread = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const data = valuesOf('data', lines);
      if (data.length > 0) yield { event: valuesOf('event', lines).at(-1) ?? 'message', data: data.join('\n') };
    }
  }
}

function valuesOf(field: string, lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''));
}
