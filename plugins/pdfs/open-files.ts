import { type Blobs, Problem, type UploadedFile } from 'chronoscribe';
import { type FileFault, type PdfProcess, PdfProcessEnded } from './reading/pdf-process.ts';
import type { PdfReader } from './reading/pdf-reader.ts';

/** What files are read with. */
export interface ReadingTools {
  readonly blobs: Blobs;
  readonly reader: PdfReader;
}

/** A file that is open in the PDF process. */
export interface OpenFile {
  /** Index in the request, from 0. */
  readonly file: number;
  readonly pages: number;
  readonly title: string | null;
  readonly pdf: Pick<PdfProcess, 'texts' | 'image'>;
}

/**
 * Opens the files one after another, in one process, for `use`.
 *
 * @throws Problem `unreadable-file` with all files that cannot be opened. After a file that ended the process, no
 *   further ones are opened.
 */
export async function withOpenFiles(
  files: readonly UploadedFile[],
  { blobs, reader }: ReadingTools,
  signal: AbortSignal,
  use: (opened: OpenFile) => Promise<void>,
): Promise<void> {
  const faults: UnreadableFile[] = [];
  let current = 0;
  try {
    await reader.use(signal, async (pdf) => {
      for (const [file, { blob }] of files.entries()) {
        current = file;
        await blobs.withFile(blob, async (path) => {
          const opening = await pdf.open(path);
          if (opening.type === 'refused') faults.push(refusedFile(file, opening.fault));
          else if (faults.length === 0) await use({ file, pages: opening.pages, title: opening.title, pdf });
        });
      }
    });
  } catch (thrown) {
    if (!(thrown instanceof PdfProcessEnded)) throw thrown;
    faults.push(interruptedFile(current, thrown));
  }
  if (faults.length > 0) throw unreadableFiles(faults);
}

/** An error in one file of a request. */
export interface UnreadableFile {
  /** Index of the file in the request, from 0. */
  readonly file: number;
  readonly detail: string;
}

const details = {
  encrypted: 'The file is encrypted: save it without a password and send it again',
  broken: 'The file is damaged or not a PDF: it cannot be opened',
  'adobe-form': 'The file is an XFA form, which only Adobe Reader shows: print it to a PDF and send that',
} as const satisfies Record<FileFault, string>;

export function refusedFile(file: number, fault: FileFault): UnreadableFile {
  return { file, detail: details[fault] };
}

export function interruptedFile(file: number, { message }: PdfProcessEnded): UnreadableFile {
  return {
    file,
    detail: `Reading the file ${message} and was stopped: the file may be damaged. Print it to a new PDF and send that`,
  };
}

export function fileWithoutReadablePage(file: number): UnreadableFile {
  return { file, detail: 'The file is damaged: none of its pages can be read' };
}

/** One problem for all unreadable files. Files are named by index, since a file name may identify a patient. */
export function unreadableFiles(files: readonly UnreadableFile[]): Problem {
  return new Problem('unreadable-file', {
    detail: files.map(({ file, detail }) => `files.${file}: ${detail}.`).join(' '),
    errors: files.map(({ file, detail }) => ({ in: 'body', path: ['files', file], detail, type: 'unreadable_file' })),
  });
}
