import type { TranscriptRecord } from '../kind.ts';
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
import { spokenLines, transcriptWithNames, withRole } from './turns.ts';

/** The note and the transcript as CommonMark (spec.commonmark.org), also if it is read with GitHub's extensions. */
export function* markdown(record: TranscriptRecord): Generator<string> {
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
export function* plainText(record: TranscriptRecord): Generator<string> {
  const chapters = chaptersOf(record).map(plainChapter);
  yield `${[...chapters, '--- Transcript:'].join('\n\n')}\n\n`;
  yield* transcriptWithNames(record);
}

function plainChapter({ title, lines }: Chapter): string {
  const items = lines.map(({ text, unsupported }) => (unsupported ? `- ${text} [${unsupportedMark}]` : `- ${text}`));
  return [`${title}:`, ...(items.length > 0 ? items : [notDocumented])].join('\n');
}
