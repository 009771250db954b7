import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { definePDFJSModule, getDocumentProxy } from 'unpdf';
import { z } from 'zod';
import type { FileFault } from './pdf-process.ts';

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

export interface OpenDocument {
  readonly pdf: PDFDocumentProxy;
  readonly title: string | null;
  close(): Promise<void>;
}

/**
 * Opens a file with unpdf and pdf.js. No scripts run, and nothing is downloaded: fonts, character maps and image
 * decoders come from the package. A file encrypted without a user password opens like any other.
 */
export async function openDocument(bytes: Uint8Array): Promise<OpenDocument | FileFault> {
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
