import { joinLines } from 'chronoscribe/kinds/ocr';
import { type SpokenWord, wordsOfCue } from 'chronoscribe/kinds/transcriber';
import { leadingName, speakersAmong } from './speaker-labels.ts';

/** A cue of a subtitle file, or the part of it that one speaker says. */
export interface Cue {
  /**
   * The name of a `<v Name>` tag, of the line before the times (`1 "Name" (123)`), or at the start of a line. It also
   * applies to later cues without one; null before the first. Where dashes alone tell speakers apart: `– 1`, `– 2`.
   */
  readonly speaker: string | null;
  readonly startMs: number;
  readonly endMs: number;
  /** In one line, without tags, not empty. */
  readonly text: string;
  /** What stands between times in the cue; undefined if there are none. */
  readonly words?: readonly SpokenWord[] | undefined;
}

interface Block {
  readonly startMs: number;
  readonly endMs: number;
  /** The name in the line before the times, as Webex writes it. */
  readonly name: string | null;
  readonly lines: string[];
}

const arrow = '-->';
const time = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/;

/**
 * Parses WebVTT (w3.org/TR/webvtt1) and SRT. Blocks without a line of times (headers, NOTE, STYLE, REGION) and SRT's
 * numbers are skipped. The time is linear in the length of the text, whatever it holds.
 *
 * @returns the cues in order of start time, no cues if there are none; the numbers of those whose start looks like a
 * speaker and was read as words (`doubtful`), and of those in which dashes alone tell speakers apart (`dashed`)
 */
export function parseCues(text: string) {
  const spoken = blocks(text)
    .sort((a, b) => a.startMs - b.startMs)
    .flatMap((block, index) => voices(block).map((voice) => ({ ...block, ...voice, number: index + 1 })));
  const labels = spoken.map((cue) => (cue.voice === null ? leadingName(cue.text) : undefined));
  const { isSpeaker, isDoubtful, doubtful } = speakersAmong(labels, 'cues');
  const cues: Cue[] = [];
  const dashed = new Set<number>();
  let speaker: string | null = null;
  let turn = 0;
  for (const [index, { startMs, endMs, voice, text: written, words, hasDash, number }] of spoken.entries()) {
    const label = labels[index];
    const isNamed = label !== undefined && isSpeaker(label.name);
    const text = isNamed ? label.text : written;
    if (isNamed) speaker = label.name;
    else if (voice !== null) speaker = voice;
    else if (hasDash) {
      dashed.add(number);
      turn = turn === 1 ? 2 : 1;
      speaker = `– ${turn}`;
    } else if (speaker?.startsWith('– ') || (label !== undefined && isDoubtful(label.name))) speaker = null;
    if (text !== '') cues.push({ speaker, startMs, endMs, text, ...(words !== undefined && { words }) });
  }
  return { cues, doubtful: doubtful.map((index) => spoken[index]?.number ?? 0), dashed: [...dashed] };
}

/** `1 "Dr. Ann Wood" (1234632)` */
const cueName = /^\d+ "([^"]{1,100})"(?: \(\d+\))?$/;

/** A block starts with a line of times and ends at an empty line or the next line of times. */
function blocks(text: string): Block[] {
  const found: Block[] = [];
  let open = false;
  let before = '';
  for (const line of text.split(/\r\n|\r|\n/)) {
    const times = line.includes(arrow) ? timesOf(line) : undefined;
    if (times !== undefined) {
      if (open) dropNumber(found.at(-1)?.lines ?? []);
      found.push({ ...times, name: cueName.exec(before)?.[1] ?? null, lines: [] });
    } else if (open && line.trim() !== '') found.at(-1)?.lines.push(line);
    open = times !== undefined || (open && line.trim() !== '');
    before = line.length < 150 ? line.trim() : '';
  }
  return found;
}

/** If the empty line before it is missing, an SRT cue's number looks like the last line of the cue before. */
function dropNumber(lines: string[]): void {
  const last = lines.at(-1)?.trim() ?? '';
  if (/^\d+$/.test(last) || (last.length < 150 && cueName.test(last))) lines.pop();
}

/** The text after the times holds settings of the cue's position. */
function timesOf(line: string): { startMs: number; endMs: number } | undefined {
  const at = line.indexOf(arrow);
  const startMs = milliseconds(line.slice(0, at).trim());
  const endMs = milliseconds(
    line
      .slice(at + arrow.length)
      .trim()
      .split(/\s/, 1)[0] ?? '',
  );
  return startMs === undefined || endMs === undefined ? undefined : { startMs, endMs: Math.max(startMs, endMs) };
}

function milliseconds(written: string): number | undefined {
  const match = time.exec(written);
  if (match === null) return undefined;
  const [, hours = '0', minutes, seconds, fraction = '0'] = match;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'));
}

interface Voice {
  readonly voice: string | null;
  readonly text: string;
  readonly words: readonly SpokenWord[] | undefined;
  /** Whether a dash or `>>` begins it, which changes the speaker. */
  readonly hasDash: boolean;
}

/**
 * A cue may hold several voices: `<v Doctor>How are you?</v> <v Patient>Fine.</v>`, lines that each begin with a dash, with
 * `>>`, or with a label.
 */
function voices({ name: named, lines, ...times }: Block): Voice[] {
  return lineGroups(lines).flatMap(({ text: group, hasDash }) => {
    // Splits at the tags and keeps their names: text, name, text, name, text…
    const parts = group.split(/<v((?:[\s.][^<>]*)?)>/);
    const found: Voice[] = [];
    for (let i = 0; i < parts.length; i += 2) {
      // Classes may precede the name: `<v.loud Mary>`.
      const name = plain((parts[i - 1] ?? '').replace(/^\.\S*/, ''));
      const said = parts[i] ?? '';
      const text = plain(said);
      const words = wordsOfCue(said, times, plain);
      if (text !== '') found.push({ voice: name === '' ? named : name, text, words, hasDash });
    }
    return found;
  });
}

const dash = /^(?:[-–—](?=[\s\p{L}])|>>)/u;

/** The lines of a cue, a group for each that begins with a label, with `>>`, or, if several do, with a dash. */
function lineGroups(lines: readonly string[]): { text: string; hasDash: boolean }[] {
  const trimmed = lines.map((line) => line.trim());
  const dashes = trimmed.filter((line) => dash.test(line)).length;
  const groups: { parts: string[]; hasDash: boolean }[] = [];
  for (const line of trimmed) {
    const match = dash.exec(line);
    const isChange = match !== null && (dashes > 1 || match[0].includes('>>'));
    const last = groups.at(-1);
    if (last !== undefined && !isChange && leadingName(line) === undefined) last.parts.push(line);
    else groups.push({ parts: [isChange ? line.slice(match[0].length).trimStart() : line], hasDash: isChange });
  }
  return groups.map(({ parts, hasDash }) => ({ text: joinLines(parts), hasDash }));
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
};

function plain(marked: string): string {
  const text = marked
    .replace(/<[^<>]*>/g, '')
    .replace(/\{\\[^{}]*\}/g, '') // Positions as some SRT files have them: {\an8}
    .replace(
      /&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi,
      (whole, name: string) => entities[name.toLowerCase()] ?? character(name) ?? whole,
    );
  // Not `/\s+/g`: on millions of spaces in a row the stack that an expression keeps for going back can overflow.
  return text
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ');
}

function character(name: string): string | undefined {
  if (!name.startsWith('#')) return undefined;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
