/** A text on a page, with its place in percent of the page. */
export interface PlacedText {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Texts whose tops are as near stand in one line, in percent of the page. */
const lineHeight = 0.6;

/**
 * The texts of a page that a passage is made of. Its words are looked for as they stand; where they do not follow each
 * other, as in a table that a file has column by column, the line that has most of them is marked.
 *
 * @returns nothing if the page has none of them, as a scan
 */
export function marksOf(passage: string, texts: readonly PlacedText[]): readonly PlacedText[] {
  const wanted = plain(passage);
  if (wanted === '') return [];
  let all = '';
  const ends = texts.map(({ text }) => {
    all += plain(text);
    return all.length;
  });
  const at = all.indexOf(wanted);
  if (at !== -1)
    return texts.filter((_, index) => (ends[index - 1] ?? 0) < at + wanted.length && (ends[index] ?? 0) > at);
  const parts = texts.filter(({ text }) => plain(text) !== '' && wanted.includes(plain(text)));
  const lines = parts.map(({ top }) => parts.filter((each) => Math.abs(each.top - top) < lineHeight));
  const words = (line: readonly PlacedText[]) => line.reduce((sum, { text }) => sum + plain(text).length, 0);
  return lines.toSorted((a, b) => words(b) - words(a))[0] ?? [];
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
