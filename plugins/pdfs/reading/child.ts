import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Canvas } from '@napi-rs/canvas';
import { receivedFile } from 'chronoscribe/child-process';
import { type PDFDocumentProxy, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { definePDFJSModule, getDocumentProxy } from 'unpdf';
import { z } from 'zod';
import { readText } from './page-text.ts';
import type {
  Closed,
  FileFault,
  OpenResult,
  PageImage,
  PageText,
  PageTexts,
  PdfRequest,
  Ready,
} from './pdf-process.ts';

/** The PDF process: it reports that it is ready, then answers one request after another. */

const messageMs = 50;

const sent = receivedFile();

let openedDocument: OpenDocument | undefined;

async function* answer(request: PdfRequest): AsyncGenerator<OpenResult | PageTexts | PageImage | Closed> {
  switch (request.type) {
    case 'open':
      yield await open();
      return;
    case 'texts':
      yield* texts(request.first, request.last);
      return;
    case 'picture':
      yield await withPage(request.page, drawPage);
      return;
    case 'close':
      await close();
      yield { type: 'closed', residentBytes: process.memoryUsage.rss() };
      return;
    default:
      request satisfies never;
  }
}

async function close(): Promise<void> {
  await openedDocument?.close();
  openedDocument = undefined;
}

async function open(): Promise<OpenResult> {
  await close();
  // pdf.js takes the bytes over, and refuses a Buffer.
  const document = await openDocument(new Uint8Array(sent.bytes()));
  if (typeof document === 'string') return { type: 'refused', fault: document };
  openedDocument = document;
  return { type: 'opened', pages: document.pdf.numPages, title: document.title };
}

/** Pages that are read fast share a message, since each message and the progress that it tells of cost as much as one. */
async function* texts(first: number, last: number): AsyncGenerator<PageTexts> {
  let read: PageText[] = [];
  let begun = performance.now();
  for (let page = first; page <= last; page += 1) {
    read.push(await withPage(page, readText));
    if (page < last && performance.now() - begun < messageMs) continue;
    yield read;
    read = [];
    begun = performance.now();
  }
}

async function withPage<Reply>(
  number: number,
  use: (page: PDFPageProxy) => Promise<Reply>,
): Promise<Reply | { type: 'failed' }> {
  try {
    const page = await openedDocument?.pdf.getPage(number);
    if (page === undefined) throw new Error('no file is open');
    const reply = await use(page);
    page.cleanup();
    return reply;
  } catch {
    // Nothing more is known of a broken page, and the message of pdf.js may quote it.
    return { type: 'failed' };
  }
}

process.on('message', async (request: PdfRequest) => {
  if (sent.takes(request)) return;
  for await (const message of answer(request)) process.send?.(message);
});
// The host is gone.
process.on('disconnect', () => process.exit());
// pdf.js reads ahead, and nobody waits for what it tries then. What is waited for is answered above.
process.on('unhandledRejection', () => {});

process.send?.({ type: 'ready' } satisfies z.infer<typeof Ready>);

/** Dots per inch, suited to recognisers. */
const resolution = 300;
/** An A4 page at this resolution has 8.7 million pixels; larger pages are scaled down. */
const maxPixels = 9_000_000;
const longestSide = 8_000;

/** Draws a page as a viewer shows it, including form fields. */
export async function drawPage(page: PDFPageProxy): Promise<PageImage> {
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(
    resolution / 72,
    Math.sqrt(maxPixels / (width * height)),
    longestSide / Math.max(width, height),
  );
  const viewport = page.getViewport({ scale });
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height)));
  await page.render({ canvas, viewport }).promise;
  if (isOneColour(canvas)) return { type: 'blank' };
  return { type: 'picture', png: await canvas.encode('png'), width: canvas.width, height: canvas.height };
}

function isOneColour(canvas: Canvas): boolean {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);
  return pixels.every((pixel) => pixel === pixels[0]);
}

// unpdf's build of pdf.js lacks the decoders for fax and JPEG 2000 images, which scans use.
await definePDFJSModule(() => import('pdfjs-dist/legacy/build/pdf.mjs'));

/** In pixels: larger images are skipped. An A4 page scanned at 600 dpi has 35 million. */
const largestImage = 40_000_000;
const longestTitle = 300;

/** The metadata of pdf.js that is used. */
const Metadata = z.object({
  info: z.object({
    Title: z.string().optional().catch(undefined),
    IsXFAPresent: z.boolean().optional(),
    IsAcroFormPresent: z.boolean().optional(),
  }),
});

interface OpenDocument {
  readonly pdf: PDFDocumentProxy;
  readonly title: string | null;
  close(): Promise<void>;
}

/**
 * Opens a file with unpdf and pdf.js. No scripts run, and nothing is downloaded: fonts, character maps and image
 * decoders come from the package. A file encrypted without a user password opens like any other.
 */
async function openDocument(bytes: Uint8Array): Promise<OpenDocument | FileFault> {
  const pdf = await parsePdf(bytes);
  if (typeof pdf === 'string') return pdf;
  const close = () => pdf.loadingTask.destroy();
  const refused = async (fault: FileFault): Promise<FileFault> => {
    await close();
    return fault;
  };
  if (pdf.numPages < 1) return refused('broken');
  try {
    const { info } = Metadata.parse(await pdf.getMetadata());
    // An XFA form has one page, which says that only Adobe Reader can show it.
    if (info.IsXFAPresent === true && info.IsAcroFormPresent !== true) return await refused('adobe-form');
    return { pdf, title: displayTitle(info.Title), close };
  } catch {
    return refused('broken');
  }
}

async function parsePdf(data: Uint8Array): Promise<PDFDocumentProxy | FileFault> {
  try {
    const pdf = await getDocumentProxy(data, {
      ...packageFolders(),
      useWorkerFetch: false,
      useSystemFonts: false,
      disableFontFace: true,
      maxImageSize: largestImage,
      verbosity: VerbosityLevel.ERRORS,
    });
    // Type boundary: unpdf has the types of its own build but was given another build above.
    return pdf as unknown as PDFDocumentProxy;
  } catch (thrown) {
    return thrown instanceof Error && thrown.name === 'PasswordException' ? 'encrypted' : 'broken';
  }
}

/** As paths, which pdf.js reads from disk. */
function packageFolders() {
  const folder = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
  const inside = (name: string): string => join(folder, name, '/');
  return {
    cMapUrl: inside('cmaps'),
    standardFontDataUrl: inside('standard_fonts'),
    wasmUrl: inside('wasm'),
    iccUrl: inside('iccs'),
  };
}

/** The title for display: without control characters, cut to a length that fits a list. */
function displayTitle(title = ''): string | null {
  return (
    title
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, longestTitle) || null
  );
}
