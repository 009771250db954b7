import { abortable, createSemaphore } from 'chronoscribe/concurrency';
import type { OcrOptions } from 'chronoscribe/kinds/ocr';
import { type LanguageData, type OcrWorker, startOcrWorker, type WorkerLimits } from './worker-process.ts';

/**
 * Idle time after which the process ends. Tesseract takes a third of a second to load, and the pages of a document
 * follow each other.
 */
const keepMs = 60_000;

/**
 * One process for all images, which are read one after another. Starts it with the first, and another one for other
 * languages or after a crash. Ends it when idle.
 */
export function warmWorker(limits: WorkerLimits) {
  let running: { readonly process: OcrWorker; readonly codes: string } | undefined;
  const turns = createSemaphore(1);
  let idle: NodeJS.Timeout | undefined;

  const end = async () => {
    const ended = running;
    running = undefined;
    await ended?.process.stop();
  };

  const processFor = async (data: LanguageData): Promise<OcrWorker> => {
    const codes = `${data.codes} ${data.orientation}`;
    if (running?.process.isAlive && running.codes === codes) return running.process;
    await end();
    running = { codes, process: startOcrWorker(data, limits) };
    return running.process;
  };

  return {
    /** Throws what `OcrWorker.recognize` throws; the next image then gets a new process. */
    recognize(path: string, languages: LanguageData, { signal, progress }: Pick<OcrOptions, 'signal' | 'progress'>) {
      const turn = turns.run(async () => {
        signal.throwIfAborted();
        clearTimeout(idle);
        try {
          const process = await processFor(languages);
          return await process.recognize(path, { signal, progress });
        } finally {
          idle = setTimeout(end, keepMs).unref();
        }
      });
      // An abort does not wait for the images before.
      return abortable(turn, signal);
    },
    async close() {
      clearTimeout(idle);
      await end();
    },
  };
}

/** Processes that read images at the same time. Another one starts only while the others are busy. */
export function workerPool(limits: WorkerLimits, size: number) {
  const pool = Array.from({ length: size }, () => ({ worker: warmWorker(limits), images: 0 }));
  return {
    async recognize(...given: Parameters<ReturnType<typeof warmWorker>['recognize']>) {
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
