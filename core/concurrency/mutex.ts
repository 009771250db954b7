/** Limits how many tasks run at the same time. Waiting tasks run in the order in which they asked. */
export interface Semaphore {
  /** Waits for a permit. @returns the function that releases it; a second call does nothing */
  acquire(): Promise<() => void>;
  /** Runs `task` with a permit. @returns what `task` returns @throws what it throws */
  run<T>(task: () => Promise<T>): Promise<T>;
}

/** A semaphore with one permit: one task runs at a time. */
export type Mutex = Semaphore;

/** One mutex for each key. Tasks with different keys do not wait for each other. */
export interface KeyedMutex {
  /** Runs `task` when no other task with this key runs. @returns what `task` returns @throws what it throws */
  run<T>(key: string, task: () => Promise<T>): Promise<T>;
  /** Resolves when the tasks that were given so far have ended: those of a key, or all. Never rejects. */
  idle(key?: string): Promise<void>;
}

/** @param permits how many tasks run at the same time */
export function createSemaphore(permits: number): Semaphore {
  const waiting: (() => void)[] = [];
  let free = permits;

  const release = () => {
    const next = waiting.shift();
    // The permit passes directly to the next task.
    if (next === undefined) free += 1;
    else next();
  };
  const acquire = async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let isReleased = false;
    return () => {
      if (!isReleased) release();
      isReleased = true;
    };
  };
  return {
    acquire,
    async run(task) {
      const done = await acquire();
      try {
        return await task();
      } finally {
        done();
      }
    },
  };
}

export function createMutex(): Mutex {
  return createSemaphore(1);
}

export function createKeyedMutex(): KeyedMutex {
  /** Per key, settles with the last of its tasks. */
  const last = new Map<string, Promise<void>>();
  return {
    run(key, task) {
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
    async idle(key) {
      await (key === undefined ? Promise.all(last.values()) : last.get(key));
    },
  };
}
