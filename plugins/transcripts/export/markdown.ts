import type { TranscriptRecord } from '../kind.ts';
import { nothingSaid } from '../note-text.ts';
import { timestamp } from '../timestamp.ts';
import { type Chapter, doubt, furtherChapters, noteChapters } from './chapters.ts';
import { type Turn, turnsOf, withRole } from './voices.ts';

/** The note and the transcript as CommonMark (spec.commonmark.org), also where it is read with GitHub's extensions. */
export function markdown(record: TranscriptRecord): string {
  const made = [new Date(record.createdAt).toISOString(), timestamp(record.durationMs), record.language ?? ''].filter(Boolean);
  const blocks = [
    '# Clinical note',
    plain(made.join(', ')),
    ...[...noteChapters(record), ...furtherChapters(record)].flatMap(chapterBlocks),
    '## Transcript',
    ...turnsOf(record).flatMap(turnBlocks),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function chapterBlocks({ title, lines }: Chapter): string[] {
  const written = lines.map(({ text, doubtful }) => (doubtful ? `- ${plain(text)} **(${doubt})**` : `- ${plain(text)}`));
  return [`## ${plain(title)}`, written.length > 0 ? written.join('\n') : nothingSaid];
}

function turnBlocks({ voice, segments }: Turn): string[] {
  const written = segments.map(({ startMs, endMs, text }) => `- ${timestamp(startMs)}–${timestamp(endMs)} ${plain(text)}`);
  return [`**${plain(withRole(voice))}**`, written.join('\n')];
}

/** A text in one line of which no character is markup: emphasis, links, HTML, entities, tables, what begins a block, bare addresses. */
function plain(line: string): string {
  return line
    .replace(/[\\`*_[\]<>&~|]/g, '\\$&')
    .replace(/^[#+=-]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/#+$/, '\\$&')
    .replace(/:(?=\/\/)|(?<=\bwww)\./gi, '\\$&')
    .replace(/@(?=\w)/g, '\\$&');
}
