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
