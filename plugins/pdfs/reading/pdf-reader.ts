import type { ScriptProcess } from 'chronoscribe/child-process';
import { defaultLimits, type PdfLimits, type PdfProcess, readWith, startPdfProcess } from './pdf-process.ts';

/** Reads PDFs, each request in a process that reads nothing else meanwhile. Disposing kills the process that is kept. */
export interface PdfReader extends AsyncDisposable {
  /**
   * Runs `use` with a PDF process.
   *
   * @throws PdfProcessEnded if the process exceeds a limit or crashes
   * @throws Problem `provider-unavailable` if it cannot be started; the reason of the signal; what `use` throws
   */
  use<T>(signal: AbortSignal, use: (pdf: PdfProcess) => Promise<T>): Promise<T>;
}

const keptMs = 5 * 60_000;

/**
 * Keeps one process for a while after it was used: one that has just started takes as long to load pdf.js as to read
 * thirty pages, and reads slowly at first. After a failure, or with much memory in use, it is killed.
 *
 * @param idleMs how long it is kept without work
 */
export function pdfReader(limits: PdfLimits = defaultLimits, idleMs: number = keptMs): PdfReader {
  let kept: { readonly child: ScriptProcess; readonly timer: NodeJS.Timeout } | undefined;
  let isDisposed = false;

  const take = (): ScriptProcess | undefined => {
    const taken = kept;
    kept = undefined;
    clearTimeout(taken?.timer);
    return taken?.child.isAlive === true ? taken.child : undefined;
  };
  const drop = async () => void (await take()?.kill());
  const keep = async (child: ScriptProcess): Promise<void> => {
    const { residentBytes } = await readWith(child, new AbortController().signal, limits).close();
    const hasRoom = residentBytes < (limits.residentMegabytes * 1024 ** 2) / 2;
    if (hasRoom && kept === undefined && !isDisposed) kept = { child, timer: setTimeout(drop, idleMs).unref() };
    else await child.kill();
  };

  return {
    async use(signal, use) {
      signal.throwIfAborted();
      const child = take() ?? (await startPdfProcess(signal, limits));
      try {
        const result = await use(readWith(child, signal, limits));
        await keep(child);
        return result;
      } catch (thrown) {
        await child.kill();
        throw thrown;
      }
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      await drop();
    },
  };
}
