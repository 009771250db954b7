import { oneLine } from 'chronoscribe/host';
import { type DocumentReading, type LaidOutPassage, toSummarise } from 'chronoscribe/kinds/document-records';
import type { CheckedStatement } from 'chronoscribe/kinds/grounding';
import { groupLines, joinLines, type OcrResult } from 'chronoscribe/kinds/ocr';
import type { Assignment } from 'chronoscribe/kinds/writer';
import type { DecodedImage } from './decode-image.ts';

const instructions =
  'Write what this clinical image shows, for the patient record: what its text says and, where you see the image, what is visible in it. State only what is there, in short ' +
  'sentences of the field, and keep numbers, doses, sides and negations exactly. Say nothing of what cannot be made out.';

/** The text of a page, from 1. */
export interface PageReading extends OcrResult {
  readonly page: number;
}

/** The id of a page in evidence, from 1: `image`, `image-2`. */
export function imageId(page: number): string {
  return page === 1 ? 'image' : `image-${page}`;
}

/** A word. What a recogniser reads in a picture without text is single letters and marks, or is read badly. */
const word = /\p{L}{3,}|\d{2,}/u;
/** From 0 to 1. */
const leastConfidence = 0.3;

/** The lines of a picture that a person could read too; none if nothing in it is a word. */
export function legibleLines({ lines }: Pick<OcrResult, 'lines'>): OcrResult['lines'] {
  return lines.some(({ text, confidence }) => confidence >= leastConfidence && word.test(text)) ? lines : [];
}

/** The recognised text as numbered passages, of all pages. */
export function passagesOf(readings: readonly PageReading[]): LaidOutPassage[] {
  const groups = readings.flatMap((reading) => {
    const lines = legibleLines(reading).map(({ text }) => text);
    return groupLines(lines).map((group) => ({ page: reading.page, group }));
  });
  return groups.map(({ page, group }, index) => ({
    id: `p${index + 1}`,
    file: 0,
    page,
    text: joinLines(group),
    // The recogniser does not tell places.
    lines: group.map((text) => [{ text, left: 0, right: 0 }]),
  }));
}

/** What could not be read, page by page. */
export function pageWarnings({ pages, frames }: DecodedImage, readings: readonly PageReading[]): string[] {
  const of = (page: number, warning: string) => (pages.length === 1 ? warning : `Page ${page}: ${warning}`);
  return [
    ...(frames > 1 ? [`Only the first of ${frames} frames was read.`] : []),
    ...pages.flatMap(({ page, scan }) => {
      if (scan === null) return [of(page, 'It is damaged and was not read.')];
      const reading = readings.find((each) => each.page === page);
      const isEmpty = pages.length > 1 && reading !== undefined && legibleLines(reading).length === 0;
      const warnings = [...(reading?.warnings ?? []), ...(isEmpty ? ['No legible text was found.'] : [])];
      return warnings.map((warning) => of(page, warning));
    }),
  ];
}

/**
 * Builds the assignment for the writer.
 *
 * @param source `views`: the pages for a writer that reads images, none for others
 */
export function assignmentOf(source: {
  readonly prompt: string;
  readonly passages: readonly LaidOutPassage[];
  readonly reading: DocumentReading;
  readonly views: Assignment['images'];
}): Assignment {
  const { prompt, passages, reading, views } = source;

  return {
    instructions,
    prompt,
    outline: [{ name: 'Analysis', contents: ['summary'], guidance: '' }],
    ...toSummarise(passages, reading),
    images: views,
    language: reading.language,
  };
}

/** One statement per line; empty if there is none. */
export function analysisText(statements: readonly CheckedStatement[]): string {
  return statements.map(({ text }) => oneLine(text)).join('\n');
}

/** Warnings for the clinician: what the analysis could not use, and what could not be checked. */
export function analysisWarnings({
  readsImages,
  hasText,
  statements,
}: {
  readonly readsImages: boolean;
  readonly hasText: boolean;
  readonly statements: readonly CheckedStatement[];
}): string[] {
  const unchecked = statements.filter(({ grounded }) => !grounded);
  const seen = unchecked.filter(({ evidence }) => evidence.some((id) => /^image(?:-\d+)?$/.test(id))).length;
  const doubtful = unchecked.length - seen;
  const warnings: string[] = [];
  if (!readsImages && hasText)
    warnings.push('The analysis uses only the text in the image: the configured writer does not read images.');
  if (!readsImages && !hasText)
    warnings.push(
      'No legible text was found in the image, and the configured writer does not read images: there is no analysis.',
    );
  if (readsImages && !hasText) warnings.push('No legible text was found in the image.');
  if (seen > 0) warnings.push(`${counted(seen)} on the image itself and could not be checked. Compare with the image.`);
  if (doubtful > 0)
    warnings.push(
      `${counted(doubtful)} on nothing that was read in the image. Check what is marked \`grounded: false\` in the record.`,
    );
  return warnings;
}

function counted(statements: number): string {
  return statements === 1 ? '1 statement of the analysis rests' : `${statements} statements of the analysis rest`;
}
