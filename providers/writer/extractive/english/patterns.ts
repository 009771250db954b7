/**
 * Joins alternatives into a pattern to test with. Long patterns are written in parts, to keep lines readable. All patterns
 * ignore case and are Unicode-aware.
 */
export function testAny(...alternatives: readonly RegExp[]): RegExp {
  return new RegExp(alternation(...alternatives), 'iu');
}

/** Joins alternatives into a pattern for the start of a text, up to a word boundary. */
export function testStart(...alternatives: readonly RegExp[]): RegExp {
  return new RegExp(`^(?:${alternation(...alternatives)})\\b`, 'iu');
}

/** The source of a pattern that matches any of the alternatives. */
export function alternation(...alternatives: readonly RegExp[]): string {
  return alternatives.map(({ source }) => source).join('|');
}

/** A pattern that matches one whole word of a space-separated list. */
export function wordIn(list: string): RegExp {
  return new RegExp(`^(?:${list.trim().split(/\s+/).join('|')})$`, 'iu');
}

/** Replaces typographic apostrophes, which some speech recognisers and subtitle files use. */
export function normalizeApostrophes(text: string): string {
  return text.replaceAll('’', "'");
}
