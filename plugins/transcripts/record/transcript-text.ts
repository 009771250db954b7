import { collectCooperatively } from 'chronoscribe';
import type { Segment } from '../kind.ts';

/**
 * The transcript in the format of the specification: the line `--- Transcript:`, then for each turn an empty line,
 * `Speaker <n>:` and a line `[hh:mm:ss - hh:mm:ss] text` for each segment. Seconds are truncated.
 */
export async function transcriptText(segments: readonly Segment[]): Promise<string> {
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
