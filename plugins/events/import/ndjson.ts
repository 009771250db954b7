import type { ImportLine } from 'chronoscribe/kinds/ledger';
import { z } from 'zod';
import {
  formatIssues,
  isObject,
  type JsonObject,
  joinErrors,
  parseJsonObject,
  unknownFields,
  validateEvent,
} from './event-line.ts';
import { chunk } from './text.ts';

const maxLineBytes = 1024 * 1024;

/** Ignores a byte order mark at the start of a line. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads newline-delimited JSON (github.com/ndjson/ndjson-spec): one object per line, with the fields of an event or as
 * a CloudEvent. Lines end with LF or CRLF. Empty lines are counted and otherwise ignored.
 *
 * @param location that of events that name none
 * @throws what `bytes` throws.
 */
export async function* readNdjson(
  bytes: AsyncIterable<Uint8Array>,
  location?: string,
): AsyncGenerator<readonly ImportLine[]> {
  for await (const lines of byteLines(bytes, maxLineBytes)) {
    for (const list of chunk(lines)) yield list.flatMap((line) => readLine(line, location));
  }
}

function readLine({ line, bytes }: ByteLine, location: string | undefined): readonly ImportLine[] {
  if (bytes === null) return [{ line, detail: 'The line is longer than 1 MiB' }];
  const text = decode(bytes);
  if (text === undefined) return [{ line, detail: 'The line is not UTF-8' }];
  if (/^[ \t\r]*$/.test(text)) return [];
  const read = parseJsonObject(text);
  if ('detail' in read) return [{ line, detail: read.detail }];
  const { object } = read;
  if (isCloudEvent(object)) return [readCloudEvent(line, object)];
  return [validateEvent(line, { location, ...object }, unknownFields(object))];
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
  let held: Uint8Array[] = [];
  let length = 0;
  let line = 0;
  const add = (piece: Uint8Array) => {
    length += piece.length;
    if (length <= longest) held.push(piece);
  };
  const end = (): ByteLine => {
    const bytes = length <= longest ? (held.length === 1 && held[0]) || Buffer.concat(held) : null;
    [held, length, line] = [[], 0, line + 1];
    return { line, bytes };
  };
  for await (const piece of pieces) {
    const ended: ByteLine[] = [];
    let start = 0;
    for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, start)) {
      add(piece.subarray(start, at));
      ended.push(end());
      start = at + 1;
    }
    if (start < piece.length) add(piece.subarray(start));
    yield ended;
  }
  if (length > 0) yield [end()];
}

/**
 * The context attributes of CloudEvents 1.0 that are used. `time` is optional in the specification, but required here.
 */
const Attributes = z.object({
  specversion: z.string().regex(/^1\.\d+$/, 'Only CloudEvents 1.0 can be read'),
  id: z.string().min(1),
  source: z.string().min(1),
  type: z.string().min(1),
  time: z.string(),
  subject: z.string().min(1).optional(),
  causationid: z.string().min(1).optional(),
  data: z.unknown().optional(),
});

/** Fields of an event that no attribute corresponds to: they are taken from `data`. */
const dataFields = ['end_time', 'participants', 'requires', 'effects', 'geo'];

/** Whether an object is a CloudEvent: only these have a `specversion`. */
export const isCloudEvent = (object: JsonObject): boolean => 'specversion' in object;

/**
 * An import line from a CloudEvent (github.com/cloudevents/spec, version 1.0). The location is `data.location`, else
 * `subject`, else `source`; the description is `data.description`, else `type`; `causationid` is added to the causes in
 * `data.causes`. Extension attributes and other fields of `data` are ignored.
 */
export function readCloudEvent(line: number, object: JsonObject): ImportLine {
  const { success, data: attributes, error } = Attributes.safeParse(object);
  if (!success) return { line, detail: joinErrors(formatIssues(error, object)) };
  const { id, source, type, time, subject, causationid } = attributes;
  const data = isObject(attributes.data) ? attributes.data : {};
  const causes = addCause(data.causes, causationid);
  return validateEvent(line, {
    ...Object.fromEntries(dataFields.filter((name) => name in data).map((name) => [name, data[name]])),
    ...(causes !== undefined && { causes }),
    event_id: id,
    time,
    location: data.location ?? subject ?? source,
    description: data.description ?? type,
  });
}

function addCause(causes: unknown, causationid: string | undefined): unknown {
  if (causationid === undefined) return causes;
  if (causes === undefined) return [causationid];
  return Array.isArray(causes) && !causes.some((cause) => namesCause(cause, causationid))
    ? [...causes, causationid]
    : causes;
}

const namesCause = (cause: unknown, id: string): boolean => cause === id || (isObject(cause) && cause.event_id === id);
