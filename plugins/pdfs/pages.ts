import { Problem, type StepContext, type UploadedFile } from 'chronoscribe';
import type { Paragraph } from './layout/paragraphs.ts';
import { type ReadingTools, withOpenFiles } from './open-files.ts';

/** A file as the answer lists it. */
export interface CountedFile {
  /** File name from the client. */
  readonly name: string;
  readonly pages: number;
  /** Title in the file's metadata; null if there is none. */
  readonly title: string | null;
}

/**
 * Counts the pages of all files without reading them.
 *
 * @throws Problem `too-many-pages`; what `withOpenFiles` throws
 */
export async function countPages(
  files: readonly UploadedFile[],
  mostPages: number,
  tools: ReadingTools,
  signal: AbortSignal,
): Promise<CountedFile[]> {
  const counted: CountedFile[] = [];
  await withOpenFiles(files, tools, signal, async ({ file, pages, title }) => {
    counted.push({ name: files[file]?.name ?? '', pages, title });
  });
  const pages = counted.reduce((sum, file) => sum + file.pages, 0);
  if (pages > mostPages) throw tooManyPages(pages, mostPages);
  return counted;
}

function tooManyPages(pages: number, mostPages: number): Problem {
  const detail = `The files have ${pages} pages together; the limit is ${mostPages}: send fewer at a time`;
  return new Problem('too-many-pages', {
    status: 422,
    detail: `${detail}.`,
    errors: [{ in: 'body', path: ['files'], detail, type: 'too_many_pages' }],
  });
}

/** A page of a request: index of the file, from 0, and page in the file, from 1. */
export interface PageLocation {
  readonly file: number;
  readonly page: number;
}

/** The text that a page contains as text. */
export interface TextLayer extends PageLocation {
  readonly paragraphs: readonly Paragraph[];
  /** Whether its image must be read too: the page has no text, little text beside a large image, or is damaged. */
  readonly scanned: boolean;
}

/**
 * Reads the text of all pages.
 *
 * @throws Problem what `withOpenFiles` throws
 */
export async function readTextLayers(
  files: readonly UploadedFile[],
  counted: readonly CountedFile[],
  tools: ReadingTools,
  { signal, progress }: Pick<StepContext, 'signal' | 'progress'>,
): Promise<TextLayer[]> {
  const total = counted.reduce((sum, { pages }) => sum + pages, 0);
  const read: TextLayer[] = [];
  await withOpenFiles(files, tools, signal, async ({ file, pages, pdf }) => {
    let page = 0;
    await pdf.texts(1, pages, (texts) => {
      for (const text of texts) {
        page += 1;
        read.push(
          text.type === 'text'
            ? { file, page, paragraphs: text.paragraphs, scanned: text.scanned }
            : { file, page, paragraphs: [], scanned: true },
        );
      }
      progress(read.length / total);
    });
  });
  return read;
}
