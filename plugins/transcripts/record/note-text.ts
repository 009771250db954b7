import { collectCooperatively } from 'chronoscribe/concurrency';
import { oneLine } from 'chronoscribe/host';
import type { DraftSection } from 'chronoscribe/kinds/writer';
import type { StoredSegment } from './content.ts';

/** The text of a section without statements. */
export const notDocumented = 'Not documented.';

/**
 * The note as text: each section's name with a colon alone on its line, its statements below, one on a line, and an
 * empty line between sections. A section without statements reads `Not documented.` No statement ends in a colon, which
 * would make a heading of it.
 */
export function noteText(sections: readonly DraftSection[]): string {
  return sections
    .map(({ name, statements }) => {
      const lines = statements.map(({ text }) => oneLine(text).replace(/[\s:：]+$/, ''));
      return [`${name}:`, ...(lines.length > 0 ? lines : [notDocumented])].join('\n');
    })
    .join('\n\n');
}

/**
 * The transcript in the format of the specification: the line `--- Transcript:`, then for each turn an empty line,
 * `Speaker <n>:` and a line `[hh:mm:ss - hh:mm:ss] text` for each segment. Seconds are truncated.
 */
export async function transcriptText(segments: readonly StoredSegment[]): Promise<string> {
  let speaker: string | undefined;
  const blocks = segments.values().map((segment) => {
    const heading = segment.speaker === speaker ? '' : `\n${segment.speaker}:\n`;
    speaker = segment.speaker;
    return `${heading}[${timestamp(segment.startMs)} - ${timestamp(segment.endMs)}] ${segment.text}`;
  });
  return ['--- Transcript:', ...(await collectCooperatively(blocks))].join('\n');
}

/**
 * A time of a recording: `01:02:03`, or with a separator `01:02:03.004`. Without it seconds are truncated.
 *
 * @param separator the character before the milliseconds
 */
export function timestamp(milliseconds: number, separator?: '.' | ','): string {
  const seconds = Math.floor(milliseconds / 1000);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return separator === undefined
    ? clock
    : `${clock}${separator}${String(Math.floor(milliseconds % 1000)).padStart(3, '0')}`;
}
