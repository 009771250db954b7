import { hash } from 'node:crypto';
import { z } from 'zod';

/**
 * A message for an unknown name: `unknown plugin "webhook"; known: images, pdfs, anchors, webhooks; did you mean
 * "webhooks"?`
 *
 * @example
 * const colours = ['red', 'green', 'blue', 'white'];
 * if (!colours.includes(id)) throw new Problem('invalid-request', { detail: unknownName('colour', id, colours) });
 */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const message = `unknown ${what} ${JSON.stringify(name)}`;
  return known.length === 0
    ? `${message}; none is known here`
    : `${message}; known: ${known.join(', ')}${didYouMean(name, known)}`;
}

/** `; did you mean "webhooks"?`; empty if no name is similar, or if the list of known names is short. */
export function didYouMean(name: string, known: readonly string[]): string {
  const guess = known.length > 3 ? nearest(name, known) : undefined;
  return guess === undefined ? '' : `; did you mean ${JSON.stringify(guess)}?`;
}

/** The most similar of `known`, if at most a third of its letters differ. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const measured = known.map((candidate) => ({
    candidate,
    distance: editDistance(name.toLowerCase(), candidate.toLowerCase()),
  }));
  const best = measured.toSorted((one, other) => one.distance - other.distance)[0];
  return best && best.distance <= Math.max(1, Math.floor(best.candidate.length / 3)) ? best.candidate : undefined;
}

/** The Damerau–Levenshtein distance: insertions, deletions, substitutions and transpositions. */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, count) => count);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length] ?? 0;
}

/** A BCP 47 language tag such as `de` or `pt-BR`, in its canonical spelling. */
export const LanguageTag = z
  .string()
  .transform((tag, context) => {
    const canonical = canonicalTag(tag);
    if (canonical !== undefined) return canonical;
    context.issues.push({ code: 'custom', input: tag, message: 'Not a BCP 47 language tag such as "en" or "pt-BR"' });
    return z.NEVER;
  })
  .meta({ pattern: '^[A-Za-z]{2,3}([-_].+)?$', examples: ['en', 'pt-BR'] });

/** The grammar allows languages of four to eight letters, but none exists: `english` is a mistake. */
function canonicalTag(tag: string): string | undefined {
  try {
    const locale = new Intl.Locale(tag);
    return locale.language.length <= 3 ? locale.toString() : undefined;
  } catch {
    return undefined;
  }
}

/** A text in one line without control characters and noncharacters, safe in line-based formats and in XML. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\u{FFFE}\u{FFFF}]+/gu, ' ')
    .trim();
}

/**
 * A text that is kept in one line, of which something is left.
 *
 * @param most characters
 * @example
 * const Title = singleLine(100);
 * Title.parse(' Two\nlines '); // 'Two lines'
 */
export function singleLine(most: number) {
  const pattern = '[^\\s\\x00-\\x1F\\x7F-\\x9F\\uFFFE\\uFFFF]';
  return z.string().overwrite(oneLine).min(1).max(most).meta({ pattern });
}

/** The message of what was thrown. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** How deep JSON from outside may nest: databases and recursive functions have limits of their own. */
export const maxJsonDepth = 100;

export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

export const isObject = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> =>
  typeof value === 'object' && value !== null;

/** What stands at a path in a value; undefined if nothing does. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);

/** What a text holds as JSON; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether it is the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** A UUID that depends on the text alone (RFC 9562, version 8): the same id for what is done again. */
export function derivedUuid(text: string): string {
  const digits = hash('sha256', text);
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`];
  return [...parts, digits.slice(20, 32)].join('-');
}

/**
 * The lines of a UTF-8 text that comes in pieces, without their `\n`. Nothing but `\n` ends a line, so each line of
 * JSON Lines comes whole.
 *
 * @returns the lines, each as soon as its end has come; an empty last one is left out.
 * @example
 * for await (const line of textLines(blobs.read('letters/1.jsonl'))) console.log(JSON.parse(line));
 */
export async function* textLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let unfinished = '';
  for await (const piece of pieces) {
    const [first = '', ...others] = decoder.decode(piece, { stream: true }).split('\n');
    unfinished += first;
    for (const line of others) {
      yield unfinished;
      unfinished = line;
    }
  }
  unfinished += decoder.decode();
  if (unfinished !== '') yield unfinished;
}

/** Added to any instant of a `Date` it is still a safe integer. */
const longestMs = 3_652_500 * 86_400_000;

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const;

/** A whole number and its unit: `30s`, `90m`, `12h`, `7d`, `2w`. A day is 86,400 s. */
export type DurationText = `${number}${keyof typeof unitMs}`;

export function isDuration(text: string): text is DurationText {
  try {
    return durationMs(text) >= 0;
  } catch {
    return false;
  }
}

/**
 * The milliseconds of a duration.
 *
 * @throws Error that says what is expected, for anything that is not a `DurationText`
 * @example
 * durationMs('90m'); // 5_400_000
 */
export function durationMs(text: string): number {
  const [, count, unit] = /^(\d{1,9})([smhdw])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) {
    throw new Error(`"${text}" is no duration. Write a whole number and its unit, such as 30s, 90m, 12h, 7d or 2w.`);
  }
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs];
  if (ms <= longestMs) return ms;
  throw new Error(`"${text}" is longer than 10,000 years. Write a shorter duration, such as 30s, 90m, 12h, 7d or 2w.`);
}
