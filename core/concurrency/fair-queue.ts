/**
 * What waits for something shared. Keys take turns, however much each has waiting; within a key, the first comes first.
 */
export function createFairQueue<T>() {
  /** By key, in the order of their turns. */
  const waiting = new Map<string, T[]>();
  return {
    push(key: string, item: T) {
      const before = waiting.get(key);
      if (before === undefined) waiting.set(key, [item]);
      else before.push(item);
    },
    /**
     * Takes the next item out.
     *
     * @param mayGo whether a key may have its turn now; one that may not keeps its place
     */
    shift(mayGo: (key: string) => boolean = () => true) {
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
    /** Whose turn is next; undefined if nothing waits. */
    nextKey: () => waiting.keys().next().value,
    /** Whether anything of a key waits. */
    has: (key: string) => waiting.has(key),
  };
}
