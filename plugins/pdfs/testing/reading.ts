import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { defaultLimits, type PageTexts, type PdfLimits, type PdfProcess } from '../reading/pdf-process.ts';
import { pdfReader } from '../reading/pdf-reader.ts';

/** Runs `use` with a PDF process in which this file is open. */
export async function withPdf<T>(
  file: Uint8Array,
  use: (pdf: PdfProcess, path: string) => Promise<T>,
  limits: Partial<PdfLimits> = {},
): Promise<T> {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'file.pdf');
  await using reader = pdfReader({ ...defaultLimits, ...limits });
  try {
    await writeFile(path, file);
    return await reader.use(new AbortController().signal, async (pdf) => {
      const opening = await pdf.open(path);
      if (opening.type !== 'opened') throw new Error(`the file is refused as ${opening.fault}`);
      return use(pdf, path);
    });
  } finally {
    await folder.remove();
  }
}

/** The text of these pages. @param last default: only the first of them */
export async function textsOf(pdf: PdfProcess, first: number, last: number = first): Promise<PageTexts> {
  const read: PageTexts = [];
  await pdf.texts(first, last, (texts) => read.push(...texts));
  return read;
}

/** The paragraphs of the first page. */
export async function paragraphsOfPdf(file: Uint8Array): Promise<readonly string[]> {
  return withPdf(file, async (pdf) => {
    const [text] = await textsOf(pdf, 1);
    if (text?.type !== 'text') throw new Error('the page cannot be read');
    return text.paragraphs.map((paragraph) => paragraph.text);
  });
}
