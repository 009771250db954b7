import type { ImportLine } from 'chronoscribe/kinds/ledger';
import { isCloudEvent, readCloudEvent } from './cloud-event.ts';
import { parseJsonObject, unknownFields, validateEvent } from './event-line.ts';
import { chunk } from './text.ts';

const maxLineBytes = 1024 * 1024;

/** Ignores a byte order mark at the start of a line. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads newline-delimited JSON (github.com/ndjson/ndjson-spec): one object per line, with the fields of an event or as
 * a CloudEvent. Lines end with LF or CRLF. Empty lines are counted and otherwise ignored.
 *
 * @throws what `bytes` throws.
 */
export async function* readNdjson(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly ImportLine[]> {
  for await (const lines of byteLines(bytes, maxLineBytes)) {
    for (const list of chunk(lines)) yield list.flatMap(readLine);
  }
}

function readLine({ line, bytes }: ByteLine): readonly ImportLine[] {
  if (bytes === null) return [{ line, detail: 'The line is longer than 1 MiB' }];
  const text = decode(bytes);
  if (text === undefined) return [{ line, detail: 'The line is not UTF-8' }];
  if (/^[ \t\r]*$/.test(text)) return [];
  const read = parseJsonObject(text);
  if ('detail' in read) return [{ line, detail: read.detail }];
  const { object } = read;
  return [isCloudEvent(object) ? readCloudEvent(line, object) : validateEvent(line, object, unknownFields(object))];
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

const newline = 0x0a;

/** A line of a file, without its line feed. */
interface ByteLine {
  /** From 1. */
  readonly line: number;
  /** Null if the line is longer than allowed. */
  readonly bytes: Uint8Array | null;
}

/**
 * The lines of a stream, in lists, one for each chunk. Holds one chunk and one line in memory, however long the lines
 * are.
 *
 * @param longest the maximum length of a line, in bytes
 */
async function* byteLines(pieces: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<readonly ByteLine[]> {
  const held = createLineBuffer(longest);
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

/** Buffers an incomplete line. Each chunk is copied once, so that many small chunks cost no more than a large one. */
function createLineBuffer(longest: number) {
  const held = Buffer.allocUnsafe(longest);
  let length = 0;
  const add = (piece: Buffer) => {
    if (length + piece.length <= longest) piece.copy(held, length);
    length += piece.length;
  };
  return {
    add,
    isEmpty: () => length === 0,
    /** The whole line, given its last chunk. */
    end(piece: Buffer): Buffer | null {
      if (length === 0 && piece.length <= longest) return piece;
      add(piece);
      const line = length <= longest ? Buffer.from(held.subarray(0, length)) : null;
      length = 0;
      return line;
    },
  };
}
