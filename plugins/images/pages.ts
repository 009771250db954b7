import type { Blobs } from 'chronoscribe';
import type { Ocr, OcrOptions } from 'chronoscribe/kinds/ocr';
import { imageId, type PageReading } from './analysis.ts';
import type { DecodedImage } from './decode-image.ts';

/**
 * Reads the text of all pages that could be decoded, one after another.
 *
 * @throws Problem what the recogniser throws
 */
export async function readPages(
  { pages }: DecodedImage,
  { blobs, ocr }: { readonly blobs: Blobs; readonly ocr: Ocr },
  { progress, ...options }: OcrOptions,
): Promise<PageReading[]> {
  const read: PageReading[] = [];
  for (const [index, { page, scan }] of pages.entries()) {
    if (scan === null) continue;
    const { blob, width, height } = scan;
    const told = (share: number) => progress((index + share) / pages.length);
    const found = await blobs.withFile(blob, (path) =>
      ocr.recognize({ path, width, height }, { ...options, progress: told }),
    );
    read.push({ page, ...found });
  }
  return read;
}

/** The pages as a writer sees them. */
export async function viewsOf({ pages }: DecodedImage, blobs: Blobs) {
  const views: { readonly id: string; readonly type: 'image/jpeg'; readonly bytes: Uint8Array }[] = [];
  for (const { page, view } of pages) {
    if (view === null) continue;
    const bytes = Buffer.concat(await Array.fromAsync(blobs.read(view.blob)));
    views.push({ id: imageId(page), type: 'image/jpeg', bytes });
  }
  return views;
}
