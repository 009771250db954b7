import { Problem } from 'chronoscribe';
import type { FileFault } from './reading/exchange.ts';
import type { ReadingEnded } from './reading/pdf-process.ts';

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
