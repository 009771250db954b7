import { Session } from 'node:inspector/promises';

/** A piece of a script that no input has reached yet: from an offset, up to another. */
type Gap = readonly [start: number, end: number];

/** Tells inputs that reach code which no input before them has reached, by V8's own count of blocks. */
export async function blockCoverage() {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  const begin = () => session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  await begin();
  /** What is left of each function that was called, by its place. */
  const left = new Map<string, readonly Gap[]>();
  return {
    /** Whether anything of our code, or of a library, was reached for the first time since the last call. */
    async isNew(): Promise<boolean> {
      let isNew = false;
      // V8 counts from zero again after each answer.
      const { result } = await session.post('Profiler.takePreciseCoverage');
      for (const { scriptId, url, functions } of result) {
        if (!url.startsWith('file:') || url.includes('/test/fuzz/')) continue;
        for (const { ranges } of functions) {
          const [whole] = ranges;
          if (whole === undefined || whole.count === 0) continue;
          const gaps = ranges.flatMap((each): Gap[] => (each.count === 0 ? [[each.startOffset, each.endOffset]] : []));
          const key = `${scriptId}:${whole.startOffset}:${whole.endOffset}`;
          const before = left.get(key);
          const after = before === undefined ? gaps : common(before, gaps);
          if (before !== undefined && bytesIn(after) === bytesIn(before)) continue;
          left.set(key, after);
          isNew = true;
        }
      }
      return isNew;
    },
    /** How many functions were called. */
    functions: () => left.size,
    /** Does work without the cost of counting. */
    async without<T>(work: () => Promise<T>): Promise<T> {
      await session.post('Profiler.stopPreciseCoverage');
      try {
        return await work();
      } finally {
        await begin();
      }
    },
  };
}

/** What is in both. */
function common(some: readonly Gap[], others: readonly Gap[]): readonly Gap[] {
  return some.flatMap(([start, end]) =>
    others.flatMap(([from, to]): Gap[] =>
      from < end && start < to ? [[Math.max(start, from), Math.min(end, to)]] : [],
    ),
  );
}

function bytesIn(gaps: readonly Gap[]): number {
  return gaps.reduce((sum, [start, end]) => sum + end - start, 0);
}
