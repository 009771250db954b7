import { Readable } from 'node:stream';
import type { Blobs, StepContext, UploadedFile } from 'chronoscribe';
import { groupLines, joinLines, type Ocr } from 'chronoscribe/kinds/ocr';
import type { Engine } from 'chronoscribe/kinds/transcriber';
import type { Paragraph } from './layout/paragraphs.ts';
import {
  fileWithoutReadablePage,
  type OpenFile,
  type PageLocation,
  type ReadingTools,
  type TextLayer,
  unreadableFiles,
  withOpenFiles,
} from './pages.ts';

/** The image of a page, a PNG among the blobs of the run; or a page that is blank or cannot be drawn. */
type PageImage = PageLocation &
  (
    | { readonly outcome: 'drawn'; readonly blob: string; readonly width: number; readonly height: number }
    | { readonly outcome: 'blank' | 'failed' }
  );

/**
 * Draws the pages that may show more text than they contain.
 *
 * @throws Problem `unreadable-file` for files without any readable page; what `withOpenFiles` throws
 */
export async function drawScannedPages(
  files: readonly UploadedFile[],
  pages: readonly TextLayer[],
  tools: ReadingTools,
  { signal, runId, progress }: StepContext,
): Promise<PageImage[]> {
  const scanned = pages.filter((page) => page.scanned);
  if (scanned.length === 0) return [];
  const images: PageImage[] = [];

  async function draw({ pdf }: OpenFile, { file, page }: PageLocation): Promise<PageImage> {
    const picture = await pdf.image(page);
    if (picture.type !== 'picture') return { file, page, outcome: picture.type === 'blank' ? 'blank' : 'failed' };
    const { png, width, height } = picture;
    const blob = `runs/${runId}/page-${file}-${page}.png`;
    await tools.blobs.write(blob, Readable.from([png]), { signal });
    return { file, page, outcome: 'drawn', blob, width, height };
  }

  await withOpenFiles(files, tools, signal, async (opened) => {
    for (const place of scanned.filter(({ file }) => file === opened.file)) {
      images.push(await draw(opened, place));
      progress(images.length / scanned.length);
    }
  });
  rejectUnreadable(files, pages, images);
  return images;
}

/** Rejects files of which every page failed. Some damaged pages are only a warning. */
function rejectUnreadable(
  files: readonly UploadedFile[],
  pages: readonly TextLayer[],
  images: readonly PageImage[],
): void {
  const hasFailed = ({ file, page, paragraphs }: TextLayer): boolean =>
    paragraphs.length === 0 &&
    images.some((image) => image.file === file && image.page === page && image.outcome === 'failed');
  const faults = [...files.keys()].filter((file) => pages.filter((page) => page.file === file).every(hasFailed));
  if (faults.length > 0) throw unreadableFiles(faults.map(fileWithoutReadablePage));
}

/** Result of reading a page as an image: paragraphs, nothing, or a page that cannot be drawn. */
export interface ScannedPage extends PageLocation {
  readonly outcome: 'read' | 'nothing' | 'failed';
  readonly paragraphs: readonly Paragraph[];
  /** The recogniser; null if there was no image to read. */
  readonly engine: Engine | null;
  readonly warnings: readonly string[];
}

/**
 * Reads the image of a page.
 *
 * @param language BCP 47; undefined means as the recogniser is configured
 * @throws Problem what the recogniser throws
 */
export async function readScannedPage(
  image: PageImage,
  language: string | undefined,
  { blobs, ocr }: { readonly blobs: Blobs; readonly ocr: Ocr },
  { signal, progress }: Pick<StepContext, 'signal' | 'progress'>,
): Promise<ScannedPage> {
  const { file, page } = image;
  if (image.outcome !== 'drawn') {
    const outcome = image.outcome === 'blank' ? 'nothing' : 'failed';
    return { file, page, outcome, paragraphs: [], engine: null, warnings: [] };
  }
  const { blob, width, height } = image;
  const { lines, engine, warnings } = await blobs.withFile(blob, (path) =>
    ocr.recognize({ path, width, height }, { language, signal, progress }),
  );
  const paragraphs = groupLines(lines.map(({ text }) => text)).map((group) => ({
    text: joinLines(group),
    // The recogniser does not tell places.
    lines: group.map((text) => [{ text, left: 0, right: 0 }]),
  }));
  return { file, page, outcome: paragraphs.length === 0 ? 'nothing' : 'read', paragraphs, engine, warnings };
}
