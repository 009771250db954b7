import type { ReadLine, ReadOptions } from 'chronoscribe/kinds/ocr';
import { type ReadingLimits, type ReadingProcess, startReadingProcess } from './worker-process.ts';

/** Tesseract takes a third of a second to load, and the pages of a document come one after another. */
const keepMs = 60_000;

/** The languages that a picture is read in, such as `deu+eng`, and the folder with their data. */
export interface Languages {
  readonly codes: string;
  readonly folder: string;
}

/** One process for all pictures, which are read in turn. */
export interface WarmProcess {
  /** Throws what `ReadingProcess.read` throws; the next picture has a new process then. */
  read(path: string, languages: Languages, options: Pick<ReadOptions, 'signal' | 'progress'>): Promise<readonly ReadLine[]>;
  close(): Promise<void>;
}

/** Starts a process when the first picture comes, and another for other languages or after a crash; ends it when none comes any more. */
export function warmProcess(limits: ReadingLimits): WarmProcess {
  let running: { readonly process: ReadingProcess; readonly codes: string } | undefined;
  let lastTurn: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  const end = async () => {
    const ended = running;
    running = undefined;
    await ended?.process.end();
  };

  const processFor = async ({ codes, folder }: Languages): Promise<ReadingProcess> => {
    if (running?.process.isAlive && running.codes === codes) return running.process;
    await end();
    running = { codes, process: startReadingProcess(codes, folder, limits) };
    return running.process;
  };

  return {
    read(path, languages, { signal, progress }) {
      const turn = lastTurn.then(async () => {
        signal.throwIfAborted();
        clearTimeout(idle);
        try {
          const process = await processFor(languages);
          return await process.read(path, { signal, progress });
        } finally {
          idle = setTimeout(end, keepMs).unref();
        }
      });
      lastTurn = turn.catch(() => {});
      return orAborted(turn, signal);
    },
    async close() {
      clearTimeout(idle);
      await end();
    },
  };
}

/** Whoever waits for a turn does not wait for those before it to hear that it is over. */
function orAborted<T>(turn: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  return promise;
}
