import { createHash } from 'node:crypto';
import { z } from 'zod';

/** `unknown plugin "webhook"; known: images, pdfs, anchors, webhooks; did you mean "webhooks"?` */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const said = `unknown ${what} ${JSON.stringify(name)}`;
  return known.length === 0 ? `${said}; none is known here` : `${said}; known: ${known.join(', ')}${didYouMean(name, known)}`;
}

/** `; did you mean "webhooks"?`, or nothing where no name is near or the list is so short that it says it itself. */
export function didYouMean(name: string, known: readonly string[]): string {
  const guess = known.length > 3 ? nearest(name, known) : undefined;
  return guess === undefined ? '' : `; did you mean ${JSON.stringify(guess)}?`;
}

/** The one of `known` that `name` is most likely a slip for: at most a third of its letters differ. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const measured = known.map((candidate) => ({ candidate, slips: distance(name.toLowerCase(), candidate.toLowerCase()) }));
  const best = measured.toSorted((one, other) => one.slips - other.slips)[0];
  return best && best.slips <= Math.max(1, Math.floor(best.candidate.length / 3)) ? best.candidate : undefined;
}

/** Levenshtein's distance, in which two letters changed about count as one slip. */
function distance(one: string, other: string): number {
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
export const LanguageTag = z.string().transform((tag, context) => {
  const canonical = canonicalTag(tag);
  if (canonical !== undefined) return canonical;
  context.issues.push({ code: 'custom', input: tag, message: 'Not a BCP 47 language tag such as "en" or "pt-BR"' });
  return z.NEVER;
});

/** The grammar leaves room for languages of four to eight letters, but there are none: `english` is a slip. */
function canonicalTag(tag: string): string | undefined {
  try {
    const locale = new Intl.Locale(tag);
    return locale.language.length <= 3 ? locale.toString() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A text in one line, without control characters and without what is no character at all: a line break inside it could pass for a new turn, and so it can be written
 * into any format that is made of lines, and into XML.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\u{FFFE}\u{FFFF}]+/gu, ' ')
    .trim();
}

/** A UUID that is the same for the same text, and another for any other (RFC 9562, version 8: a scheme of our own). */
export function derivedUuid(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
