import { oneLine } from 'chronoscribe';
import { groupParagraphs, type OcrResult } from 'chronoscribe/kinds/ocr';
import type { Assignment, Draft, Passage, Statement } from 'chronoscribe/kinds/writer';

const instructions =
  'Write what this clinical image shows, for the patient record: what its text says and, where you see the image, what is visible in it. State only what is there, in short ' +
  'sentences of the field, and keep numbers, doses, sides and negations exactly. Say nothing of what cannot be made out.';

/** The id of the image in evidence. */
const imageId = 'image';

/** The recognised text as numbered passages without a speaker. */
export function passagesOf({ lines }: Pick<OcrResult, 'lines'>): Passage[] {
  return groupParagraphs(lines).map((text, index) => ({ id: `p${index + 1}`, speaker: null, text }));
}

/**
 * Builds the assignment for the writer.
 *
 * @param source `view`: a JPEG for a writer that reads images, null for others
 */
export function assignmentOf(source: {
  readonly prompt: string;
  readonly passages: readonly Passage[];
  readonly view: Uint8Array | null;
  readonly language: string | null;
}): Assignment {
  const { prompt, passages, view, language } = source;
  return {
    instructions,
    prompt,
    outline: [{ name: 'Analysis', contents: ['summary'], guidance: '' }],
    passages,
    images: view === null ? [] : [{ id: imageId, type: 'image/jpeg', bytes: view }],
    language,
  };
}

export function statementsOf({ sections }: Pick<Draft, 'sections'>): Statement[] {
  return sections.flatMap(({ statements }) => statements);
}

/** One statement per line; empty if there is none. */
export function analysisText(statements: readonly Statement[]): string {
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
  readonly statements: readonly Statement[];
}): string[] {
  const unchecked = statements.filter(({ grounded }) => !grounded);
  const seen = unchecked.filter(({ evidence }) => evidence.includes(imageId)).length;
  const doubtful = unchecked.length - seen;
  const warnings: string[] = [];
  if (!readsImages && hasText)
    warnings.push('The analysis uses only the text in the image: the configured writer does not read images.');
  if (!readsImages && !hasText)
    warnings.push(
      'No text was found in the image, and the configured writer does not read images: there is no analysis.',
    );
  if (readsImages && !hasText) warnings.push('No text was found in the image.');
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
