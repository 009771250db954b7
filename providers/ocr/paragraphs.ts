/** A line this long, compared with the longest, was broken because the paper ended and not because the sentence did. */
const fullLine = 0.75;
/** In characters. Rows of tables are shorter than this, or end in figures. */
const shortestProse = 40;

/**
 * The text of a picture in pieces that can be cited: lines are joined to the sentences that they were broken from, so that a dose does not come apart from its drug. A line
 * that ends no sentence goes on in the next one where that begins with a small letter, or where it fills its column and breaks off at a word. Entries of lists and rows of
 * forms and tables stay for themselves.
 */
export function groupParagraphs(lines: readonly { readonly text: string }[]): string[] {
  const longest = Math.max(0, ...lines.map(({ text }) => text.length));
  const paragraphs: string[][] = [];
  for (const { text } of lines) {
    const last = paragraphs.at(-1);
    const above = last?.at(-1);
    if (last === undefined || above === undefined || !continues(above, text, longest)) paragraphs.push([text]);
    else last.push(text);
  }
  return paragraphs.map(joinLines);
}

function continues(above: string, below: string, longest: number): boolean {
  if (/[.!?:;]["'”’)]?$/.test(above) || listMarker.test(below)) return false;
  const isProse = above.length >= Math.max(shortestProse, fullLine * longest) && /(?:\p{Ll}{2,},?|[^\s-]-)$/u.test(above);
  return /^\p{Ll}/u.test(below) || isProse;
}

/** A lower-case letter and a hyphen at the end of a line: most likely a word that the line divided. */
const hyphenatedAtBreak = /\p{Ll}[-\u2010]$/u;
/** Another hyphen at the end belongs to its word: `COVID-`, `10-`. */
const endsInHyphen = /[^\s-][-\u2010]$/u;
const softHyphen = /\u00ad/g;
const compound = /\p{L}+-\p{L}+/gu;
/** Words that end compounds and no word of their own: `follow-up`, `x-ray`, `long-term`. */
const endsCompound = /^(?:up|off|down|week|month|year|term|free|ray|sided)$/i;

/**
 * The lines of a paragraph as one text. A word that a line divided is made whole. That a compound was divided at its own hyphen (`follow-up`) cannot be told from its line; it
 * keeps the hyphen where the paragraph has it elsewhere, before a word that ends compounds, and before what is no lower-case letter (`COVID-19`).
 */
export function joinLines(lines: readonly string[]): string {
  const compounds = new Set(lines.flatMap((line) => line.toLowerCase().match(compound) ?? []));
  const text = lines.reduce((above, line) => (above === '' ? line : joinTwoLines(above, line, compounds)), '');
  return text.replace(softHyphen, '');
}

function joinTwoLines(above: string, below: string, compounds: ReadonlySet<string>): string {
  if (above.endsWith('\u00ad')) return above + below;
  if (!endsInHyphen.test(above)) return `${above} ${below}`;
  if (!hyphenatedAtBreak.test(above) || !/^\p{Ll}/u.test(below)) return above + below;
  const first = /\p{L}+(?=.$)/u.exec(above)?.[0] ?? '';
  const second = /^\p{L}+/u.exec(below)?.[0] ?? '';
  return endsCompound.test(second) || compounds.has(`${first}-${second}`.toLowerCase())
    ? above + below
    : above.slice(0, -1) + below;
}

/** What an entry of a list begins with: a bullet, or a number or letter. */
export const listMarker = /^(?:[•◦▪●○■□–—*-]|\(?\d{1,2}[.)]|\(?\p{L}[.)])\s/u;
