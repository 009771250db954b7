/** A line of at least this share of the longest one was broken by the margin, not by the author. */
const fullLine = 0.75;
/** Minimum length of prose in characters. Rows of tables are shorter, or end in numbers. */
const shortestProse = 40;

/**
 * Groups the lines of an image into paragraphs that can be cited, so that a dose stays with its drug.
 *
 * A line that ends no sentence continues in the next one if that begins in lower case, or if the line is full and ends
 * in a word. List items and rows of forms and tables remain separate.
 */
export function groupParagraphs(lines: readonly string[]): string[] {
  return groupLines(lines).map(joinLines);
}

/** The lines of each paragraph, see `groupParagraphs`. */
export function groupLines(lines: readonly string[]): string[][] {
  // Not by arguments of one call, of which there cannot be as many as lines.
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const paragraphs: string[][] = [];
  for (const line of lines) {
    const last = paragraphs.at(-1);
    const above = last?.at(-1);
    if (last === undefined || above === undefined || !continues(above, line, longest)) paragraphs.push([line]);
    else last.push(line);
  }
  return paragraphs;
}

function continues(above: string, below: string, longest: number): boolean {
  if (/[.!?:;]["'”’)]?$/.test(above) || listMarker.test(below)) return false;
  const isProse =
    above.length >= Math.max(shortestProse, fullLine * longest) && /(?:\p{Ll}{2},?|[^\s-]-)$/u.test(above);
  return /^\p{Ll}/u.test(below) || isProse;
}

/** A lower-case letter and a hyphen at the end of a line: probably a divided word. */
const hyphenatedAtBreak = /\p{Ll}[-\u2010]$/u;
/** Any hyphen at the end of a line; it may belong to the word: `COVID-`, `10-`. */
const endsInHyphen = /[^\s-][-\u2010]$/u;
const softHyphen = /\u00ad/g;
/** Tried at the start of a word only, so that a long word takes no time. */
const compound = /(?<!\p{L})\p{L}+-\p{L}+/gu;
/** Words that end compounds: `follow-up`, `x-ray`, `long-term`. */
const endsCompound = /^(?:up|off|down|week|month|year|term|free|ray|sided)$/i;

/**
 * Joins the lines of a paragraph and rejoins divided words. The hyphen stays if the compound occurs elsewhere in the
 * paragraph, before a word that ends compounds, and before anything but a lower-case letter (`COVID-19`).
 */
export function joinLines(lines: readonly string[]): string {
  const [only = ''] = lines;
  // Of a transcript, most paragraphs have one line.
  if (lines.length < 2) return only.replace(softHyphen, '');
  const compounds = new Set(lines.flatMap((line) => line.toLowerCase().match(compound) ?? []));
  const pieces: string[] = [];
  // Only the line above is looked at: what is before it may be long.
  let above = '';
  for (const line of lines) {
    const joint = jointOf(above, line, compounds);
    if (joint === 'without hyphen') pieces.push((pieces.pop() ?? '').slice(0, -1), line);
    else pieces.push(joint, line);
    above = line;
  }
  return pieces.join('').replace(softHyphen, '');
}

/** What is between two lines of a paragraph. */
function jointOf(above: string, below: string, compounds: ReadonlySet<string>): '' | ' ' | 'without hyphen' {
  if (above === '' || above.endsWith('\u00ad')) return '';
  if (!endsInHyphen.test(above)) return ' ';
  if (!hyphenatedAtBreak.test(above) || !/^\p{Ll}/u.test(below)) return '';
  const first = /(?<!\p{L})\p{L}+(?=.$)/u.exec(above)?.[0] ?? '';
  const second = /^\p{L}+/u.exec(below)?.[0] ?? '';
  const isCompound = endsCompound.test(second) || compounds.has(`${first}-${second}`.toLowerCase());
  return isCompound ? '' : 'without hyphen';
}

/** Start of a list item: a bullet, a number or a letter. */
export const listMarker = /^(?:[•◦▪●○■□–—*-]|\(?\d{1,2}[.)]|\(?\p{L}[.)])\s/u;
