import { oneLine } from 'chronoscribe';
import type { DocumentPassage } from 'chronoscribe/kinds/document-records';
import type { Assignment, Statement } from 'chronoscribe/kinds/writer';
import type { PageLocation, TextLayer } from './pages.ts';
import type { ScannedPage } from './scanned-pages.ts';

const instructions =
  'Summarise these pages for a clinician who has not read them: why they were written, findings, results with their values and units, diagnoses, medication, and what is to be ' +
  'done. Take every statement from the pages, and keep names, dates, numbers, doses, sides and negations exactly. Where pages disagree, say so.';

/** What the writer is asked for. The pages and the prompt are data to it. */
export function summaryAssignment(passages: readonly DocumentPassage[], prompt: string, language: string | null): Assignment {
  return {
    instructions,
    prompt,
    outline: [{ name: 'Summary', contents: ['summary'], guidance: '' }],
    passages: passages.map(({ id, text }) => ({ id, speaker: null, text })),
    images: [],
    language,
  };
}

/** A page that a statement of the summary rests on. */
export interface Citation {
  readonly statement: string;
  /** The file's place in the request, from 0. */
  readonly file: number;
  /** From 1. */
  readonly page: number;
}

export interface Summary {
  /** One statement on a line. */
  readonly text: string;
  readonly citations: readonly Citation[];
  readonly warnings: readonly string[];
}

/** The statements as text, with the pages that each rests on. One that no page bears out has a warning of its own. */
export function summarize(statements: readonly Statement[], passages: readonly DocumentPassage[]): Summary {
  const places = new Map(passages.map((passage) => [passage.id, passage]));
  const lines = statements.map((statement) => ({ ...statement, text: oneLine(statement.text) }));
  return {
    text: lines.map(({ text }) => text).join('\n'),
    citations: lines.flatMap(({ text, evidence }) => {
      const cited = evidence.flatMap((id) => places.get(id) ?? []).map(({ file, page }) => ({ statement: text, file, page }));
      return distinctPages(cited);
    }),
    warnings: lines.flatMap(({ text, grounded }) => (grounded ? [] : [`The pages do not bear this statement out: "${text}"`])),
  };
}

/** Each page once, in order. */
function distinctPages(citations: readonly Citation[]): Citation[] {
  const byPlace = new Map(citations.map((citation) => [`${citation.file}.${citation.page}`, citation]));
  return [...byPlace.values()].toSorted((a, b) => a.file - b.file || a.page - b.page);
}

/** The paragraphs of all pages in order, `f0p3.2` being the second one of page 3 of the first file: what a page holds, then what its picture shows beyond that. */
export function passagesOf(pages: readonly TextLayer[], readings: readonly ScannedPage[]): DocumentPassage[] {
  return pages.flatMap(({ file, page, paragraphs }) => {
    const shown = readings.find((reading) => isSamePage(reading, { file, page }))?.paragraphs ?? [];
    const held = lettersAndDigits(paragraphs.join(' '));
    return [...paragraphs, ...shown.filter((text) => !held.includes(lettersAndDigits(text)))].map((text, index) => ({
      id: `f${file}p${page}.${index + 1}`,
      file,
      page,
      text,
    }));
  });
}

function isSamePage(one: PageLocation, other: PageLocation): boolean {
  return one.file === other.file && one.page === other.page;
}

/** Letters and digits alone: a picture of text differs from it in spaces and marks. */
function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
