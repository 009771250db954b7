import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import type { PlacedText } from './pdf-marks.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

/** A PDF that is open in a worker of the browser. Its scripts never run. */
export interface PdfFile {
  readonly pages: number;
  /** Draws a page as wide as `width` CSS pixels. @param number from 1 @returns its texts, in percent of its size */
  draw(number: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal): Promise<readonly PlacedText[]>;
  close(): void;
}

/** @throws if it cannot be loaded or is no PDF */
export async function openPdf(url: string): Promise<PdfFile> {
  // WebAssembly would need a looser security policy: scans are decoded by the scripts that the build copies there.
  const task = getDocument({ url, wasmUrl: '/console/pdfjs/', useWasm: false });
  const pdf = await task.promise;
  return {
    pages: pdf.numPages,
    close: () => void task.destroy(),
    async draw(number, canvas, width, signal) {
      const page = await pdf.getPage(number);
      signal.throwIfAborted();
      const scale = width / page.getViewport({ scale: 1 }).width;
      const viewport = page.getViewport({ scale: scale * window.devicePixelRatio });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      const drawing = page.render({ canvas, viewport });
      const cancel = () => drawing.cancel();
      signal.addEventListener('abort', cancel);
      await drawing.promise.finally(() => signal.removeEventListener('abort', cancel));
      const { items } = await page.getTextContent();
      return items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [, , , , x = 0, y = 0] = item.transform.map(Number);
        const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(x, y - item.height * 0.2).map(Number);
        const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(x + item.width, y + item.height).map(Number);
        return {
          text: item.str,
          left: (Math.min(x1, x2) / viewport.width) * 100,
          top: (Math.min(y1, y2) / viewport.height) * 100,
          width: (Math.abs(x2 - x1) / viewport.width) * 100,
          height: (Math.abs(y2 - y1) / viewport.height) * 100,
        };
      });
    },
  };
}
