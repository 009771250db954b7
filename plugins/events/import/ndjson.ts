import type { ImportLine } from 'chronoscribe/kinds/ledger';
import { cloudEventLine, isCloudEvent } from './cloud-event.ts';
import { eventLine, readJsonObject, unknownFields } from './event-line.ts';
import { inLists } from './text.ts';

const longestLine = 1024 * 1024;

/** A byte order mark at the beginning of a line is passed over. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads newline-delimited JSON (github.com/ndjson/ndjson-spec): an object a line, in the fields of an event or as a CloudEvent.
 * Lines end with a line feed or with both characters; empty ones are counted and otherwise passed over.
 *
 * @throws what `bytes` throws.
 */
export async function* readNdjson(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly ImportLine[]> {
  for await (const lines of byteLines(bytes, longestLine)) {
    for (const list of inLists(lines)) yield list.flatMap(readLine);
  }
}

function readLine({ line, bytes }: ByteLine): readonly ImportLine[] {
  if (bytes === null) return [{ line, detail: 'The line is longer than 1 MiB' }];
  const text = textOf(bytes);
  if (text === undefined) return [{ line, detail: 'The line is not UTF-8' }];
  if (/^[ \t\r]*$/.test(text)) return [];
  const read = readJsonObject(text);
  if ('detail' in read) return [{ line, detail: read.detail }];
  const { object } = read;
  return [isCloudEvent(object) ? cloudEventLine(line, object) : eventLine(line, object, unknownFields(object))];
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

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
