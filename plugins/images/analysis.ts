import { oneLine } from 'chronoscribe';
import type { DocumentReading, LaidOutPassage } from 'chronoscribe/kinds/document-records';
import type { CheckedStatement } from 'chronoscribe/kinds/grounding';
import { groupLines, joinLines, type OcrResult } from 'chronoscribe/kinds/ocr';
import type { Assignment } from 'chronoscribe/kinds/writer';

const instructions =
  'Write what this clinical image shows, for the patient record: what its text says and, where you see the image, what is visible in it. State only what is there, in short ' +
  'sentences of the field, and keep numbers, doses, sides and negations exactly. Say nothing of what cannot be made out.';

/** The id of the image in evidence. */
export const imageId = 'image';

/** A word. What a recogniser reads in a picture without text is single letters and marks, or is read badly. */
const word = /\p{L}{3,}|\d{2,}/u;
/** From 0 to 1. */
const leastConfidence = 0.3;

/** The lines of a picture that a person could read too; none if nothing in it is a word. */
export function legibleLines({ lines }: Pick<OcrResult, 'lines'>): OcrResult['lines'] {
  return lines.some(({ text, confidence }) => confidence >= leastConfidence && word.test(text)) ? lines : [];
}

/** The recognised text as numbered passages. */
export function passagesOf(reading: Pick<OcrResult, 'lines'>): LaidOutPassage[] {
  return groupLines(legibleLines(reading).map(({ text }) => text)).map((group, index) => ({
    id: `p${index + 1}`,
    file: 0,
    page: 1,
    text: joinLines(group),
    // The recogniser does not tell places.
    lines: group.map((text) => [{ text, left: 0, right: 0 }]),
  }));
}

/**
 * Builds the assignment for the writer.
 *
 * @param source `view`: a JPEG for a writer that reads images, null for others
 */
export function assignmentOf(source: {
  readonly prompt: string;
  readonly passages: readonly LaidOutPassage[];
  readonly reading: DocumentReading;
  readonly view: Uint8Array | null;
}): Assignment {
  const { prompt, passages, view } = source;
  const { facts, language } = source.reading;
  return {
    instructions,
    prompt,
    outline: [{ name: 'Analysis', contents: ['summary'], guidance: '' }],
    passages: passages.map(({ id, text }) => ({ id, speaker: null, text })),
    facts,
    images: view === null ? [] : [{ id: imageId, type: 'image/jpeg', bytes: view }],
    language,
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
  const seen = unchecked.filter(({ evidence }) => evidence.includes(imageId)).length;
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
