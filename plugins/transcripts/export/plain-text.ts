import type { TranscriptRecord } from '../kind.ts';
import { nothingSaid } from '../note-text.ts';
import { timestamp } from '../timestamp.ts';
import { type Chapter, doubt, furtherChapters, noteChapters } from './chapters.ts';
import { turnsOf, withRole } from './voices.ts';

/** The note and the transcript to read anywhere. A heading ends with a colon and begins its line; what stands below is set off from it. */
export function plainText(record: TranscriptRecord): string {
  const chapters = [...noteChapters(record), ...furtherChapters(record)].map(paragraph);
  return [...chapters, '--- Transcript:', transcriptWithNames(record)].join('\n\n');
}

/** The transcript by turns: who speaks alone on a line, then a line `[hh:mm:ss - hh:mm:ss] text` for each segment. Ends with a line break. */
export function transcriptWithNames(record: Pick<TranscriptRecord, 'speakers' | 'segments'>): string {
  const turns = turnsOf(record).map(({ voice, segments }) => {
    const lines = segments.map(({ startMs, endMs, text }) => `[${timestamp(startMs)} - ${timestamp(endMs)}] ${text}`);
    return `${[`${withRole(voice)}:`, ...lines].join('\n')}\n`;
  });
  return turns.join('\n');
}

function paragraph({ title, lines }: Chapter): string {
  const written = lines.map(({ text, doubtful }) => (doubtful ? `- ${text} [${doubt}]` : `- ${text}`));
  return [`${title}:`, ...(written.length > 0 ? written : [nothingSaid])].join('\n');
}
