import { type Blobs, Problem, type StepContext, type UploadedFile } from 'chronoscribe';
import { withOpenFiles } from './open-files.ts';

/** A file as it is answered. */
export interface CountedFile {
  /** What the client called it. */
  readonly name: string;
  readonly pages: number;
  /** As the file itself says; null where it says none. */
  readonly title: string | null;
}

/**
 * Counts the pages of all files, and reads nothing of them.
 *
 * @throws Problem `too-many-pages`; what `withOpenedFiles` throws.
 */
export async function countPages(
  files: readonly UploadedFile[],
  mostPages: number,
  blobs: Blobs,
  signal: AbortSignal,
): Promise<CountedFile[]> {
  const counted: CountedFile[] = [];
  await withOpenFiles(files, blobs, signal, async ({ file, pages, title }) => {
    counted.push({ name: files[file]?.name ?? '', pages, title });
  });
  const pages = counted.reduce((sum, file) => sum + file.pages, 0);
  if (pages > mostPages) throw tooManyPages(pages, mostPages);
  return counted;
}

function tooManyPages(pages: number, mostPages: number): Problem {
  const detail = `The files have ${pages} pages together, and ${mostPages} is the limit: send fewer at a time`;
  return new Problem('too-many-pages', {
    status: 422,
    detail: `${detail}.`,
    errors: [{ in: 'body', path: ['files'], detail, type: 'too_many_pages' }],
  });
}

/** A page of a request: its file's place, from 0, and its own place in the file, from 1. */
export interface PageLocation {
  readonly file: number;
  readonly page: number;
}

/** What a page holds as text. */
export interface TextLayer extends PageLocation {
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
  await withOpenFiles(files, blobs, signal, async ({ file, pages, pdf }) => {
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
