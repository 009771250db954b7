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

/**
 * Limits how many tasks run at the same time; with one permit, one by one. Keys take turns; tasks of one key run in the
 * order in which they asked.
 *
 * @param permits how many tasks run at the same time
 * @param perKey how many of them may be of one key, so that the others need not wait for one; default: all
 * @example
 * const requests = createSemaphore(4, { perKey: 2 });
 * const { status } = await requests.run(() => fetch('http://127.0.0.1:9000/', { signal }), account);
 */
export function createSemaphore(permits: number, { perKey = permits } = {}) {
  const waiting = createFairQueue<() => void>();
  const held = new Map<string, number>();
  let free = permits;
  const mayGo = (key: string): boolean => (held.get(key) ?? 0) < perKey;

  const take = (key: string): void => {
    free -= 1;
    held.set(key, (held.get(key) ?? 0) + 1);
  };
  const release = (key: string): void => {
    free += 1;
    const left = (held.get(key) ?? 1) - 1;
    if (left === 0) held.delete(key);
    else held.set(key, left);
    // The permit passes directly to the next task.
    const next = waiting.shift(mayGo);
    if (next === undefined) return;
    take(next.key);
    next.item();
  };
  const acquire = async (key = '') => {
    // Whoever waits while a permit is free waits for one of its own key.
    if (free > 0 && mayGo(key)) take(key);
    else await new Promise<void>((resolve) => waiting.push(key, resolve));
    let isReleased = false;
    return () => {
      if (!isReleased) release(key);
      isReleased = true;
    };
  };
  return {
    /**
     * Waits for a permit.
     *
     * @param key whose turn it takes, such as an account; default: one for all
     * @returns the function that releases it; a second call does nothing
     */
    acquire,
    /** Runs `task` with a permit. @returns what `task` returns @throws what it throws */
    async run<T>(task: () => Promise<T>, key?: string) {
      const done = await acquire(key);
      try {
        return await task();
      } finally {
        done();
      }
    },
  };
}

/** Runs tasks, some at the same time; see `createSemaphore`. */
export type Semaphore = ReturnType<typeof createSemaphore>;

/** One mutex for each key. Tasks with different keys do not wait for each other. */
export function createKeyedMutex() {
  /** Per key, settles with the last of its tasks. */
  const last = new Map<string, Promise<void>>();
  return {
    /** Runs `task` when no other task with this key runs. @returns what `task` returns @throws what it throws */
    run<T>(key: string, task: () => Promise<T>) {
      const result = (last.get(key) ?? Promise.resolve()).then(task);
      const settled = result.then(
        () => undefined,
        () => undefined,
      );
      last.set(key, settled);
      settled.then(() => {
        if (last.get(key) === settled) last.delete(key);
      });
      return result;
    },
    /** Resolves when the tasks that were given so far have ended: those of a key, or all. Never rejects. */
    async idle(key?: string) {
      await (key === undefined ? Promise.all(last.values()) : last.get(key));
    },
  };
}
