import { Problem } from 'chronoscribe';
import { awaitAnswer, type ProcessExit, type ScriptProcess, sendFile, startScript } from 'chronoscribe/child-process';
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

/** The process exceeded a limit or crashed. The message tells the sender of the file which. */
export class PdfProcessEnded extends Error {
  override readonly name = 'ReadingEnded';
}

const startMs = 60_000;
/** Enough for reading pages as fast as with Node's default, with which files of fifty pages leave 200 MB behind. */
const semiSpaceMegabytes = 8;

/**
 * Starts a process for PDFs. It can be killed, since a few bytes of a PDF can cause endless work or memory use.
 *
 * @throws Problem `provider-unavailable` if it cannot be started; the reason of the signal
 */
export async function startPdfProcess(signal: AbortSignal, limits: PdfLimits): Promise<ScriptProcess> {
  const child = startScript(
    {
      url: new URL('./child.ts', import.meta.url),
      heapMegabytes: limits.heapMegabytes,
      semiSpaceMegabytes,
      addons: true,
    },
    { memoryBytes: limits.residentMegabytes * 1024 ** 2 },
  );
  const ready = await awaitAnswer(child, {
    limits: { totalMs: startMs },
    signal,
    onMessage: (message) => Ready.parse(message),
  });
  if (ready.status === 'answered') return child;
  const cause = processError(ready, { ...limits, totalMs: startMs });
  throw cause instanceof PdfProcessEnded ? processNotStarted(cause) : cause;
}

export type PdfProcess = ReturnType<typeof readWith>;

/**
 * Reads PDFs with a started process, one at a time. It is killed when it exceeds a limit.
 *
 * @returns a reader whose functions throw PdfProcessEnded if the process exceeds a limit or crashes, and the reason of the
 *   signal
 */
export function readWith(child: ScriptProcess, signal: AbortSignal, limits: PdfLimits) {
  let leftMs = limits.totalMs;

  /** @param onMessage returns the answer, or undefined if it is still to come */
  async function ask<T>(request: PdfRequest, onMessage: (message: unknown) => T | undefined): Promise<T> {
    const begun = performance.now();
    const outcome = await awaitAnswer(child, {
      request,
      limits: { inactivityMs: limits.stepMs, totalMs: Math.max(0, leftMs) },
      signal,
      onMessage,
    });
    if (outcome.status !== 'answered') throw processError(outcome, limits);
    leftMs -= performance.now() - begun;
    return outcome.answer;
  }

  return {
    /** Opens a file and closes the previous one. */
    async open(path: string): Promise<OpenResult> {
      await sendFile(child, path, signal);
      return ask({ type: 'open' }, (message) => OpenResult.parse(message));
    },
    /**
     * Reads the text of consecutive pages of the open file.
     *
     * @param first from 1
     * @param onRead gets the pages in order, some at a time, while the process reads the next ones
     */
    async texts(first: number, last: number, onRead: (texts: readonly PageText[]) => void): Promise<void> {
      let left = last - first + 1;
      await ask({ type: 'texts', first, last }, (message) => {
        const texts = PageTexts.parse(message);
        onRead(texts);
        left -= texts.length;
        return left === 0 ? 'read' : undefined;
      });
    },
    /** Draws a page of the open file. @param page from 1 */
    image: (page: number): Promise<PageImage> => ask({ type: 'picture', page }, (message) => PageImage.parse(message)),
    /** Closes the open file. */
    close: (): Promise<Closed> => ask({ type: 'close' }, (message) => Closed.parse(message)),
  };
}

function processError(ending: ProcessExit, limits: PdfLimits): PdfProcessEnded | Problem {
  switch (ending.status) {
    case 'exceeded': {
      if (ending.limit === 'memory') {
        return new PdfProcessEnded(`took more than ${limits.residentMegabytes} MB of memory`);
      }
      const limitMs = ending.limit === 'time' ? limits.totalMs : limits.stepMs;
      return new PdfProcessEnded(`took longer than ${limitMs / 1000} s`);
    }
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

/**
 * A request to the process, one at a time. Pages count from 1 and belong to the open file. The process answers with one
 * message, and `texts` with several that hold the pages in order.
 */
export type PdfRequest =
  | { readonly type: 'close' }
  /** The file that was sent. */
  | { readonly type: 'open' }
  | { readonly type: 'texts'; readonly first: number; readonly last: number }
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

const PageText = z.union([
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

const PageTexts = z.array(PageText);
export type PageTexts = z.infer<typeof PageTexts>;

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
