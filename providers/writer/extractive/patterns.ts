/** Patterns are written in parts, so that each line can be read; these put them together. All ignore case and know every script. */
export function matchAny(...alternatives: readonly RegExp[]): RegExp {
  return new RegExp(alternation(...alternatives), 'giu');
}

/** The same to test with, which keeps no place. */
export function testAny(...alternatives: readonly RegExp[]): RegExp {
  return new RegExp(alternation(...alternatives), 'iu');
}

export function testStart(...alternatives: readonly RegExp[]): RegExp {
  return new RegExp(`^(?:${alternation(...alternatives)})\\b`, 'iu');
}

export function alternation(...alternatives: readonly RegExp[]): string {
  return alternatives.map(({ source }) => source).join('|');
}

/** A whole word of a list. */
export function wordIn(list: string): RegExp {
  return new RegExp(`^(?:${list.trim().split(/\s+/).join('|')})$`, 'iu');
}

/** Some recognisers and subtitle files write a typographic apostrophe. */
export function normalizeApostrophes(text: string): string {
  return text.replaceAll('’', "'");
}
