import type { ScriptProcess } from 'chronoscribe/child-process';
import { defaultLimits, type PdfLimits, type PdfProcess, readWith, startPdfProcess } from './pdf-process.ts';

const keptMs = 5 * 60_000;

export type PdfReader = ReturnType<typeof pdfReader>;

/**
 * Reads PDFs, each request in a process that reads nothing else meanwhile. It keeps one for a while after it was used:
 * one that has just started takes as long to load pdf.js as to read thirty pages, and reads slowly at first. After a
 * failure, with much memory in use, and when the reader is disposed of, it is killed.
 *
 * @param idleMs how long it is kept without work
 */
export function pdfReader(limits: PdfLimits = defaultLimits, idleMs: number = keptMs) {
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
    /**
     * Runs `use` with a PDF process.
     *
     * @throws PdfProcessEnded if the process exceeds a limit or crashes
     * @throws Problem `provider-unavailable` if it cannot be started; the reason of the signal; what `use` throws
     */
    async use<T>(signal: AbortSignal, use: (pdf: PdfProcess) => Promise<T>): Promise<T> {
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
