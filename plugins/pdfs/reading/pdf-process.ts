import { Problem } from 'chronoscribe';
import { awaitAnswer, type ProcessExit, type ScriptProcess, startScript } from 'chronoscribe/child-process';
import { z } from 'zod';

/** Limits for reading PDFs. */
export interface PdfLimits {
  /** Time for opening a file, and for each page. */
  readonly stepMs: number;
  /** Time for all files of a request together; idle time does not count. */
  readonly totalMs: number;
  /** JavaScript heap of the process. */
  readonly heapMegabytes: number;
  /** Resident memory of the process; enforced where `/proc` reports it (Linux). */
  readonly residentMegabytes: number;
}

/** A page of text takes about 10 ms; drawing a scan takes half a second and 250 MB. */
export const defaultLimits: PdfLimits = {
  stepMs: 15_000,
  totalMs: 5 * 60_000,
  heapMegabytes: 256,
  residentMegabytes: 400,
};

/** Reads one PDF at a time. */
export interface PdfProcess {
  /** Opens a file and closes the previous one. */
  open(path: string): Promise<OpenResult>;
  /**
   * Reads the text of a page of the open file.
   *
   * @param page from 1
   */
  text(page: number): Promise<PageText>;
  /**
   * Draws a page of the open file.
   *
   * @param page from 1
   */
  image(page: number): Promise<PageImage>;
  /** Closes the open file. */
  close(): Promise<Closed>;
}

/** The process exceeded a limit or crashed. The message tells the sender of the file which. */
export class PdfProcessEnded extends Error {
  override readonly name = 'ReadingEnded';
}

const startMs = 60_000;

/**
 * Starts a process for PDFs. It can be killed, since a few bytes of a PDF can cause endless work or memory use.
 *
 * @throws Problem `provider-unavailable` if it cannot be started; the reason of the signal
 */
export async function startPdfProcess(signal: AbortSignal, limits: PdfLimits): Promise<ScriptProcess> {
  const child = startScript(
    { url: new URL('./child.ts', import.meta.url), heapMegabytes: limits.heapMegabytes },
    { memoryBytes: limits.residentMegabytes * 1024 ** 2 },
  );
  const ready = await awaitAnswer(child, {
    limits: { totalMs: startMs },
    signal,
    onMessage: (message) => Ready.parse(message),
  });
  if (ready.status === 'answered') return child;
  const cause = processError(ready, limits, startMs);
  throw cause instanceof PdfProcessEnded ? processNotStarted(cause) : cause;
}

/**
 * Reads PDFs with a started process, which is killed when it exceeds a limit.
 *
 * @returns a reader whose functions throw PdfProcessEnded if the process exceeds a limit or crashes, and the reason of the
 *   signal
 */
export function readWith(child: ScriptProcess, signal: AbortSignal, limits: PdfLimits): PdfProcess {
  let leftMs = limits.totalMs;

  async function ask<Reply>(order: PdfRequest, shape: z.ZodType<Reply>): Promise<Reply> {
    const begun = performance.now();
    const isLast = leftMs < limits.stepMs;
    const totalMs = isLast ? Math.max(0, leftMs) : limits.stepMs;
    const outcome = await awaitAnswer(child, {
      request: order,
      limits: { totalMs },
      signal,
      onMessage: (message) => shape.parse(message),
    });
    if (outcome.status !== 'answered') throw processError(outcome, limits, isLast ? limits.totalMs : limits.stepMs);
    leftMs -= performance.now() - begun;
    return outcome.answer;
  }

  return {
    open: (path) => ask({ type: 'open', path }, OpenResult),
    text: (page) => ask({ type: 'text', page }, PageText),
    image: (page) => ask({ type: 'picture', page }, PageImage),
    close: () => ask({ type: 'close' }, Closed),
  };
}

function processError(
  ending: ProcessExit,
  { residentMegabytes }: PdfLimits,
  limitMs: number,
): PdfProcessEnded | Problem {
  switch (ending.status) {
    case 'exceeded':
      return new PdfProcessEnded(
        ending.limit === 'memory'
          ? `took more than ${residentMegabytes} MB of memory`
          : `took longer than ${limitMs / 1000} s`,
      );
    case 'ended':
      return new PdfProcessEnded('took too much memory, or broke the reader');
    case 'not-started':
      return processNotStarted(ending.cause);
    default:
      return ending satisfies never;
  }
}

function processNotStarted(cause: Error): Problem {
  return new Problem('provider-unavailable', {
    detail:
      'The process that reads PDFs could not be started: the host is short of memory, or its installation lacks `pdfjs-dist`.',
    transient: true,
    cause,
  });
}

/** A request to the process, one at a time. Pages count from 1 and belong to the open file. */
export type PdfRequest =
  | { readonly type: 'close' }
  | { readonly type: 'open'; readonly path: string }
  | { readonly type: 'text'; readonly page: number }
  | { readonly type: 'picture'; readonly page: number };

/** Why a file is rejected. */
const FileFault = z.enum(['encrypted', 'broken', 'adobe-form']);
export type FileFault = z.infer<typeof FileFault>;

/** No file is open. */
export const Closed = z.object({ type: z.literal('closed'), residentBytes: z.int() });
export type Closed = z.infer<typeof Closed>;

export const Ready = z.object({ type: z.literal('ready') });

export const OpenResult = z.union([
  z.object({ type: z.literal('opened'), pages: z.int().nonnegative(), title: z.string().nullable() }),
  z.object({ type: z.literal('refused'), fault: FileFault }),
]);
export type OpenResult = z.infer<typeof OpenResult>;

/** A page that cannot be read, though its file can. */
const Failed = z.object({ type: z.literal('failed') });

export const PageText = z.union([
  z.object({
    type: z.literal('text'),
    /** In reading order; none is empty. */
    paragraphs: z.array(
      z.object({
        text: z.string().min(1),
        /** From top to bottom; cells from left to right, in points. */
        lines: z.array(z.array(z.object({ text: z.string(), left: z.number(), right: z.number() }))),
      }),
    ),
    /** Whether the page may show text that it does not contain as text. */
    scanned: z.boolean(),
  }),
  Failed,
]);
export type PageText = z.infer<typeof PageText>;

export const PageImage = z.union([
  z.object({
    type: z.literal('picture'),
    png: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    /** Pixels. */
    width: z.int().positive(),
    height: z.int().positive(),
  }),
  /** The whole page has one colour. */
  z.object({ type: z.literal('blank') }),
  Failed,
]);
export type PageImage = z.infer<typeof PageImage>;
