import { oneLine } from 'chronoscribe';
import { groupParagraphs, type OcrResult } from 'chronoscribe/kinds/ocr';
import type { Assignment, Draft, Passage, Statement } from 'chronoscribe/kinds/writer';

const instructions =
  'Write what this clinical image shows, for the patient record: what its text says and, where you see the image, what is visible in it. State only what is there, in short ' +
  'sentences of the field, and keep numbers, doses, sides and negations exactly. Say nothing of what cannot be made out.';

/** What evidence calls the image itself. */
const imageId = 'image';

/** The text that was read, in numbered pieces. Nobody spoke it. */
export function passagesOf({ lines }: Pick<OcrResult, 'lines'>): Passage[] {
  return groupParagraphs(lines).map((text, index) => ({ id: `p${index + 1}`, speaker: null, text }));
}

/** What a writer is asked. `view` is a JPEG for one that sees, null for others. */
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

/** One statement on a line; empty where there is none. */
export function analysisText(statements: readonly Statement[]): string {
  return statements.map(({ text }) => oneLine(text)).join('\n');
}

/** What the clinician must know of an analysis: what it could not rest on, and what could not be checked. */
export function analysisWarnings({
  sees,
  hasText,
  statements,
}: {
  readonly sees: boolean;
  readonly hasText: boolean;
  readonly statements: readonly Statement[];
}): string[] {
  const unchecked = statements.filter(({ grounded }) => !grounded);
  const seen = unchecked.filter(({ evidence }) => evidence.includes(imageId)).length;
  const doubtful = unchecked.length - seen;
  const warnings: string[] = [];
  if (!sees && hasText)
    warnings.push('The analysis is drawn from the text in the image alone: the writer in use does not look at images.');
  if (!sees && !hasText)
    warnings.push('No text was found in the image, and the writer in use does not look at images: there is no analysis.');
  if (sees && !hasText) warnings.push('No text was found in the image.');
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
