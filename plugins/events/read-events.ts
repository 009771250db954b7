import { abortableStream } from 'chronoscribe/concurrency';
import type { FileReader } from 'chronoscribe/host';
import type { ImportLine } from 'chronoscribe/kinds/ledger';
import type { Extended } from 'chronoscribe/types';
import type { ImportSettings } from './import/event-line.ts';
import { ownImporters, readInChild } from './import/in-child/read-in-child.ts';
import { readNdjson } from './import/ndjson.ts';

type Reader = (
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  settings: ImportSettings,
) => AsyncIterable<readonly ImportLine[]>;

/** What reads piece by piece, by media type. A single CloudEvent is a file of one line. */
const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'application/cloudevents+json'].map(
    (type): readonly [string, Reader] => [type, (bytes, _signal, { location }) => readNdjson(bytes, location)],
  ),
  [
    'text/csv',
    async function* readTable(bytes, _signal, settings) {
      // Imported by the first table, with its parser.
      const { readCsv } = await import('./import/csv.ts');
      yield* readCsv(bytes, settings);
    },
  ],
]);

/** The media types of an import. @throws Error if two importers take the same one */
export function importTypes(importers: readonly Extended<FileReader>[]): readonly string[] {
  const types = [
    ...[...readers.keys()].map((type) => ({ type, by: 'the host' })),
    ...importers.flatMap(({ plugin, value: { name, mediaTypes } }) =>
      mediaTypes.map((type) => ({ type, by: `plugin ${plugin}, as ${name}` })),
    ),
  ];
  for (const [type, [first, second]] of Map.groupBy(types, (each) => each.type)) {
    if (second === undefined) continue;
    throw new Error(`${type} has two importers of events: ${first?.by}; ${second.by}. Give one another media type.`);
  }
  return types.map(({ type }) => type);
}

/**
 * Reads a file of events as a stream, in lists of at most 100 lines. A line that is not an event says why.
 *
 * @param mediaType one of `importTypes`
 * @param importers what reads other media types
 * @throws the reason of `signal`; what `bytes` throws.
 */
export function readEvents(
  mediaType: string,
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  settings: ImportSettings = {},
  importers: readonly FileReader[] = ownImporters,
): AsyncIterable<readonly ImportLine[]> {
  const importer = importers.find(({ mediaTypes }) => mediaTypes.includes(mediaType));
  const read: Reader | undefined = readers.get(mediaType) ?? (importer && readInChild(importer));
  if (read === undefined) throw new Error(`${mediaType} is not a media type of an import.`);
  return read(abortableStream(bytes, signal), signal, settings);
}
