import type { Segment } from './kind.ts';

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
    lines.push(`[${clock(segment.startMs)} - ${clock(segment.endMs)}] ${segment.text}`);
  }
  return lines.join('\n');
}

function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
