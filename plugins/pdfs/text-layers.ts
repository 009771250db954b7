import type { Blobs, StepContext, UploadedFile } from 'chronoscribe';
import type { CountedFile } from './count-pages.ts';
import { withOpenedFiles } from './opened-files.ts';

/** A page of a request: its file's place, from 0, and its own place in the file, from 1. */
export interface PagePlace {
  readonly file: number;
  readonly page: number;
}

/** What a page holds as text. */
export interface TextLayer extends PagePlace {
  readonly paragraphs: readonly string[];
  /** Whether its picture must be read too: it holds no text, little beside a large image, or is damaged. */
  readonly scanned: boolean;
}

/** Reads the text of all pages. Throws what `withOpenedFiles` throws. */
export async function readTextLayers(
  files: readonly UploadedFile[],
  counted: readonly CountedFile[],
  blobs: Blobs,
  { signal, progress }: Pick<StepContext, 'signal' | 'progress'>,
): Promise<TextLayer[]> {
  const total = counted.reduce((sum, { pages }) => sum + pages, 0);
  const read: TextLayer[] = [];
  await withOpenedFiles(files, blobs, signal, async ({ file, pages, pdf }) => {
    for (let page = 1; page <= pages; page += 1) {
      const text = await pdf.text(page);
      read.push(
        text.type === 'text'
          ? { file, page, paragraphs: text.paragraphs, scanned: text.scanned }
          : { file, page, paragraphs: [], scanned: true },
      );
      progress(read.length / total);
    }
  });
  return read;
}
