/** A text for a message: cut to `maxLength` characters, of which the last is `…`. */
export function excerpt(text: string, maxLength = 80): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}

export const maxChunk = 100;

/** Splits items into lists of at most 100; no list is empty. */
export function* chunk<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += maxChunk) yield items.slice(start, start + maxChunk);
}
