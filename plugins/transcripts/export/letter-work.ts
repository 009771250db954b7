import type { TextWork } from 'chronoscribe/child-process';
import type { Letter } from './letter.ts';

/** Sets letters in a child process: it takes a second or two, and loads libraries that nothing else needs. */
const work: TextWork = async ([format, given], send) => {
  const letter = given as Letter; // From our own host.
  if (format === 'pdf') send(await (await import('./letter-pdf.ts')).pdfOf(letter));
  else send(await (await import('./letter-docx.ts')).docxOf(letter));
};

export default work;
