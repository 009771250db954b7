import type { DocumentContent } from 'chronoscribe/kinds/document-records';
import type { Draft } from 'chronoscribe/kinds/writer';
import type { z } from 'zod';
import type { PdfAnswer } from './answer.ts';
import type { CountedFile } from './count-pages.ts';
import { pageWarnings } from './page-warnings.ts';
import { passagesOf } from './passages.ts';
import type { ScannedPages } from './scanned-pages.ts';
import { summaryOf } from './summary.ts';
import type { TextLayer } from './text-layers.ts';

/** What the steps of a run have made. */
interface Made {
  /** Of the run. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly files: readonly CountedFile[];
  readonly pages: readonly TextLayer[];
  readonly scans: ScannedPages;
  readonly draft: Draft;
}

/** The record: the answer, and what it rests on. */
export function pdfRecord({ id, createdAt, files, pages, scans, draft }: Made): DocumentContent {
  const passages = passagesOf(pages, scans.readings);
  const statements = draft.sections.flatMap((section) => section.statements);
  const summary = summaryOf(statements, passages);
  const warnings = [...pageWarnings(scans.readings, files), ...scans.warnings, ...draft.warnings, ...summary.warnings];
  const answer: z.infer<typeof PdfAnswer> = {
    id,
    summary: summary.text,
    pages: pages.length,
    files: [...files],
    citations: [...summary.citations],
    warnings,
    createdAt,
  };
  const providers = { reader: scans.engine, writer: draft.engine };
  return { form: 'pdf', answer: { ...answer }, passages, statements, warnings, providers };
}
