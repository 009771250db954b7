import { joinLines } from './join-lines.ts';
import { listMark } from './list-mark.ts';

/** A line this long, compared with the longest, was broken because the paper ended and not because the sentence did. */
const fullLine = 0.75;
/** In characters. Rows of tables are shorter than this, or end in figures. */
const shortestProse = 40;

/**
 * The text of a picture in pieces that can be cited: lines are joined to the sentences that they were broken from, so that a dose does not come apart from its drug. A line
 * that ends no sentence goes on in the next one where that begins with a small letter, or where it fills its column and breaks off at a word. Entries of lists and rows of
 * forms and tables stay for themselves.
 */
export function readParagraphs(lines: readonly { readonly text: string }[]): string[] {
  const longest = Math.max(0, ...lines.map(({ text }) => text.length));
  const paragraphs: string[][] = [];
  for (const { text } of lines) {
    const last = paragraphs.at(-1);
    const above = last?.at(-1);
    if (last === undefined || above === undefined || !goesOn(above, text, longest)) paragraphs.push([text]);
    else last.push(text);
  }
  return paragraphs.map(joinLines);
}

function goesOn(above: string, below: string, longest: number): boolean {
  if (/[.!?:;]["'”’)]?$/.test(above) || listMark.test(below)) return false;
  const isProse = above.length >= Math.max(shortestProse, fullLine * longest) && /(?:\p{Ll}{2,},?|[^\s-]-)$/u.test(above);
  return /^\p{Ll}/u.test(below) || isProse;
}
