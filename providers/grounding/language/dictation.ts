import type { Passage } from 'chronoscribe/kinds/grounding';

/** Between two passages while commands are obeyed; a character of private use, which no text contains. */
const seam = '\u{E000}';
/** What separates a command from the words around it. */
const before = String.raw`(?<![\p{L}\p{N}'’-])`;
const after = String.raw`(?![\p{L}\p{N}'’-])`;
const command = (words: string) => new RegExp(`${before}(?:${words})${after}`, 'giu');

/** A noun follows these: `a new line was placed`, `the last period`. */
const determined = String.raw`(?<!\b(?:a|an|the|this|that|his|her|my|your|their|no|any|each|every|first|last|second|one|new|of|to|in|der|die|das|den|dem|des|ein|einen|im|am|zum|diese[rnm]?|jede[rnm]?|kein|keinen|auf) )`;
const mark = String.raw`[ \t]{0,3}[.,;]?[ \t]{0,3}`;

const layout = command(
  String.raw`${determined}(?:(?:new|next) (?:line|paragraph)(?! (?:of|was|is|for|placed|inserted|in|on)\b)|(?:(?:neue|nächste)r? )?absatz|(?:neue|nächste) zeile)`,
);
const fullStop = command(String.raw`${determined}(?:full stop|punkt(?! \d+ uhr))`);
const bracket = command(`(?:open|close) (?:bracket|parenthes[ie]s)|klammer (?:auf|zu)`);
const deletion = command(
  '(?:strike|delete) (?:that|(?:that|the)? ?last) ?(?:sentence|word)?|scratch that(?: last)? (?:sentence|word)|(?:(?:bitte|das|den|letzte[nrs]|satz|wort) ){0,4}streichen(?: (?:bitte|letzte[nrs]|satz|wort)){0,3}',
);
const germanNumber = String.raw`(?:\d+|null|eins?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)`;
const comma = command(`${determined}comma|(?<!${germanNumber} )komma|komma(?! ${germanNumber}${after})`);
/** Set off by punctuation, or where the recogniser wrote none: never `menstrual period`. */
const period = command(
  String.raw`${determined}(?<!\b(?:menstrual|time|trial|rest|heavy|regular|irregular|missed|long|short|late|painful|day|week|month|year|hour|\p{L}+ing) )period(?! (?:of|pain|cramps?|is|was|has|had|lasts|lasted|started|began|came)\b)`,
);
const heading =
  'assessment|plan|impression|history|medications?|allergies|exam|examination|findings|subjective|objective|complaint|diagnos[ie]s|illness|recommendations?|problems?|results|vitals?|vital signs|follow[- ]up';
const colon = command(
  String.raw`(?<=\b(?:${heading}) )colon(?! (?:polyps?|cancer|carcinoma|resection|screening|surgery|mass|biopsy|is|was|has)\b)|doppelpunkt`,
);

const germanColon = command('doppelpunkt');
/** What is said to the typist, and not to the reader. */
const addressed =
  /^\s*(?:liebe[rs]?|hallo|guten (?:tag|morgen|abend)|servus)(?: (?:frau|herr))?(?: \p{L}+)?,?(?: bitte (?:einen|den|diesen|folgenden) \p{L}*(?:brief|bericht|befund)[^.:\n\u{E000}]{0,40})?[.:\n]|(?:(?<=[.\n\u{E000}]\s*)(?:vielen )?danke? ?[,.]? ?)?(?<!\p{L})(?:diktatende|diktat ende|ende (?:des )?diktats?)(?!\p{L})[.:]?/giu;
/** Said before a sentence, in it or after it. */
const notToBeTold = /(?<!\p{L})(?:bitte|das) (?:bitte )?nicht (?:übernehmen|mitschreiben)(?!\p{L})/giu;

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
  const given = [layout, fullStop, bracket, deletion, germanColon].reduce(
    (sum, each) => sum + (whole.match(each)?.length ?? 0),
    0,
  );
  if (given < enough) return texts;
  const punctuated = whole
    .replace(around(layout), (found) => (/^[ \t]*[.:]/.test(found) ? `${found.trimStart().charAt(0)}\n` : '.\n'))
    .replace(around(fullStop), '. ')
    .replace(around(colon), ': ')
    .replace(around(comma), ', ')
    .replace(around(period), (found) => (isApart(found) || !/[.?!]/.test(texts.join(' ')) ? '. ' : found))
    .replace(around(bracket), (found) => (/open|auf/i.test(found) ? ' (' : ') '));
  return withoutAsides(withoutDeleted(punctuated)).split(seam);
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
    kept = /word|wort/i.test(found[0]) ? withoutLast(said, lastWord) : withoutLast(said, lastSentence);
    from = found.index + found[0].length + (/^\s*\./.exec(next)?.[0].length ?? 0);
  }
  return kept + text.slice(from);
}

/** Without what is said to the typist, and the sentences that are not to be told; the seams of passages stay. */
function withoutAsides(text: string): string {
  let kept = '';
  let rest = text.replace(addressed, (found) => found.replace(/[^\u{E000}]/gu, ''));
  for (let found = notToBeTold.exec(rest); found !== null; found = notToBeTold.exec(rest)) {
    const said = kept + rest.slice(0, found.index);
    const next = rest.slice(found.index + found[0].length);
    const isBefore = /^\s*[:,]/.test(next);
    kept = isBefore ? said : withoutLast(said.replace(/[,\s]+$/u, ''), lastSentence);
    const own = isBefore ? (firstSentence.exec(next)?.[0] ?? '') : (/^\s*\./.exec(next)?.[0] ?? '');
    rest = own.replace(/[^\u{E000}]/gu, '') + next.slice(own.length);
    notToBeTold.lastIndex = 0;
  }
  return kept + rest;
}

const firstSentence = /^[^.?!\n]*(?:\.(?=\d)[^.?!\n]*)*[.?!\n]?/u;
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
