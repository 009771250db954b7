import { oneLine } from 'chronoscribe';
import type { Reading, ReadLine } from 'chronoscribe/kinds/ocr';

/** What Tesseract makes of noise, rules and grain has less than this; print that a person can read has more. */
const leastConfidence = 0.4;
/** Below this every third line or so has a wrong letter or digit. */
const doubtful = 0.85;

/** What can be relied on of the lines that Tesseract found. What it only guessed is left out, and the clinician told. */
export function legible(found: readonly ReadLine[]): Pick<Reading, 'lines' | 'warnings'> {
  const written = found.map(({ text, confidence }) => ({ text: oneLine(text), confidence })).filter(({ text }) => text !== '');
  const lines = written.filter(({ confidence }) => confidence >= leastConfidence);
  const guessed = written.length - lines.length;
  const hard = lines.filter(({ confidence }) => confidence < doubtful).length;
  const warnings: string[] = [];
  if (guessed > 0)
    warnings.push(
      `${counted(guessed)} of the picture that may be text could not be made out and ${guessed === 1 ? 'was' : 'were'} left out.`,
    );
  if (hard > 0)
    warnings.push(
      `${counted(hard)} of the text ${hard === 1 ? 'is' : 'are'} hard to read. Compare numbers and doses with the picture.`,
    );
  return { lines, warnings };
}

function counted(lines: number): string {
  return lines === 1 ? '1 line' : `${lines} lines`;
}
