import type { Blobs, UploadedFile } from 'chronoscribe';
import { type PdfProcess, ReadingEnded, readingLimits, withPdfProcess } from './reading/pdf-process.ts';
import { ended, refused, type Unreadable, unreadable } from './unreadable.ts';

/** A file that is open in the process that reads PDFs. */
export interface OpenedFile {
  /** Its place in the request, from 0. */
  readonly file: number;
  readonly pages: number;
  readonly title: string | null;
  readonly pdf: Pick<PdfProcess, 'text' | 'picture'>;
}

/**
 * Opens the files one after the other, in one process, for `use`.
 *
 * @throws Problem `unreadable-file` that names all files that cannot be opened; after one whose reading had to be ended no further ones are opened.
 */
export async function withOpenedFiles(
  files: readonly UploadedFile[],
  blobs: Blobs,
  signal: AbortSignal,
  use: (opened: OpenedFile) => Promise<void>,
): Promise<void> {
  const faults: Unreadable[] = [];
  let current = 0;
  try {
    await withPdfProcess(signal, readingLimits, async (pdf) => {
      for (const [file, { blob }] of files.entries()) {
        current = file;
        await blobs.withFile(blob, async (path) => {
          const opening = await pdf.open(path);
          if (opening.type === 'refused') faults.push(refused(file, opening.fault));
          else if (faults.length === 0) await use({ file, pages: opening.pages, title: opening.title, pdf });
        });
      }
    });
  } catch (thrown) {
    if (!(thrown instanceof ReadingEnded)) throw thrown;
    faults.push(ended(current, thrown));
  }
  if (faults.length > 0) throw unreadable(faults);
}
