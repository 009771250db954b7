import type { ImportLine } from 'chronoscribe/kinds/ledger';
import { readCalendar } from './import/calendar/read-calendar.ts';
import { readCsv } from './import/csv.ts';
import { readNdjson } from './import/ndjson.ts';

/**
 * Reads a file of events as it comes, in lists of at most 500 lines. What makes no event is a line that says why.
 *
 * @throws the reason of `signal`; what `bytes` throws.
 */
export function readEvents(
  type: ImportType,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<readonly ImportLine[]> {
  const pieces = untilAborted(bytes, signal);
  switch (type) {
    case 'ndjson':
      return readNdjson(pieces);
    case 'csv':
      return readCsv(pieces);
    case 'icalendar':
      return readCalendar(pieces, signal);
    default:
      return type satisfies never;
  }
}

/** The kinds of files of events that can be read. */
export type ImportType = 'ndjson' | 'csv' | 'icalendar';

/** The media types that say what a file is. A single CloudEvent is a file of one line. */
export const importTypes = {
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/cloudevents+json': 'ndjson',
  'text/csv': 'csv',
  'text/calendar': 'icalendar',
} as const satisfies Readonly<Record<string, ImportType>>;

/**
 * What a file of a media type is read as.
 *
 * @param mediaType in lower case and without parameters
 * @throws Error for one that is none of `importTypes`.
 */
export function importTypeOf(mediaType: string): ImportType {
  if (!isImportType(mediaType)) throw new Error(`${mediaType} is no media type of an import.`);
  return importTypes[mediaType];
}

function isImportType(mediaType: string): mediaType is keyof typeof importTypes {
  return Object.hasOwn(importTypes, mediaType);
}

/**
 * The pieces of a stream, until a signal is aborted: also one that is aborted while the stream is silent.
 *
 * @throws the reason of the signal; what the stream throws.
 */
export async function* untilAborted<T>(stream: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const pieces = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = await orAborted(pieces.next(), signal);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // Nobody waits for this: a stream that is silent does not answer it either.
    pieces.return?.().catch(() => {});
  }
}

/** The listener goes with each piece: one race for the whole stream would keep all pieces until its end. */
function orAborted<T>(piece: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  return Promise.race([piece, aborted]).finally(() => signal.removeEventListener('abort', abort));
}
