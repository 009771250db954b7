import { type Blobs, Problem, type UploadedFile } from 'chronoscribe';
import { withOpenedFiles } from './opened-files.ts';

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
  await withOpenedFiles(files, blobs, signal, async ({ file, pages, title }) => {
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
