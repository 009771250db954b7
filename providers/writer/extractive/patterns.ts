/** Patterns are written in parts, so that each line can be read; these put them together. All ignore case and know every script. */
export function anyOf(...alternatives: readonly RegExp[]): RegExp {
  return new RegExp(eitherOf(...alternatives), 'giu');
}

/** The same to test with, which keeps no place. */
export function oneOf(...alternatives: readonly RegExp[]): RegExp {
  return new RegExp(eitherOf(...alternatives), 'iu');
}

export function startingWith(...alternatives: readonly RegExp[]): RegExp {
  return new RegExp(`^(?:${eitherOf(...alternatives)})\\b`, 'iu');
}

export function eitherOf(...alternatives: readonly RegExp[]): string {
  return alternatives.map(({ source }) => source).join('|');
}

/** A whole word of a list. */
export function wordOf(list: string): RegExp {
  return new RegExp(`^(?:${list.trim().split(/\s+/).join('|')})$`, 'iu');
}

/** Some recognisers and subtitle files write a typographic apostrophe. */
export function straight(text: string): string {
  return text.replaceAll('’', "'");
}
