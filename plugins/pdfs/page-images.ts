import { Readable } from 'node:stream';
import type { StepContext, UploadedFile } from 'chronoscribe';
import {
  fileWithoutReadablePage,
  type OpenFile,
  type ReadingTools,
  unreadableFiles,
  withOpenFiles,
} from './open-files.ts';
import type { PageLocation, TextLayer } from './pages.ts';

/** The image of a page, a PNG among the blobs of the run; or a page that is blank or cannot be drawn. */
export type PageImage = PageLocation &
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
