import { collectCooperatively } from 'chronoscribe/concurrency';
import { unknownName } from 'chronoscribe/host';
import { z } from 'zod';
import type { ExportFormat, ExportOptions, TranscriptRecord } from '../kind.ts';
import { RecordAnswer, recordAnswer } from '../record/answer.ts';
import { notDocumented, timestamp } from '../record/note-text.ts';
import {
  addendaChapters,
  type Chapter,
  furtherChapters,
  noteChapters,
  openingChapters,
  statusChapter,
  unsupportedMark,
} from './chapters.ts';
import { documentBundle, FhirDocument } from './fhir-bundle.ts';
import { subRip, webVtt } from './subtitles.ts';
import { spokenLines, transcriptWithNames, withRole } from './turns.ts';

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

/** The note and the transcript as CommonMark (spec.commonmark.org), also if it is read with GitHub's extensions. */
function* markdown(record: TranscriptRecord): Generator<string> {
  const facts = [new Date(record.createdAt).toISOString(), timestamp(record.durationMs), record.language ?? ''];
  const blocks = [
    '# Clinical note',
    escapeMarkdown(facts.filter(Boolean).join(', ')),
    ...chaptersOf(record).flatMap(markdownChapter),
    '## Transcript',
  ];
  yield blocks.join('\n\n');
  for (const { segment, voice, isNewTurn } of spokenLines(record)) {
    if (isNewTurn) yield `\n\n**${escapeMarkdown(withRole(voice))}**\n`;
    yield `\n- ${timestamp(segment.startMs)}–${timestamp(segment.endMs)} ${escapeMarkdown(segment.text)}`;
  }
  yield '\n';
}

/** A record as a document: whose it is, the note, what was added, and whether it is signed. */
function chaptersOf(record: TranscriptRecord): Chapter[] {
  const note = [...noteChapters(record), ...addendaChapters(record), ...furtherChapters(record)];
  return [...openingChapters(record), ...note, statusChapter(record)];
}

function markdownChapter({ title, lines }: Chapter): string[] {
  const items = lines.map(({ text, unsupported }) => {
    const mark = unsupported ? ` **(${unsupportedMark})**` : '';
    return `- ${escapeMarkdown(text)}${mark}`;
  });
  return [`## ${escapeMarkdown(title)}`, items.length > 0 ? items.join('\n') : notDocumented];
}

/** Escapes all Markdown in a line: emphasis, links, HTML, entities, tables, block markers, bare URLs. */
function escapeMarkdown(line: string): string {
  return line
    .replace(/[\\`*_[\]<>&~|]/g, '\\$&')
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/#+$/, '\\$&')
    .replace(/:(?=\/\/)|(?<=\bwww)\./gi, '\\$&')
    .replace(/@(?=\w)/g, '\\$&');
}

/**
 * The note and the transcript as plain text. A heading starts its line and ends with a colon; the lines below it start
 * with a mark.
 */
function* plainText(record: TranscriptRecord): Generator<string> {
  const chapters = chaptersOf(record).map(plainChapter);
  yield `${[...chapters, '--- Transcript:'].join('\n\n')}\n\n`;
  yield* transcriptWithNames(record);
}

function plainChapter({ title, lines }: Chapter): string {
  const items = lines.map(({ text, unsupported }) => (unsupported ? `- ${text} [${unsupportedMark}]` : `- ${text}`));
  return [`${title}:`, ...(items.length > 0 ? items : [notDocumented])].join('\n');
}
