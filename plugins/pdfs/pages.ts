import { type Blobs, Problem, type StepContext, type UploadedFile } from 'chronoscribe';
import type { Paragraph } from './layout/paragraphs.ts';
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
  readonly pdf: PdfProcess;
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
interface UnreadableFile {
  /** Index of the file in the request, from 0. */
  readonly file: number;
  readonly detail: string;
}

const details = {
  encrypted: 'The file is encrypted: save it without a password and send it again',
  broken: 'The file is damaged or not a PDF: it cannot be opened',
  'adobe-form': 'The file is an XFA form, which only Adobe Reader shows: print it to a PDF and send that',
} as const satisfies Record<FileFault, string>;

function refusedFile(file: number, fault: FileFault): UnreadableFile {
  return { file, detail: details[fault] };
}

function interruptedFile(file: number, { message }: PdfProcessEnded): UnreadableFile {
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
