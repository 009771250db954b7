export const longestList = 500;

/** The same items in lists of at most 500, none of which is empty. */
export function* inLists<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += longestList) yield items.slice(start, start + longestList);
}
