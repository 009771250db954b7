import { oneLine } from 'chronoscribe/host';
import type { OcrLine, OcrResult } from 'chronoscribe/kinds/ocr';

/** Tesseract's confidence is lower for noise, rules and grain, and higher for print that a person can read. */
const minConfidence = 0.4;
/** Lines of a page that lies on its side or head have less. */
const certainConfidence = 0.7;
/** Below this confidence about every third line has a wrong letter or digit. */
const reliableConfidence = 0.85;

/** Letters and digits in the lines that are certain, and in all. */
export function lettersRead(lines: readonly OcrLine[]): { readonly certain: number; readonly all: number } {
  const lettersOf = (counted: readonly OcrLine[]) =>
    counted.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
  return {
    certain: lettersOf(lines.filter(({ confidence }) => confidence >= certainConfidence)),
    all: lettersOf(lines),
  };
}

/**
 * Removes lines that Tesseract only guessed, and warns about those and about lines that are hard to read. Where none is
 * certain, all are guessed.
 */
export function filterByConfidence(found: readonly OcrLine[]): Pick<OcrResult, 'lines' | 'warnings'> {
  const written = found
    .map(({ text, confidence }) => ({ text: oneLine(text), confidence }))
    .filter(({ text }) => text !== '');
  const isGuessed = lettersRead(written).certain === 0;
  const lines = isGuessed ? [] : written.filter(({ confidence }) => confidence >= minConfidence);
  const guessed = written.length - lines.length;
  const hard = lines.filter(({ confidence }) => confidence < reliableConfidence).length;
  const warnings: string[] = [];
  if (guessed > 0)
    warnings.push(
      `${countLines(guessed)} of the picture that may be text could not be made out and ${guessed === 1 ? 'was' : 'were'} left out.`,
    );
  if (hard > 0)
    warnings.push(
      `${countLines(hard)} of the text ${hard === 1 ? 'is' : 'are'} hard to read. Compare numbers and doses with the picture.`,
    );
  return { lines, warnings };
}

function countLines(lines: number): string {
  return lines === 1 ? '1 line' : `${lines} lines`;
}
