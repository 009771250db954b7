import type { ImportLine } from 'chronoscribe/kinds/ledger';
import { type ByteLine, byteLines } from './byte-lines.ts';
import { cloudEventLine, isCloudEvent } from './cloud-event.ts';
import { eventLine } from './event-line.ts';
import { inLists } from './in-lists.ts';
import { readJsonObject } from './json-object.ts';

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
  return [isCloudEvent(read.object) ? cloudEventLine(line, read.object) : eventLine(line, read.object)];
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
