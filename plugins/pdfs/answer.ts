import { z } from 'zod';

/** What `upload_pdf_files` answers. */
export const PdfAnswer = z.object({
  id: z.string().describe('Of the record, a UUID'),
  summary: z.string().describe('One statement on a line; empty where the files hold no text'),
  pages: z.int().describe('Of all files'),
  files: z
    .array(
      z.object({
        name: z.string().describe('As the file was sent'),
        pages: z.int().describe('How many it has'),
        title: z.string().nullable().describe('As the file itself says; null where it says none'),
      }),
    )
    .describe('In the order in which they were sent'),
  citations: z
    .array(
      z.object({
        statement: z.string().describe('A line of the summary'),
        file: z.int().describe('Place of the file among `files`, from 0'),
        page: z.int().describe('A page that the statement rests on, from 1'),
      }),
    )
    .describe('For every statement each page that it rests on'),
  warnings: z
    .array(z.string())
    .describe('What is to be checked: pages that were hard to read, statements that the pages do not bear out'),
  createdAt: z.int().describe('Milliseconds since 1970'),
});
