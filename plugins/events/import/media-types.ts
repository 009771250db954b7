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

/** What a `Content-Type` says of a file. Undefined for another media type, and for another charset than UTF-8. */
export function importTypeOf(contentType: string): ImportType | undefined {
  const [mediaType = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?(utf-8|utf8|us-ascii)"?$/.test(charset)) return undefined;
  return isImportType(mediaType) ? importTypes[mediaType] : undefined;
}

function isImportType(mediaType: string): mediaType is keyof typeof importTypes {
  return Object.hasOwn(importTypes, mediaType);
}
