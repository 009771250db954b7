import { roleOfName } from './roles.ts';

/** A cue of a subtitle file. */
export interface Cue {
  /**
   * The name of a `<v Name>` tag or a leading `Name:`. It also applies to later cues without one; null before the
   * first.
   */
  readonly speaker: string | null;
  readonly startMs: number;
  readonly endMs: number;
  /** In one line, without tags, not empty. */
  readonly text: string;
}

interface Block {
  readonly startMs: number;
  readonly endMs: number;
  readonly lines: readonly string[];
}

const arrow = '-->';
const time = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?$/;

/**
 * Parses WebVTT (w3.org/TR/webvtt1) and SRT. Blocks without a line of times (headers, NOTE, STYLE, REGION) and SRT's
 * numbers are skipped. The time is linear in the length of the text, whatever it holds.
 *
 * @returns the cues in order of start time; empty if there are none.
 */
export function parseCues(text: string): Cue[] {
  const spoken = blocks(text).flatMap((block) => voices(block).map((voice) => ({ ...block, ...voice })));
  const isName = namesIn(spoken.map((cue) => leadingName(cue.text)?.name));
  let speaker: string | null = null;
  return spoken
    .sort((a, b) => a.startMs - b.startMs)
    .flatMap(({ startMs, endMs, voice, text }) => {
      const label = leadingName(text);
      const named = voice === null && label !== undefined && isName(label.name) ? label : { name: voice, text };
      speaker = named.name ?? speaker;
      return named.text === '' ? [] : [{ speaker, startMs, endMs, text: named.text }];
    });
}

/** A block starts with a line of times and ends at an empty line or the next line of times. */
function blocks(text: string): Block[] {
  const found: { startMs: number; endMs: number; lines: string[] }[] = [];
  let open = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const times = line.includes(arrow) ? timesOf(line) : undefined;
    if (times !== undefined) {
      if (open) dropNumber(found.at(-1)?.lines ?? []);
      found.push({ ...times, lines: [] });
    } else if (open && line.trim() !== '') found.at(-1)?.lines.push(line);
    open = times !== undefined || (open && line.trim() !== '');
  }
  return found;
}

/** If the empty line before it is missing, an SRT cue's number looks like the last line of the cue before. */
function dropNumber(lines: string[]): void {
  if (/^\d+$/.test(lines.at(-1)?.trim() ?? '')) lines.pop();
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

/** A cue may hold several voices: `<v Doctor>How are you?</v> <v Patient>Fine.</v>` */
function voices({ lines }: Block): { voice: string | null; text: string }[] {
  // Splits at the tags and keeps their names: text, name, text, name, text…
  const parts = lines.join(' ').split(/<v((?:[\s.][^<>]*)?)>/);
  const found: { voice: string | null; text: string }[] = [];
  for (let i = 0; i < parts.length; i += 2) {
    // Classes may precede the name: `<v.loud Mary>`.
    const name = plain((parts[i - 1] ?? '').replace(/^\.\S*/, ''));
    found.push({ voice: name === '' ? null : name, text: plain(parts[i] ?? '') });
  }
  return found.filter(({ text }) => text !== '');
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
  return marked
    .replace(/<[^<>]*>/g, '')
    .replace(/\{\\[^{}]*\}/g, '') // Positions as some SRT files have them: {\an8}
    .replace(
      /&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi,
      (whole, name: string) => entities[name.toLowerCase()] ?? character(name) ?? whole,
    )
    .replace(/\s+/g, ' ')
    .trim();
}

function character(name: string): string | undefined {
  if (!name.startsWith('#')) return undefined;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Up to four words before a colon: `Dr. Smith:`, `SPEAKER 2:`, `>> Anna:`. */
const label =
  /^(?:>>\s*|-\s*)?([\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}.'’_-]{0,30}(?: [\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}.'’_-]{0,30}){0,3})\s?:(?:\s+|$)/u;
/** Every word of a name begins with a capital or a digit. */
const capitalised = /^[\p{Lu}\p{Nd}]\S*(?: [\p{Lu}\p{Nd}]\S*)*$/u;

/** The name at the start of a cue's text, and the text after it; undefined if there is none. */
export function leadingName(text: string): { readonly name: string; readonly text: string } | undefined {
  if (!text.includes(':')) return undefined;
  const match = label.exec(text);
  const name = match?.[1];
  if (match === null || name === undefined) return undefined;
  const isName = capitalised.test(name) || roleOfName(name) !== undefined;
  return isName ? { name, text: text.slice(match[0].length) } : undefined;
}

/**
 * Of what leads the texts of a file, tells names from other words before a colon (`Note:`): a file that names speakers does
 * so in its first cue; other names denote a role or occur more than once.
 */
export function namesIn(names: readonly (string | undefined)[]): (name: string) => boolean {
  if (names[0] !== undefined) return () => true;
  const counts = new Map<string, number>();
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (name) => roleOfName(name) !== undefined || (counts.get(name) ?? 0) > 1;
}
