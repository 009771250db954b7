import { roleOfName } from './roles.ts';
import { isName, leadingName } from './speaker-labels.ts';

/** A line of plain text. */
export interface TimedLine {
  /** Milliseconds; undefined if the line has no time. */
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  /** Without its times. */
  readonly text: string;
  readonly written: string;
  /** Whether the time followed what may be a name: `Anna (0:12): words`. */
  readonly isAfterName: boolean;
}

const clock = String.raw`(?:\d{1,2}:\d{1,2}:\d{1,2}|\d{1,2}:\d{2})(?:[.,]\d{1,3})?`;
const span = `(${clock})(?: ?(?:-->|-|–|to) ?(${clock}))?`;
const wholeClock = new RegExp(`^${clock}$`);
const bracketed = new RegExp(String.raw`^\[${span}\] ?[-–:]?\s*`);
const bare = new RegExp(String.raw`^\(?${span}\)?(?:\s*[-–|:]\s+|\s+|$)`);
const afterName = new RegExp(String.raw`^([^:[\]]{1,60}?),? [([]?${span}[)\]]? ?(?::(?: |$)|$)`);
/** `0:05 - Ann Wood`, `@0:05 - Ann Wood` */
const separated = /[-–|:]\s+$/;

/**
 * Takes the times off a line: in brackets at its start, bare before a name or alone, or after a name. Other times are
 * words: `8:00 took ibuprofen`.
 *
 * @param written without white space at its ends, one space between words
 */
export function timedLine(written: string): TimedLine {
  // Neither a time nor a name.
  if (!written.includes(':')) return untimedLine(written);
  const line = written.replace(/^@(?=\d)/, '');
  const inBrackets = bracketed.exec(line);
  if (inBrackets !== null) return timed(inBrackets, line.slice(inBrackets[0].length), written, false);
  const first = bare.exec(line);
  if (first !== null) {
    const rest = line.slice(first[0].length);
    const isTime = rest === '' || leadingName(rest) !== undefined || first[2] !== undefined || hasHours(first[1]);
    if (isTime) return timed(first, rest, written, false);
    // A name alone above its words: what it is must show by the whole file.
    const isAlone = isName(rest) && (separated.test(first[0]) || rest.includes(' ') || roleOfName(rest) !== undefined);
    if (isAlone) return timed(first, `${rest}:`, written, true);
  }
  const named = afterName.exec(line);
  if (named === null) return untimedLine(line);
  const [whole, name = '', from, to] = named;
  return timed([whole, from, to], `${name}: ${line.slice(whole.length)}`.trim(), line, true);
}

function untimedLine(line: string): TimedLine {
  return { startMs: undefined, endMs: undefined, text: line, written: line, isAfterName: false };
}

function timed(
  [, from, to]: readonly (string | undefined)[],
  text: string,
  written: string,
  isAfterName: boolean,
): TimedLine {
  return { startMs: milliseconds(from), endMs: milliseconds(to), text: text.trim(), written, isAfterName };
}

function hasHours(written: string | undefined): boolean {
  return /^\d+:\d+:\d/.test(written ?? '');
}

/** Of `1:02:03.5` or `02:03`; undefined if it is no time of the clock. */
export function milliseconds(written: string | undefined): number | undefined {
  if (written === undefined || !wholeClock.test(written)) return undefined;
  const [whole = '', fraction = ''] = written.split(/[.,]/);
  const seconds = whole.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return seconds * 1000 + Number(fraction.padEnd(3, '0'));
}
