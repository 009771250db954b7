/** Counts what is under way, so that an end can wait for it. */
export interface UnderWay {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Waits until nothing is under way any more. */
  idle(): Promise<void>;
}

export function underWay(): UnderWay {
  const running = new Set<Promise<unknown>>();
  return {
    async run(work) {
      const result = work();
      running.add(result);
      try {
        return await result;
      } finally {
        running.delete(result);
      }
    },
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
