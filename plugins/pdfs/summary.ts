import { oneLine } from 'chronoscribe';
import {
  type DocumentPassage,
  type DocumentReading,
  type LaidOutPassage,
  toSummarise,
} from 'chronoscribe/kinds/document-records';
import type { CheckedStatement } from 'chronoscribe/kinds/grounding';
import type { Assignment } from 'chronoscribe/kinds/writer';
import type { PageLocation, TextLayer } from './pages.ts';
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

/** A passage as it is stored: without its lines. */
export function withoutLines({ id, file, page, text }: DocumentPassage): DocumentPassage {
  return { id, file, page, text };
}

/** A page that supports a statement of the summary. */
export interface Citation {
  readonly statement: string;
  /** Index of the file in the request, from 0. */
  readonly file: number;
  /** From 1. */
  readonly page: number;
}

export interface Summary {
  /** One statement per line. */
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly warnings: readonly string[];
}

/** Builds the summary from its statements, with the cited pages. A statement that no page supports adds a warning. */
export function summarize(statements: readonly CheckedStatement[], passages: readonly DocumentPassage[]): Summary {
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
function distinctPages(citations: readonly Citation[]): Citation[] {
  const byPlace = new Map(citations.map((citation) => [`${citation.file}.${citation.page}`, citation]));
  return [...byPlace.values()].toSorted((a, b) => a.file - b.file || a.page - b.page);
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
