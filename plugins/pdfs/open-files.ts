import { type Blobs, Problem, type UploadedFile } from 'chronoscribe';
import { type FileFault, type PdfProcess, ReadingEnded, readingLimits, withPdfProcess } from './reading/pdf-process.ts';

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

/** What is wrong with one file of a request. */
export interface Unreadable {
  /** The file's place in the request, from 0. */
  readonly file: number;
  readonly detail: string;
}

const details = {
  encrypted: 'The file is encrypted: save it without a password and send it again',
  broken: 'The file is damaged, or no PDF at all: it cannot be opened',
  'adobe-form': 'The file is a form that only Adobe Reader shows (XFA): print it to a PDF and send that',
} as const satisfies Record<FileFault, string>;

export function refused(file: number, fault: FileFault): Unreadable {
  return { file, detail: details[fault] };
}

export function ended(file: number, { message }: ReadingEnded): Unreadable {
  return {
    file,
    detail: `Reading the file ${message}, and was ended: the file may be damaged. Print it to a new PDF and send that`,
  };
}

export function withoutReadablePage(file: number): Unreadable {
  return { file, detail: 'The file is damaged: none of its pages can be read' };
}

/** All files that cannot be read, in one problem. Files are named by their place: what they are called may name a patient. */
export function unreadable(files: readonly Unreadable[]): Problem {
  return new Problem('unreadable-file', {
    detail: files.map(({ file, detail }) => `files.${file}: ${detail}.`).join(' '),
    errors: files.map(({ file, detail }) => ({ in: 'body', path: ['files', file], detail, type: 'unreadable_file' })),
  });
}
