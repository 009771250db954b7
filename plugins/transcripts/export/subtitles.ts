import { oneLine } from 'chronoscribe/host';
import { type Segment, type TranscriptRecord, wordsOf } from '../kind.ts';
import { timestamp } from '../record/note-text.ts';
import { leadingName } from '../transcription/speaker-labels.ts';
import { spokenLines } from './turns.ts';

/**
 * The transcript as WebVTT (w3.org/TR/webvtt1): a cue for each segment, named by its id, with its voice, and with the times
 * of its words where they are known.
 */
export function* webVtt(record: TranscriptRecord): Generator<string> {
  yield 'WEBVTT\n';
  for (const { segment, voice } of spokenLines(record)) {
    const { id, startMs, endMs } = segment;
    yield `\n${id}\n${timestamp(startMs, '.')} --> ${timestamp(endMs, '.')}\n<v ${escapeVtt(voice.name)}>${cueText(segment)}\n`;
  }
}

/** The text with a time before each word that begins later than what stands before it. */
function cueText(segment: Segment): string {
  let [cue, end, latest] = ['', 0, segment.startMs];
  for (const { text, startMs } of wordsOf(segment) ?? []) {
    const at = segment.text.indexOf(text, end);
    const isLater = startMs !== null && startMs > latest && startMs < segment.endMs;
    if (isLater) latest = startMs;
    cue += `${segment.text.slice(end, at)}${isLater ? `<${timestamp(startMs, '.')}>` : ''}${escapeVtt(text)}`;
    end = at + text.length;
  }
  return cue + escapeVtt(segment.text.slice(end));
}

/** Escapes `<` (tags), `>` (arrows) and `{\` (positions in some files). */
function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('{\\', '&#123;\\');
}

/** The transcript as SRT: a numbered block for each segment, its text after the speaker's name and a colon. */
export function* subRip(record: TranscriptRecord): Generator<string> {
  const labelOf = speakerLabels();
  let number = 0;
  for (const { segment, voice } of spokenLines(record)) {
    const times = `${timestamp(segment.startMs, ',')} --> ${timestamp(segment.endMs, ',')}`;
    const separator = number === 0 ? '' : '\n';
    number += 1;
    yield `${separator}${number}\n${times}\n${labelOf(segment.speaker, voice.name)}: ${escapeSrt(segment.text)}\n`;
  }
}

/**
 * The label of each speaker. SRT has no field for names: readers take the text before a colon as a name if it looks
 * like one. A name that does not is changed; a speaker whose changed name is empty or taken keeps the number.
 */
function speakerLabels(): (speaker: string, name: string) => string {
  const labels = new Map<string, string>();
  const nameOfLabel = new Map<string, string>();
  return (speaker, name) => {
    const known = labels.get(speaker);
    if (known !== undefined) return known;
    const candidate = isLabel(name) ? name : labelLike(name);
    const isUsable = isLabel(candidate) && (nameOfLabel.get(candidate) ?? name) === name;
    const label = isUsable ? candidate : oneLine(speaker);
    labels.set(speaker, label);
    if (isUsable) nameOfLabel.set(label, name);
    return label;
  };
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

/**
 * Escapes like WebVTT, but only what would be read as a tag, an arrow, an entity or a position: most players show
 * entities literally.
 */
function escapeSrt(text: string): string {
  return text
    .replace(/&(?=(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('-->', '--&gt;')
    .replaceAll('{\\', '&#123;\\');
}
