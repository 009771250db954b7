import type { Segment } from './kind.ts';
import { timestamp } from './timestamp.ts';

/**
 * The transcript as the specification shapes it: the line `--- Transcript:`, then for each turn an empty line, `Speaker <n>:` and a
 * line `[hh:mm:ss - hh:mm:ss] text` for each segment. Seconds are cut, not rounded.
 */
export function transcriptText(segments: readonly Segment[]): string {
  const lines = ['--- Transcript:'];
  let speaker: string | undefined;
  for (const segment of segments) {
    if (segment.speaker !== speaker) lines.push('', `${segment.speaker}:`);
    speaker = segment.speaker;
    lines.push(`[${timestamp(segment.startMs)} - ${timestamp(segment.endMs)}] ${segment.text}`);
  }
  return lines.join('\n');
}
