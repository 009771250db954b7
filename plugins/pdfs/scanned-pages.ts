import type { Blobs, StepContext } from 'chronoscribe';
import { groupLines, joinLines, type Ocr } from 'chronoscribe/kinds/ocr';
import type { Engine } from 'chronoscribe/kinds/transcriber';
import type { Paragraph } from './layout/paragraphs.ts';
import type { PageImage } from './page-images.ts';
import type { PageLocation } from './pages.ts';

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
