/** What waits for something shared. Keys take turns, however much each has waiting; within a key, the first comes first. */
export interface FairQueue<T> {
  push(key: string, item: T): void;
  /**
   * Takes the next item out.
   *
   * @param mayGo whether a key may have its turn now; one that may not keeps its place
   */
  shift(mayGo?: (key: string) => boolean): { readonly key: string; readonly item: T } | undefined;
  /** Whose turn is next; undefined if nothing waits. */
  nextKey(): string | undefined;
  /** Whether anything of a key waits. */
  has(key: string): boolean;
}

export function createFairQueue<T>(): FairQueue<T> {
  /** By key, in the order of their turns. */
  const waiting = new Map<string, T[]>();
  return {
    push(key, item) {
      const before = waiting.get(key);
      if (before === undefined) waiting.set(key, [item]);
      else before.push(item);
    },
    shift(mayGo = () => true) {
      for (const [key, items] of waiting) {
        if (!mayGo(key)) continue;
        const [item] = items.splice(0, 1);
        waiting.delete(key);
        if (items.length > 0) waiting.set(key, items);
        // No key has an empty list.
        return { key, item: item as T };
      }
      return undefined;
    },
    nextKey: () => waiting.keys().next().value,
    has: (key) => waiting.has(key),
  };
}
