import { oneLine } from 'chronoscribe';
import { leadingName } from '../cue-names.ts';
import type { TranscriptRecord } from '../kind.ts';
import { timestamp } from '../timestamp.ts';
import { spoken, voicesOf } from './voices.ts';

/** The transcript as SRT: a numbered block for each segment, its text after the speaker's name and a colon. */
export function subRip(record: TranscriptRecord): string {
  const labelOf = labels(record);
  const blocks = spoken(record).map(
    ({ speaker, startMs, endMs, text }, position) =>
      `${position + 1}\n${timestamp(startMs, ',')} --> ${timestamp(endMs, ',')}\n${labelOf(speaker)}: ${escaped(text)}\n`,
  );
  return blocks.join('\n');
}

/**
 * What each speaker is called. SRT has no place for names: what stands before a colon is one only where it looks like one, so a name
 * that does not is brought near it, and a speaker of whom nothing is left then, or no more than of another, keeps the number.
 */
function labels(record: TranscriptRecord): (speaker: string) => string {
  const voiceOf = voicesOf(record);
  const found = new Map<string, string>();
  const taken = new Map<string, string>();
  for (const segment of spoken(record)) {
    if (found.has(segment.speaker)) continue;
    const { name } = voiceOf(segment);
    const label = isLabel(name) ? name : labelLike(name);
    const usable = isLabel(label) && (taken.get(label) ?? name) === name;
    found.set(segment.speaker, usable ? label : oneLine(segment.speaker));
    if (usable) taken.set(label, name);
  }
  return (speaker) => found.get(speaker) ?? oneLine(speaker);
}

function isLabel(name: string): boolean {
  return leadingName(`${name}: x`)?.name === name;
}

/** `mary (his mother)` becomes `Mary His Mother`: at most four words of letters and digits, each with a capital. */
function labelLike(name: string): string {
  const words = name.match(/[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}.'’_-]{0,30}/gu) ?? [];
  return words
    .slice(0, 4)
    .map((word) => word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()))
    .join(' ');
}

/** As WebVTT does it, but only where a text would be taken for a tag, an arrow, an entity or a position: most players show entities as they are. */
function escaped(text: string): string {
  return text
    .replace(/&(?=(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('-->', '--&gt;')
    .replaceAll('{\\', '&#123;\\');
}
