import { Problem } from 'chronoscribe';
import { awaitAnswer, type Limit, startScript } from 'chronoscribe/child-process';
import type { OcrLine, OcrOptions } from 'chronoscribe/kinds/ocr';
import { z } from 'zod';

/** What reading one picture may take. */
export interface WorkerLimits {
  /** Longest time without progress; loading Tesseract and finding the lines of a page are told no progress of. */
  readonly stallMs: number;
  readonly totalMs: number;
  /** Resident memory of the process. Kept where `/proc` tells it (Linux). */
  readonly memoryBytes: number;
}

/** A dense page of 16 megapixels takes 10 s and 450 MB; a slow machine may take twenty times that. */
export const defaultLimits: WorkerLimits = { stallMs: 120_000, totalMs: 10 * 60_000, memoryBytes: 1536 * 1024 ** 2 };

/** A process that reads pictures, one at a time. */
export interface OcrWorker {
  /** False once it has ended, for whatever reason. */
  readonly isAlive: boolean;
  /**
   * The lines of the picture at `path`, as Tesseract found them. The process is dead afterwards where this throws: `unreadable-file`,
   * `provider-unavailable` where Tesseract could not be loaded, `provider-failed` for a crash or over a limit, or the reason of the signal.
   */
  recognize(path: string, options: Pick<OcrOptions, 'signal' | 'progress'>): Promise<readonly OcrLine[]>;
  /** Settles when it is gone. */
  stop(): Promise<void>;
}

/** Starts a process for `languages`, such as `deu+eng`, whose data is in `folder`. */
export function startOcrWorker(languages: string, folder: string, limits: WorkerLimits): OcrWorker {
  const child = startScript(
    { url: new URL('./child.ts', import.meta.url), arguments: [languages, folder], heapMegabytes: 256 },
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
      const order: WorkerRequest = { path };
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
          throw processNotStarted(outcome.cause);
        default:
          return outcome satisfies never;
      }
    },
  };
}

/** Undefined where the process only tells how far it is. */
function handleResponse(message: unknown, progress: (fraction: number) => void): readonly OcrLine[] | undefined {
  const heard = WorkerResponse.safeParse(message);
  if (!heard.success) throw workerFailed('gave an answer that makes no sense', heard.error);
  switch (heard.data.type) {
    case 'progress':
      progress(heard.data.fraction);
      return undefined;
    case 'lines':
      return heard.data.lines;
    case 'unreadable':
      throw new Problem('unreadable-file', { detail: 'The picture to be read is missing or damaged.' });
    case 'not-started':
      throw tesseractNotLoaded();
    default:
      return heard.data satisfies never;
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

function workerFailed(what: string, cause?: unknown): Problem {
  return new Problem('provider-failed', {
    detail: `Tesseract ${what} while it read a picture. Send a smaller or plainer one.`,
    cause,
  });
}

function processNotStarted(cause: Error): Problem {
  return new Problem('provider-unavailable', {
    detail: 'The process that reads pictures could not be started: this machine has too little memory or too many processes.',
    transient: true,
    cause,
  });
}

function tesseractNotLoaded(): Problem {
  return new Problem('provider-unavailable', {
    detail: 'Tesseract could not be loaded: its files or those of a language are damaged. Run npm ci in the folder of the host.',
  });
}

/** What the reading process is told: the path of a picture. */
export const WorkerRequest = z.object({ path: z.string() });
export type WorkerRequest = z.output<typeof WorkerRequest>;

/** What it answers: how far it is, then either the lines or what was wrong. */
export const WorkerResponse = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), fraction: z.number().min(0).max(1) }),
  z.object({ type: z.literal('lines'), lines: z.array(z.object({ text: z.string(), confidence: z.number().min(0).max(1) })) }),
  /** The file is no picture, or a damaged one. */
  z.object({ type: z.literal('unreadable') }),
  /** Tesseract or its language data could not be loaded. */
  z.object({ type: z.literal('not-started') }),
]);
export type WorkerResponse = z.output<typeof WorkerResponse>;
