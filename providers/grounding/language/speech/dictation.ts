import type { Passage } from 'chronoscribe/kinds/grounding';
import { rememberedFor } from '../remembered.ts';
import { asMeant } from './as-meant.ts';
import { seam } from './marks.ts';
import { seamsIn } from './said.ts';

/** What separates a command from the words around it. */
const before = String.raw`(?<![\p{L}\p{N}'’-])`;
const after = String.raw`(?![\p{L}\p{N}'’-])`;
const command = (words: string) => new RegExp(`${before}(?:${words})${after}`, 'giu');

/** A noun follows these: `a new line was placed`, `the last period`. */
const determined = String.raw`(?<!\b(?:a|an|the|this|that|his|her|my|your|their|no|any|each|every|first|last|second|one|new|of|to|in) )`;
const article = String.raw`(?<!\b(?:a|an|the|his|her|my|your|their|each|every|first|last|second|one|inverted|der|die|das|den|dem|des|ein|einen|im|am|zum|diese[rnm]?|jede[rnm]?|kein|keinen|auf) )`;
const mark = String.raw`[ \t]{0,3}[.,;]?[ \t]{0,3}`;

const layout = command(
  String.raw`${article}(?:(?:new|next) (?:paragraph|line(?! (?:of|was|is|for|placed|inserted|in|on)\b))|(?:(?:neue|nächste)r? )?absatz|(?:neue|nächste) zeile)`,
);
const fullStop = command(String.raw`${article}(?:full stop|punkt(?! \d+ uhr))`);
const bracket = command(`(?:open|close) (?:bracket|parenthes[ie]s)|klammer (?:auf|zu)`);
const deletion = command(
  'correction|(?:strike|delete|scratch) (?:that|(?:that|the)? ?last) ?(?:sentence|word|bit|line)?(?: about (?:the |her |his )?[\\p{L}-]+)?' +
    '|(?:(?:bitte|das|den|letzte[nrs]|satz|wort) ){0,4}streichen(?: (?:bitte|letzte[nrs]|satz|wort)){0,3}',
);
const germanNumber = String.raw`(?:\d+|null|eins?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)`;
const comma = command(`${article}comma|(?<!${germanNumber} )komma|komma(?! ${germanNumber}${after})`);
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
  /^\s*(?:liebe[rs]?|hallo|guten (?:tag|morgen|abend)|servus)(?: (?:frau|herr))?(?: \p{L}+)?,?(?: bitte (?:einen|den|diesen|folgenden) \p{L}*(?:brief|bericht|befund)[^.:\n\u{E000}]{0,40})?[.:\n]|(?:(?<=[.\n\u{E000}]\s*)(?:(?:mit freundlichen grüßen|viele grüße|vielen|danke?)[ ,.]*)+)?(?<!\p{L})(?:diktatende|diktat ende|ende (?:des )?diktats?)(?!\p{L})(?:[ ,]*(?:und )?(?:vielen )?danke? (?:fürs|für das) (?:tippen|schreiben)(?:,? (?:frau|herr) \p{L}+)?)?[.:]?/giu;
/** Said before a sentence, in it or after it. */
const notToBeTold = /(?<!\p{L})(?:bitte|das) (?:bitte )?nicht (?:übernehmen|mitschreiben)(?!\p{L})/giu;

/** Spoken before a heading, or instead of its colon. */
const headings =
  /(?:\n|(?<![\p{L}'’-])(?:(?:new|next|under|with the) )?(?:sub)?heading[ \t,:]+)[ \t]*((?:chief|presenting) complaint|history of (?:the )?present(?:ing)? (?:illness|complaint)|(?:past )?(?:medical|surgical|family|social|drug) history|(?:current )?medications|allergies|(?:physical )?examination|vital signs|investigations|assessment(?: and plan)?|impression|diagnosis|plan|recommendations)(?![\p{L}'’-])(?![ \t]+(?:is|are|was|were|for|of|to|in|includes?|with|shows?|remains?|discussed|reviewed|has|have|and)\b)[ \t]*[:.,]?[ \t]*/giu;
/** `Cap lisinopril`, but not `one cap daily`. */
const capital =
  /(?<![\p{L}\d'’-])(?<!(?:\d|\b(?:knee|one|two|three|a|the|each|per|ice|filter|bottle) ))cap (?!(?:daily|twice|once|at|in|on|of|every|a|po|by|with|and|is|was)\b)(\p{Ll})/gu;

/** Number of commands from which a text is a dictation. */
const enough = 2;

/**
 * The texts of passages as they were meant: the commands of a dictation are obeyed (`new paragraph`, `full stop`, `strike
 * that`), and what a speaker corrects is told as corrected. Everything that reads speech reads these; evidence stays the
 * passages as they were said. What is not spoken stays as it is.
 */
export const spokenTexts = rememberedFor((passages: readonly Passage[]): readonly string[] => {
  const dictating = dictatingIn(passages);
  const texts: string[] = [];
  for (let from = 0; from < passages.length; ) {
    const speaker = passages[from]?.speaker ?? null;
    let to = from + 1;
    while (to < passages.length && passages[to]?.speaker?.label === speaker?.label) to += 1;
    const said = passages.slice(from, to).map(({ text }) => text);
    const own = obeyed(said, dictating.get(speaker?.label));
    texts.push(...(speaker === null ? own : asMeant(own.join(seam)).split(seam)));
    from = to;
  }
  return texts;
});

/** How a speaker dictates: with marks of the recogniser between the words or without, or by deleting sentences alone. */
type Dictating = 'marked' | 'unmarked' | 'deleting';

/**
 * Who dictates. A clinician, somebody of unknown role, or a text without speakers, where at least two commands are given, for
 * `period` and `colon` are words too; who speaks alone may also delete a sentence.
 */
function dictatingIn(passages: readonly Passage[]): ReadonlyMap<string | undefined, Dictating> {
  const bySpeaker = Map.groupBy(passages, ({ speaker }) => speaker?.label);
  return new Map(
    [...bySpeaker].flatMap(([label, own]): [string | undefined, Dictating][] => {
      const role = own[0]?.speaker?.role ?? null;
      if (role === 'patient' || role === 'other') return [];
      const whole = own.map(({ text }) => text).join(seam);
      const isMarked = /[.?!]/.test(whole);
      const counted = [layout, fullStop, bracket, deletion, germanColon, comma, colon, ...(isMarked ? [] : [period])];
      if (counted.reduce((sum, each) => sum + (whole.match(each)?.length ?? 0), 0) >= enough)
        return [[label, isMarked ? 'marked' : 'unmarked']];
      return bySpeaker.size === 1 && role !== null ? [[label, 'deleting']] : [];
    }),
  );
}

/** Texts with the commands of a dictation obeyed. */
function obeyed(texts: readonly string[], dictating: Dictating | undefined): readonly string[] {
  if (dictating === undefined) return texts;
  const whole = texts.join(seam);
  if (dictating === 'deleting') return withoutDeleted(whole).split(seam);
  const punctuated = whole
    .replace(around(layout), (found) => (/^[ \t]*[.:]/.test(found) ? `${found.trimStart().charAt(0)}\n` : '.\n'))
    .replace(around(fullStop), '. ')
    .replace(around(colon), ': ')
    .replace(around(comma), ', ')
    .replace(around(period), (found) => (dictating === 'unmarked' || isApart(found) ? '. ' : found))
    .replace(around(bracket), (found) => (/open|auf/i.test(found) ? ' (' : ') '))
    .replace(headings, (_, name: string) => `\n${name.charAt(0).toUpperCase()}${name.slice(1)}: `)
    .replace(capital, (_, letter: string) => letter.toUpperCase());
  return withoutAsides(withoutDeleted(punctuated)).split(seam);
}

/** A command with the punctuation that a recogniser put around it. */
function around({ source }: RegExp): RegExp {
  return new RegExp(`${mark}${source}${mark}`, 'giu');
}

/** Set off by punctuation. */
function isApart(found: string): boolean {
  return /[.,;][ \t]*$/.test(found);
}

/** What stands for what is deleted: `Strike that, it was the right lobe.` */
const meantInstead = /^[\s,.\u{E000}]*(?:(?:it|that)(?:'s| is| was)\b|make (?:it|that)\b|(?:sorry|no)\b)/iu;
/** A sentence of its own. */
const wholeSentence =
  /^[\s,\u{E000}]*(?:he|she|they|there|the patient|patient|(?:the|her|his) \p{L}+) (?:is|are|was|were|has|have|had|does|did|will|takes?|denies|reports)\b/iu;

/** Deletes what commands say, where they stand as a sentence of their own; `10, strike that, 20` is a correction. */
function withoutDeleted(text: string): string {
  let kept = '';
  let from = 0;
  for (const found of text.matchAll(deletion)) {
    const next = text.slice(found.index + found[0].length);
    const said = kept + text.slice(from, found.index);
    const begins = /(?:^|[.?!\n\u{E000}])\s*(?:no, )?$/iu.test(said.slice(-longestSentence));
    const ends = /^\s*(?:[.\n\u{E000}]|$)/u.test(next);
    if (!begins || meantInstead.test(next) || !(ends || (/^,/.test(next) && isOther(said, next)))) continue;
    const about = /about (?:the |her |his )?([\p{L}-]+)$/iu.exec(found[0])?.[1];
    kept = withoutLast(said, /word|wort/i.test(found[0]) ? lastWord : sentenceAbout(said, about));
    from = found.index + found[0].length + (/^\s*[.,]/.exec(next)?.[0].length ?? 0);
  }
  return kept + text.slice(from);
}

/** Whether a sentence begins that stands for the whole of a short one before it. */
function isOther(said: string, next: string): boolean {
  const last = lastSentence.exec(said.slice(-longestSentence))?.[0] ?? '';
  if (last.includes(',') || last.trim().split(/\s+/).length > longestReplaced) return false;
  return wholeSentence.test(next) && asMeant(`${said.slice(-longestSentence)} scratch that${next}`).includes('scratch');
}

/** The last sentence, or the last one with a word. */
function sentenceAbout(said: string, word: string | undefined): RegExp {
  if (word === undefined || !new RegExp(`\\b${word}\\b`, 'iu').test(said)) return lastSentence;
  return new RegExp(
    `(?:[^.?!\\n])*\\b${word}\\b(?:[^.?!\\n]|\\.(?=\\d))*[.?!\\n]*(?=(?:[^.?!\\n]*[.?!\\n]+){0,2}\\s*$)`,
    'iu',
  );
}

/** Without what is said to the typist, and the sentences that are not to be told; the seams of passages stay. */
function withoutAsides(text: string): string {
  let kept = '';
  let rest = text.replace(addressed, seamsIn);
  for (let found = notToBeTold.exec(rest); found !== null; found = notToBeTold.exec(rest)) {
    const said = kept + rest.slice(0, found.index);
    const next = rest.slice(found.index + found[0].length);
    const isBefore = /^\s*[:,]/.test(next);
    kept = isBefore ? said : withoutLast(said.replace(/[,\s]+$/u, ''), lastSentence);
    const own = isBefore ? (firstSentence.exec(next)?.[0] ?? '') : (/^\s*\./.exec(next)?.[0] ?? '');
    rest = seamsIn(own) + next.slice(own.length);
    notToBeTold.lastIndex = 0;
  }
  return kept + rest;
}

const firstSentence = /^[^.?!\n]*(?:\.(?=\d)[^.?!\n]*)*[.?!\n]?/u;
const lastWord = /[\p{L}\p{N}][\p{L}\p{N}'’-]*[^\p{L}\p{N}]*$/u;
/** A point in a number ends no sentence. */
const lastSentence = /(?:[^.?!\n]|\.(?=\d))+[.?!\n\u{E000}\s]*$/u;

/** In words. */
const longestReplaced = 8;
/** In characters. A sentence that is longer was not marked as one. */
const longestSentence = 1000;

/** Text without its last part; the seams of passages stay. */
function withoutLast(text: string, part: RegExp): string {
  const tail = text.slice(-longestSentence);
  return text.slice(0, -longestSentence) + tail.replace(part, (deleted) => `${seamsIn(deleted)} `);
}
