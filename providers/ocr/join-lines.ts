/** A lower-case letter and a hyphen at the end of a line: most likely a word that the line divided. */
const divided = /\p{Ll}[-\u2010]$/u;
/** Another hyphen at the end belongs to its word: `COVID-`, `10-`. */
const hyphenated = /[^\s-][-\u2010]$/u;
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
  const text = lines.reduce((above, line) => (above === '' ? line : joined(above, line, compounds)), '');
  return text.replace(softHyphen, '');
}

function joined(above: string, below: string, compounds: ReadonlySet<string>): string {
  if (above.endsWith('\u00ad')) return above + below;
  if (!hyphenated.test(above)) return `${above} ${below}`;
  if (!divided.test(above) || !/^\p{Ll}/u.test(below)) return above + below;
  const first = /\p{L}+(?=.$)/u.exec(above)?.[0] ?? '';
  const second = /^\p{L}+/u.exec(below)?.[0] ?? '';
  return endsCompound.test(second) || compounds.has(`${first}-${second}`.toLowerCase())
    ? above + below
    : above.slice(0, -1) + below;
}
