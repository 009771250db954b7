import { abortableStream } from 'chronoscribe';
import type { ImportLine } from 'chronoscribe/kinds/ledger';
import { readCalendar } from './import/calendar/read-calendar.ts';
import { readCsv } from './import/csv.ts';
import { readNdjson } from './import/ndjson.ts';

/**
 * Reads a file of events as a stream, in lists of at most 500 lines. A line that is not an event says why.
 *
 * @throws the reason of `signal`; what `bytes` throws.
 */
export function readEvents(
  type: ImportType,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<readonly ImportLine[]> {
  const pieces = abortableStream(bytes, signal);
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

/** The formats of an import. */
export type ImportType = 'ndjson' | 'csv' | 'icalendar';

/** The format of each media type. A single CloudEvent is a file of one line. */
export const importTypes = {
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/cloudevents+json': 'ndjson',
  'text/csv': 'csv',
  'text/calendar': 'icalendar',
} as const satisfies Readonly<Record<string, ImportType>>;

/**
 * The format of a media type.
 *
 * @param mediaType in lower case and without parameters
 * @throws Error if it is not one of `importTypes`.
 */
export function importTypeOf(mediaType: string): ImportType {
  if (!isImportType(mediaType)) throw new Error(`${mediaType} is not a media type of an import.`);
  return importTypes[mediaType];
}

function isImportType(mediaType: string): mediaType is keyof typeof importTypes {
  return Object.hasOwn(importTypes, mediaType);
}
