import { collectCooperatively } from 'chronoscribe/concurrency';
import { unknownName } from 'chronoscribe/host';
import { z } from 'zod';
import type { ExportFormat, ExportOptions, TranscriptRecord } from '../kind.ts';
import { RecordAnswer, recordAnswer } from '../record/answer.ts';
import { markdown, plainText } from './documents.ts';
import { documentBundle, FhirDocument } from './fhir-bundle.ts';
import { subRip, webVtt } from './subtitles.ts';
import { transcriptWithNames } from './turns.ts';

/**
 * Exports a record. The same record always gives the same words. Speakers have the names that were given to them. No
 * text of a record can break out of its line, cue or element.
 */
export async function exportOf(
  record: TranscriptRecord,
  { pieces }: ExportFormat,
  options: ExportOptions,
): Promise<Uint8Array> {
  const made = pieces(record, options);
  return Symbol.iterator in made ? Buffer.from((await collectCooperatively(made)).join('')) : made;
}

/** The name of the file of an export. */
export function exportName(id: string, { extension }: ExportFormat): string {
  return `transcript-${id}.${extension}`;
}

/** A format of text. */
type TextFormat = ExportFormat & { readonly pieces: (record: TranscriptRecord) => Iterable<string> };

/** The formats of text that need no other plugin. */
export const ownFormats: readonly TextFormat[] = [
  { name: 'md', mediaType: 'text/markdown', extension: 'md', pieces: markdown },
  { name: 'txt', mediaType: 'text/plain', extension: 'txt', pieces: plainText },
  { name: 'vtt', mediaType: 'text/vtt', extension: 'vtt', pieces: webVtt },
  { name: 'srt', mediaType: 'application/x-subrip', extension: 'srt', pieces: subRip },
  {
    ...{ name: 'json', mediaType: 'application/json', extension: 'json', json: RecordAnswer },
    pieces: (record) => jsonOf(recordAnswer(record, { words: true })),
  },
  { name: 'fhir', mediaType: 'application/fhir+json', extension: 'fhir.json', json: FhirDocument, pieces: fhir },
];

/** The format of this name. @throws Error if no plugin has it */
export function formatNamed<F extends ExportFormat>(formats: readonly F[], name: string): F {
  const found = formats.find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new Error(
    unknownName(
      'format',
      name,
      formats.map((each) => each.name),
    ),
  );
}

/** What a request may name. */
export const formatField = (formats: readonly ExportFormat[]) =>
  z.enum(formats.map(({ name }) => name)).describe('Format of the file');

function* fhir(record: TranscriptRecord): Generator<string> {
  let transcript = '';
  for (const line of transcriptWithNames(record)) {
    transcript += line;
    // A pause between lines: the document itself is one piece.
    yield '';
  }
  yield JSON.stringify(documentBundle(record, transcript), null, 2);
}

/** JSON with each field, and each element of a list, on a line of its own. */
function* jsonOf(fields: object): Generator<string> {
  let separator = '{';
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    yield `${separator}\n  ${JSON.stringify(name)}: `;
    if (Array.isArray(value)) yield* jsonList(value);
    else yield JSON.stringify(value);
    separator = ',';
  }
  yield '\n}\n';
}

function* jsonList(items: readonly unknown[]): Generator<string> {
  let separator = '[';
  for (const item of items) {
    yield `${separator}\n    ${JSON.stringify(item)}`;
    separator = ',';
  }
  yield items.length === 0 ? '[]' : '\n  ]';
}
