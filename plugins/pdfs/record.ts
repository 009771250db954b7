import { oneLine } from 'chronoscribe/host';
import {
  type DocumentContent,
  type DocumentPassage,
  type DocumentReading,
  LabFinding,
  type LaidOutPassage,
  type ReviewedDraft,
  toSummarise,
} from 'chronoscribe/kinds/document-records';
import type { CheckedStatement } from 'chronoscribe/kinds/grounding';
import type { Assignment, Draft } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import type { CountedFile, PageLocation, TextLayer } from './pages.ts';
import type { ScannedPage } from './scanned-pages.ts';

const instructions =
  'Summarise these pages for a clinician who has not read them: why they were written, findings, results with their values and units, diagnoses, medication, and what is to be ' +
  'done. Take every statement from the pages, and keep names, dates, numbers, doses, sides and negations exactly. Where pages disagree, say so.';

/** Builds the assignment for the writer. The pages and the prompt are data. */
export function summaryAssignment(
  passages: readonly DocumentPassage[],
  reading: DocumentReading,
  prompt: string,
): Assignment {
  return {
    instructions,
    prompt,
    outline: [{ name: 'Summary', contents: ['summary'], guidance: '' }],
    ...toSummarise(passages, reading),
    images: [],
    language: reading.language,
  };
}

/**
 * The paragraphs of all pages in order: the text of a page, then what only its image shows. Id `f0p3.2` is the second
 * paragraph of page 3 of the first file.
 */
export function passagesOf(pages: readonly TextLayer[], readings: readonly ScannedPage[]): LaidOutPassage[] {
  return pages.flatMap(({ file, page, paragraphs }) => {
    const shown = readings.find((reading) => isSamePage(reading, { file, page }))?.paragraphs ?? [];
    const held = lettersAndDigits(paragraphs.map(({ text }) => text).join(' '));
    return [...paragraphs, ...shown.filter(({ text }) => !held.includes(lettersAndDigits(text)))].map(
      ({ text, lines }, index) => ({
        id: `f${file}p${page}.${index + 1}`,
        file,
        page,
        text,
        lines,
      }),
    );
  });
}

function isSamePage(one: PageLocation, other: PageLocation): boolean {
  return one.file === other.file && one.page === other.page;
}

/** Letters and digits only: recognised text differs in spaces and punctuation. */
function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Results of the steps of a run. */
interface StepResults {
  /** Id of the run. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly files: readonly CountedFile[];
  readonly pages: readonly TextLayer[];
  readonly scans: readonly ScannedPage[];
  readonly draft: Draft;
  readonly reading: DocumentReading;
  readonly review: ReviewedDraft;
}

/** Builds the record: the answer, and what it rests on. */
export function pdfRecord(results: StepResults): DocumentContent {
  const { id, createdAt, files, pages, scans, draft, reading, review } = results;
  const { statements, facts, coverage } = review;
  const passages = passagesOf(pages, scans).map(({ lines: _lines, ...passage }) => passage);
  const summary = summarize(statements, passages);
  const ofScans = new Set(scans.flatMap((scan) => scan.warnings));
  const warnings = [
    ...pageWarnings(scans, files),
    ...ofScans,
    ...draft.warnings,
    ...summary.warnings,
    ...review.warnings,
  ];
  const answer: PdfAnswer = {
    id,
    summary: summary.text,
    pages: pages.length,
    files: [...files],
    citations: summary.citations,
    findings: reading.findings.map((finding) => ({ ...finding, evidence: [...finding.evidence] })),
    warnings,
    createdAt,
  };
  const reader = scans.findLast(({ engine }) => engine !== null)?.engine ?? null;
  const providers = { reader, writer: draft.engine };
  const { language, findings } = reading;
  const reviewed = { statements, language, findings, facts, coverage, warnings };
  return { form: 'pdf', answer: { ...answer }, passages, ...reviewed, providers };
}

/** The answer of `upload_pdf_files`. */
export const PdfAnswer = z.object({
  id: z.string().describe('Id of the record, a UUID'),
  summary: z.string().describe('One statement per line; empty if the files contain no text'),
  pages: z.int().describe('Pages of all files'),
  files: z
    .array(
      z.object({
        name: z.string().describe('File name from the client'),
        pages: z.int().describe('Number of pages'),
        title: z.string().nullable().describe("Title in the file's metadata; null if there is none"),
      }),
    )
    .describe('In the order of the request'),
  citations: z
    .array(
      z.object({
        statement: z.string().describe('A line of the summary'),
        file: z.int().describe('Index of the file in `files`, from 0'),
        page: z.int().describe('A page that supports the statement, from 1'),
      }),
    )
    .describe('Each page that supports a statement'),
  findings: z
    .array(LabFinding)
    .default([])
    .describe(
      'Results of laboratory tables that are flagged or out of their printed range; the summary begins with them',
    ),
  warnings: z
    .array(z.string())
    .describe(
      'What to check: pages that were hard to read, statements that the pages do not support, and what was left out',
    ),
  createdAt: z.int().describe('Milliseconds since 1970'),
});
export type PdfAnswer = z.output<typeof PdfAnswer>;

const warningTexts = {
  read: (pages: string) =>
    `Read by character recognition, since there is no text to take: ${pages}. Compare what rests on it.`,
  nothing: (pages: string) => `No text was found on ${pages}.`,
  failed: (pages: string) => `Damaged and not read: ${pages}.`,
} as const satisfies Record<ScannedPage['outcome'], (pages: string) => string>;

/** Warnings about pages that were read as images. */
function pageWarnings(readings: readonly ScannedPage[], files: readonly CountedFile[]): string[] {
  return (['read', 'nothing', 'failed'] as const).flatMap((outcome) => {
    const pages = readings.filter((reading) => reading.outcome === outcome);
    return pages.length === 0 ? [] : [warningTexts[outcome](listPages(pages, files))];
  });
}

/** `"scan.pdf" page 2; "letter.pdf" pages 1, 3–5`. */
function listPages(pages: readonly PageLocation[], files: readonly CountedFile[]): string {
  return [...files.entries()]
    .flatMap(([index, { name }]) => {
      const numbers = pages.filter(({ file }) => file === index).map(({ page }) => page);
      return numbers.length === 0 ? [] : [`"${name}" page${numbers.length === 1 ? '' : 's'} ${pageRanges(numbers)}`];
    })
    .join('; ');
}

/** `1, 3–5` for ascending numbers. */
function pageRanges(numbers: readonly number[]): string {
  const found: { readonly first: number; last: number }[] = [];
  for (const number of numbers) {
    const range = found.at(-1);
    if (range?.last === number - 1) range.last = number;
    else found.push({ first: number, last: number });
  }
  return found.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}

/** Builds the summary from its statements, with the cited pages. A statement that no page supports adds a warning. */
function summarize(statements: readonly CheckedStatement[], passages: readonly DocumentPassage[]) {
  const places = new Map(passages.map((passage) => [passage.id, passage]));
  const lines = statements.map((statement) => ({ ...statement, text: oneLine(statement.text) }));
  return {
    text: lines.map(({ text }) => text).join('\n'),
    citations: lines.flatMap(({ text, evidence }) => {
      const cited = evidence
        .flatMap((id) => places.get(id) ?? [])
        .map(({ file, page }) => ({ statement: text, file, page }));
      return distinctPages(cited);
    }),
    warnings: lines.flatMap(({ text, grounded }) =>
      grounded ? [] : [`The pages do not support this statement: "${text}"`],
    ),
  };
}

/** Each page once, in order. */
function distinctPages(citations: PdfAnswer['citations']): PdfAnswer['citations'] {
  const byPlace = new Map(citations.map((citation) => [`${citation.file}.${citation.page}`, citation]));
  return [...byPlace.values()].toSorted((a, b) => a.file - b.file || a.page - b.page);
}
