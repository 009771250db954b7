import { collectCooperatively } from 'chronoscribe';
import type { ExportFormat, TranscriptRecord } from '../kind.ts';
import { recordAnswer } from '../record/answer.ts';
import { markdown, plainText } from './documents.ts';
import { documentBundle } from './fhir-bundle.ts';
import { subRip, webVtt } from './subtitles.ts';
import { transcriptWithNames } from './turns.ts';

/**
 * Exports a record. The same record always gives the same text. Speakers have the names that were given to them. No
 * text of a record can break out of its line, cue or element.
 *
 * @returns the record in a format of `exportFormats`.
 */
export async function exportOf(record: TranscriptRecord, format: ExportFormat): Promise<string> {
  return (await collectCooperatively(exportPieces(record, format))).join('');
}

/** The name of the file of an export. */
export function exportName(id: string, format: ExportFormat): string {
  return `transcript-${id}.${format === 'fhir' ? 'fhir.json' : format}`;
}

/** The same in pieces, which are computed lazily. */
export function* exportPieces(record: TranscriptRecord, format: ExportFormat): Generator<string> {
  switch (format) {
    case 'md':
      yield* markdown(record);
      return;
    case 'txt':
      yield* plainText(record);
      return;
    case 'vtt':
      yield* webVtt(record);
      return;
    case 'srt':
      yield* subRip(record);
      return;
    case 'json':
      yield* jsonOf(recordAnswer(record, { words: true }));
      return;
    case 'fhir':
      yield* fhir(record);
      return;
    default:
      return format satisfies never;
  }
}

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
