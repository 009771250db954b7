import { type WarmWorker, warmWorker } from './warm-worker.ts';
import type { WorkerLimits } from './worker-process.ts';

/** Processes that read images at the same time. Another one starts only while the others are busy. */
export function workerPool(limits: WorkerLimits, size: number): WarmWorker {
  const pool = Array.from({ length: size }, () => ({ worker: warmWorker(limits), images: 0 }));
  return {
    async recognize(...given) {
      const chosen = pool.reduce((least, each) => (each.images < least.images ? each : least));
      chosen.images += 1;
      try {
        return await chosen.worker.recognize(...given);
      } finally {
        chosen.images -= 1;
      }
    },
    async close() {
      await Promise.all(pool.map(({ worker }) => worker.close()));
    },
  };
}
