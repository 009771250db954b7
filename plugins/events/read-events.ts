import { abortableStream } from 'chronoscribe';
import type { ImportLine } from 'chronoscribe/kinds/ledger';
import { readCalendar } from './import/calendar/read-calendar.ts';
import { readNdjson } from './import/ndjson.ts';

/**
 * Reads a file of events as a stream, in lists of at most 100 lines. A line that is not an event says why.
 *
 * @throws the reason of `signal`; what `bytes` throws.
 */
export async function* readEvents(
  type: ImportType,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<readonly ImportLine[]> {
  const pieces = abortableStream(bytes, signal);
  switch (type) {
    case 'ndjson':
      return yield* readNdjson(pieces);
    case 'csv': {
      // Imported by the first table, with its parser.
      const { readCsv } = await import('./import/csv.ts');
      return yield* readCsv(pieces);
    }
    case 'icalendar':
      return yield* readCalendar(pieces, signal);
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
