import { wordsOfCue } from './heard-words.ts';
import type { SpokenWord } from './transcriber.ts';

/** A cue of a subtitle file, as it is written. Times in milliseconds; `startMs <= endMs`. */
export interface CueBlock {
  readonly startMs: number;
  readonly endMs: number;
  /** The name in the line before the times, as Webex writes it: `1 "Name" (123)`. */
  readonly name: string | null;
  /** Without empty ones; with their tags. */
  readonly lines: readonly string[];
}

/** What one voice says in a cue. */
export interface CueVoice {
  /** The name of its tag `<v Name>`; null: it has none. */
  readonly voice: string | null;
  /** In one line, without tags, not empty. */
  readonly text: string;
  /** What stands between times in it; undefined if there are none. */
  readonly words: readonly SpokenWord[] | undefined;
}

const arrow = '-->';
const time = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?$/;

/** `1 "Dr. Ann Wood" (1234632)` */
const cueName = /^\d+ "([^"]{1,100})"(?: \(\d+\))?$/;

/**
 * Reads the cues of WebVTT (w3.org/TR/webvtt1) and SRT, in the order in which they stand. A cue starts with a line of
 * times and ends at an empty line or the next line of times. Headers, NOTE, STYLE, REGION, SRT's numbers and what
 * follows times that are none are passed over. The time is linear in the length of the text, whatever it holds.
 *
 * @example
 * ```ts
 * cueBlocks('00:01.000 --> 00:02.000\n<v Doctor>Fever?</v>').flatMap((cue) => cueVoices(cue.lines.join(' '), cue));
 * // [{ voice: 'Doctor', text: 'Fever?', words: undefined }]
 * ```
 */
export function cueBlocks(text: string): CueBlock[] {
  const found: (CueBlock & { readonly lines: string[] })[] = [];
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

/**
 * What each voice says in the text of a cue: `<v Doctor>How are you?</v> <v Patient>Fine.</v>`.
 *
 * @param times of the cue
 */
export function cueVoices(text: string, times: Pick<SpokenWord, 'startMs' | 'endMs'>): CueVoice[] {
  // Splits at the tags and keeps their names: text, name, text, name, text…
  const parts = text.split(/<v((?:[\s.][^<>]*)?)>/);
  return parts.flatMap((said, at) => {
    // Classes may precede the name: `<v.loud Mary>`.
    const name = plain((parts[at - 1] ?? '').replace(/^\.\S*/, ''));
    const found = { voice: name === '' ? null : name, text: plain(said), words: wordsOfCue(said, times, plain) };
    return at % 2 === 1 || found.text === '' ? [] : [found];
  });
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

/** Takes out only what looks like a tag: `BP <140 and >90` stays. */
function plain(marked: string): string {
  const text = marked
    .replace(/<\/?[a-z][^<>]*>|<\d[\d:.]*>/gi, '')
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
