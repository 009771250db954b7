import { Problem } from 'chronoscribe';
import { awaitAnswer, type Limit, notStarted, sendFile, startScript } from 'chronoscribe/child-process';
import type { OcrLine, OcrOptions } from 'chronoscribe/kinds/ocr';
import { z } from 'zod';

/** Limits for reading one image. */
export interface WorkerLimits {
  /** Maximum time without progress. Loading Tesseract and finding the lines of a page report none. */
  readonly stallMs: number;
  readonly totalMs: number;
  /** Resident memory of the process; enforced where `/proc` reports it (Linux). */
  readonly memoryBytes: number;
}

/** A dense page of 16 megapixels takes 10 s and 450 MB; a slow machine may need twenty times as long. */
export const defaultLimits: WorkerLimits = { stallMs: 120_000, totalMs: 10 * 60_000, memoryBytes: 1536 * 1024 ** 2 };

/** The languages of an image, such as `deu+eng`, and the folder with their data. */
export interface LanguageData {
  readonly codes: string;
  readonly folder: string;
  /** The folder with the data by which it is told how a page lies; empty without them. */
  readonly orientation: string;
}

/** A process that reads images one after another, each upright. */
export interface OcrWorker {
  /** False once it has ended, for any reason. */
  readonly isAlive: boolean;
  /**
   * Reads the image at `path`.
   *
   * @returns the lines as Tesseract found them
   * @throws Problem `unreadable-file`, `provider-unavailable` if Tesseract cannot be loaded, `provider-failed` for a
   *   crash or an exceeded limit; or the reason of the signal. The process is dead afterwards.
   */
  recognize(path: string, options: Pick<OcrOptions, 'signal' | 'progress'>): Promise<readonly OcrLine[]>;
  /** Resolves once the process has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a process.
 *
 * @param data the languages, such as `deu+eng`, and the folders with their data
 */
export function startOcrWorker({ codes, folder, orientation }: LanguageData, limits: WorkerLimits): OcrWorker {
  const child = startScript(
    {
      url: new URL('./child.ts', import.meta.url),
      arguments: [codes, folder, orientation],
      heapMegabytes: 256,
      reads: orientation === '' ? [folder] : [folder, orientation],
      workers: true,
      addons: true,
    },
    { memoryBytes: limits.memoryBytes },
  );
  return {
    get isAlive() {
      return child.isAlive;
    },
    async stop() {
      await child.kill();
    },
    async recognize(path, { signal, progress }) {
      const onMessage = (message: unknown) => handleResponse(message, progress);
      await sendFile(child, path, signal).catch((cause: unknown) => {
        signal.throwIfAborted();
        throw unreadable(cause);
      });
      const order: WorkerRequest = 'recognize';
      const outcome = await awaitAnswer(child, {
        request: order,
        limits: { inactivityMs: limits.stallMs, totalMs: limits.totalMs },
        signal,
        onMessage,
      });
      switch (outcome.status) {
        case 'answered':
          return outcome.answer;
        case 'exceeded':
          throw workerFailed(describeLimit(outcome.limit, limits));
        case 'ended':
          throw workerFailed('crashed');
        case 'not-started':
          throw notStarted('reads images', outcome.cause);
        default:
          return outcome satisfies never;
      }
    },
  };
}

/** Handles a response. Returns undefined for progress. */
function handleResponse(message: unknown, progress: (fraction: number) => void): readonly OcrLine[] | undefined {
  const response = WorkerResponse.safeParse(message);
  if (!response.success) throw workerFailed('sent an invalid response', response.error);
  switch (response.data.type) {
    case 'progress':
      progress(response.data.fraction);
      return undefined;
    case 'lines':
      return response.data.lines;
    case 'unreadable':
      throw unreadable();
    case 'not-started':
      throw tesseractNotLoaded();
    default:
      return response.data satisfies never;
  }
}

function describeLimit(limit: Limit, { totalMs, memoryBytes }: WorkerLimits): string {
  switch (limit) {
    case 'inactivity':
      return 'hung';
    case 'time':
      return `took longer than ${totalMs / 1000} s`;
    case 'memory':
      return `took more than ${Math.round(memoryBytes / 1024 ** 2)} MB of memory`;
    default:
      return limit satisfies never;
  }
}

function unreadable(cause?: unknown): Problem {
  return new Problem('unreadable-file', { detail: 'The image is missing or damaged.', cause });
}

function workerFailed(what: string, cause?: unknown): Problem {
  return new Problem('provider-failed', {
    detail: `Tesseract ${what} while reading an image. Send a smaller or simpler one.`,
    cause,
  });
}

function tesseractNotLoaded(): Problem {
  return new Problem('provider-unavailable', {
    detail:
      'Tesseract could not be loaded: its files or those of a language are damaged. Run npm ci in the folder of the host.',
  });
}

/** A request to the process, to read the image that was sent. */
export type WorkerRequest = 'recognize';

/** A response of the process: progress, then either the lines or an error. */
export const WorkerResponse = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), fraction: z.number().min(0).max(1) }),
  z.object({
    type: z.literal('lines'),
    lines: z.array(z.object({ text: z.string(), confidence: z.number().min(0).max(1) })),
  }),
  /** The file is missing, damaged or no image. */
  z.object({ type: z.literal('unreadable') }),
  /** Tesseract or its language data could not be loaded. */
  z.object({ type: z.literal('not-started') }),
]);
export type WorkerResponse = z.output<typeof WorkerResponse>;
