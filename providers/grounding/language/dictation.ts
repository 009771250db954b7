import type { Passage } from 'chronoscribe/kinds/grounding';

/** Between two passages while commands are obeyed; a character of private use, which no text contains. */
const seam = '\u{E000}';
/** What separates a command from the words around it. */
const before = String.raw`(?<![\p{L}\p{N}'’-])`;
const after = String.raw`(?![\p{L}\p{N}'’-])`;
const command = (words: string) => new RegExp(`${before}(?:${words})${after}`, 'giu');

/** A noun follows these: `a new line was placed`, `the last period`. */
const determined = String.raw`(?<!\b(?:a|an|the|this|that|his|her|my|your|their|no|any|each|every|first|last|second|one|new|of|to|in) )`;
const mark = String.raw`[ \t]{0,3}[.,;]?[ \t]{0,3}`;

const layout = command(
  String.raw`${determined}(?:new|next) (?:line|paragraph)(?! (?:of|was|is|for|placed|inserted|in|on)\b)`,
);
const fullStop = command(`${determined}full stop`);
const bracket = command(`(?:open|close) (?:bracket|parenthes[ie]s)`);
const deletion = command(
  '(?:strike|delete) (?:that|(?:that|the)? ?last) ?(?:sentence|word)?|scratch that(?: last)? (?:sentence|word)',
);
const comma = command(`${determined}comma`);
/** Set off by punctuation, or where the recogniser wrote none: never `menstrual period`. */
const period = command(
  String.raw`${determined}(?<!\b(?:menstrual|time|trial|rest|heavy|regular|irregular|missed|long|short|late|painful|day|week|month|year|hour|\p{L}+ing) )period(?! (?:of|pain|cramps?|is|was|has|had|lasts|lasted|started|began|came)\b)`,
);
const heading =
  'assessment|plan|impression|history|medications?|allergies|exam|examination|findings|subjective|objective|complaint|diagnos[ie]s|illness|recommendations?|problems?|results|vitals?|vital signs|follow[- ]up';
const colon = command(
  String.raw`(?<=\b(?:${heading}) )colon(?! (?:polyps?|cancer|carcinoma|resection|screening|surgery|mass|biopsy|is|was|has)\b)`,
);

/** Number of commands from which a text is a dictation. */
const enough = 2;

/**
 * Obeys the commands of a dictation: `new paragraph`, `full stop`, `strike that`. Only where one clinician, or somebody of
 * unknown role, speaks alone and gives at least two; other texts stay as they are, for `period` and `colon` are words too.
 *
 * @returns the texts of the passages
 */
export function obeyed(passages: readonly Passage[]): readonly string[] {
  const texts = passages.map(({ text }) => text);
  const [first] = passages;
  const isAlone = passages.every(({ speaker }) => speaker !== null && speaker.label === first?.speaker?.label);
  const role = first?.speaker?.role;
  if (!isAlone || (role !== 'clinician' && role !== 'unknown')) return texts;
  const whole = texts.join(seam);
  const given = [layout, fullStop, bracket, deletion].reduce((sum, each) => sum + (whole.match(each)?.length ?? 0), 0);
  if (given < enough) return texts;
  const punctuated = whole
    .replace(around(layout), (found) => (/^[ \t]*[.:]/.test(found) ? `${found.trimStart().charAt(0)}\n` : '.\n'))
    .replace(around(fullStop), '. ')
    .replace(around(colon), ': ')
    .replace(around(comma), ', ')
    .replace(around(period), (found) => (isApart(found) || !/[.?!]/.test(texts.join(' ')) ? '. ' : found))
    .replace(around(bracket), (found) => (/open/i.test(found) ? ' (' : ') '));
  return withoutDeleted(punctuated).split(seam);
}

/** A command with the punctuation that a recogniser put around it. */
function around({ source }: RegExp): RegExp {
  return new RegExp(`${mark}${source}${mark}`, 'giu');
}

/** Set off by punctuation on both sides. */
function isApart(found: string): boolean {
  return /^[ \t]*[.,;].*[.,;][ \t]*$/.test(found);
}

/** Deletes what commands say, where they stand as a sentence of their own; `10, strike that, 20` is a correction. */
function withoutDeleted(text: string): string {
  let kept = '';
  let from = 0;
  for (const found of text.matchAll(deletion)) {
    const next = text.slice(found.index + found[0].length);
    const said = kept + text.slice(from, found.index);
    const isSentence =
      /(?:^|[.?!\n\u{E000}])\s*$/u.test(said.slice(-longestSentence)) && /^\s*(?:[.\n\u{E000}]|$)/u.test(next);
    if (!isSentence) continue;
    kept = /word/i.test(found[0]) ? withoutLast(said, lastWord) : withoutLast(said, lastSentence);
    from = found.index + found[0].length + (/^\s*\./.exec(next)?.[0].length ?? 0);
  }
  return kept + text.slice(from);
}

const lastWord = /[\p{L}\p{N}][\p{L}\p{N}'’-]*[^\p{L}\p{N}]*$/u;
/** A point in a number ends no sentence. */
const lastSentence = /(?:[^.?!\n]|\.(?=\d))+[.?!\n\u{E000}\s]*$/u;

/** In characters. A sentence that is longer was not marked as one. */
const longestSentence = 1000;

/** Text without its last part; the seams of passages stay. */
function withoutLast(text: string, part: RegExp): string {
  const tail = text.slice(-longestSentence);
  return text.slice(0, -longestSentence) + tail.replace(part, (deleted) => `${deleted.replace(/[^\u{E000}]/gu, '')} `);
}
