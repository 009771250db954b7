import { Readable } from 'node:stream';
import type { Blobs, StepContext, UploadedFile } from 'chronoscribe';
import { groupParagraphs, type Ocr } from 'chronoscribe/kinds/ocr';
import type { Engine } from 'chronoscribe/kinds/transcriber';
import { fileWithoutReadablePage, type OpenFile, unreadableFiles, withOpenFiles } from './open-files.ts';
import type { PageLocation, TextLayer } from './pages.ts';

/** Result of reading a page as an image: paragraphs, nothing, or a page that cannot be drawn. */
export interface ScannedPage extends PageLocation {
  readonly outcome: 'read' | 'nothing' | 'failed';
  readonly paragraphs: readonly string[];
}

export interface ScanResult {
  readonly readings: readonly ScannedPage[];
  /** The recogniser; null if there was nothing to read. */
  readonly engine: Engine | null;
  /** Distinct warnings of the recogniser. */
  readonly warnings: readonly string[];
}

interface ScanInput {
  readonly files: readonly UploadedFile[];
  readonly pages: readonly TextLayer[];
  /** BCP 47; undefined means as the recogniser is configured. */
  readonly language: string | undefined;
}

/**
 * Draws the pages that may show more text than they contain, and reads their images.
 *
 * @throws Problem `unreadable-file` for files without any readable page; what `withOpenFiles` and the recogniser throw
 */
export async function readScannedPages(
  { files, pages, language }: ScanInput,
  { blobs, ocr }: { readonly blobs: Blobs; readonly ocr: Ocr },
  { signal, runId, progress }: StepContext,
): Promise<ScanResult> {
  const scanned = pages.filter((page) => page.scanned);
  if (scanned.length === 0) return { readings: [], engine: null, warnings: [] };

  const readings: ScannedPage[] = [];
  const warnings = new Set<string>();
  let engine: Engine | null = null;

  async function readPage({ pdf }: OpenFile, { file, page }: PageLocation): Promise<ScannedPage> {
    const picture = await pdf.image(page);
    if (picture.type !== 'picture') {
      return { file, page, outcome: picture.type === 'blank' ? 'nothing' : 'failed', paragraphs: [] };
    }
    const { png, width, height } = picture;
    const reading = await withTemporaryBlob(`runs/${runId}/page-${file}-${page}.png`, png, blobs, signal, (path) =>
      ocr.recognize(
        { path, width, height },
        { language, signal, progress: (fraction) => progress((readings.length + fraction) / scanned.length) },
      ),
    );
    engine = reading.engine;
    for (const warning of reading.warnings) warnings.add(warning);
    const paragraphs = groupParagraphs(reading.lines);
    return { file, page, outcome: paragraphs.length === 0 ? 'nothing' : 'read', paragraphs };
  }

  await withOpenFiles(files, blobs, signal, async (opened) => {
    for (const place of scanned.filter(({ file }) => file === opened.file)) {
      readings.push(await readPage(opened, place));
      progress(readings.length / scanned.length);
    }
  });
  rejectUnreadable(files, pages, readings);
  return { readings, engine, warnings: [...warnings] };
}

/** Stores the bytes in a blob for `use`, and deletes it afterwards in any case. */
async function withTemporaryBlob<T>(
  blob: string,
  bytes: Uint8Array,
  blobs: Blobs,
  signal: AbortSignal,
  use: (path: string) => Promise<T>,
): Promise<T> {
  try {
    await blobs.write(blob, Readable.from([bytes]), { signal });
    return await blobs.withFile(blob, use);
  } finally {
    await blobs.delete(blob);
  }
}

/** Rejects files of which every page failed. Some damaged pages are only a warning. */
function rejectUnreadable(
  files: readonly UploadedFile[],
  pages: readonly TextLayer[],
  readings: readonly ScannedPage[],
): void {
  const hasFailed = ({ file, page, paragraphs }: TextLayer): boolean =>
    paragraphs.length === 0 &&
    readings.some((reading) => reading.file === file && reading.page === page && reading.outcome === 'failed');
  const faults = [...files.keys()].filter((file) => pages.filter((page) => page.file === file).every(hasFailed));
  if (faults.length > 0) throw unreadableFiles(faults.map(fileWithoutReadablePage));
}
