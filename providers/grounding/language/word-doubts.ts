import { normalizeSynonyms } from './clinical-synonyms.ts';
import { hasWrongFrequency } from './frequencies.ts';
import { hasWrongDose } from './medicines.ts';
import { hasForeignDate, supportsQuantities } from './quantity-support.ts';
import { numbersToDigits } from './spoken-numbers.ts';
import { everydayWords } from './word-lists.ts';
import { contentWords, stem, tokenizeWords } from './words.ts';

/** What speaks against a statement by its words and numbers alone. */
export type WordDoubt = 'quote' | 'content' | 'quantity' | 'dose' | 'name' | 'negation' | 'side';

/**
 * Stems of words that a note uses to report, to order and to count, and of units, which are compared as quantities. The
 * source need not contain them.
 */
export const reportingWords: ReadonlySet<string> = new Set(everydayWords('reporting').map(stem));
/** Words of a statement that only says that there is nothing to say, as clinicians put it. */
const nothingWords: ReadonlySet<string> = new Set(everydayWords('nothing').map(stem));
const saysNothing =
  /\b(?:none|negative|non-?contributory|unremarkable|non-?significant|nothing|no|denies|not|keine?|verneint|nein)\b/i;
const deniesSomething =
  /\b(?:no|nope|nah|none|nothing|never|not|negative|denies|normal|fine|healthy|nein|nee|nicht|nie|keine?[nrs]?|verneint)\b|n['’]t\b/i;

/** Minimum share of a statement's content words that the source must contain. */
const minSharedContent = 0.4;
const germanFunctionWord =
  /^(?:ich|du|er|sie|wir|hab\w*|hat|bin|ist|war|nicht|kein\w*|der|die|das|ein\w*|und|oder|da|jetzt|mir|mich)$/;
/**
 * Two stems are related if they share this much of the shorter one as a prefix: `disabl` and `disabiliti`, but not
 * `hypertension` and `hyperthyroid`.
 */
const minSharedPrefix = 0.7;

/**
 * Finds what speaks against a statement in its words and numbers. It compares words and does not understand them: it may
 * doubt a good paraphrase.
 *
 * @param statement in plain text
 * @param cited texts of the cited passages, in the order of the source
 */
export function* wordDoubts(statement: string, cited: readonly string[]): Generator<WordDoubt> {
  const source = cited.join('\n');
  if (!contentSupported(cited.map(normalizeSynonyms).join('\n'), normalizeSynonyms(statement))) yield 'content';
  if (
    !supportsQuantities(source, statement) ||
    hasWrongFrequency(source, statement) ||
    hasForeignDate(source, statement)
  )
    yield 'quantity';
  if (hasWrongDose(source, statement)) yield 'dose';
  if (!alphanumericNamesSupported(source, statement)) yield 'name';
  if (takesBack.test(statement)) yield 'negation';
  if (!quotesWereSaid(source, statement)) yield 'quote';
}

/** Whether the words in quotation marks were said in their order, each side of an exchange by itself. */
function quotesWereSaid(source: string, statement: string): boolean {
  const quotes = statement.matchAll(/“([^”]+)”/g).flatMap(([, quote = '']) => quote.split(/ [–-] /));
  const said = tokenizeWords(numbersToDigits(source));
  return quotes.every((quote) => {
    let at = -1;
    return tokenizeWords(numbersToDigits(quote)).every((word) => {
      at = said.indexOf(word, at + 1);
      return at !== -1;
    });
  });
}

/** `We double, no, leave the amlodipine`: what was taken back is no statement, unless the words are quoted. */
const takesBack = /^[^“]*\p{L}, (?:no|wait|sorry), \p{L}/u;

function contentSupported(source: string, statement: string): boolean {
  if (isBareDenial(statement)) return deniesSomething.test(source);
  const said = new Set(contentWords(numbersToDigits(source)));
  const stated = contentWords(numbersToDigits(statement)).filter(
    (word) => !reportingWords.has(word) && !/\d/.test(word) && !germanFunctionWord.test(word),
  );
  if (stated.length === 0) return /\d/.test(numbersToDigits(statement)) || allWordsSupported(source, statement);
  const shared = stated.filter((word) => said.has(word) || said.values().some((other) => sharePrefix(word, other)));
  return shared.length >= minSharedContent * stated.length;
}

/** `None.`, `Noncontributory.`, `Review of systems is otherwise negative.` */
function isBareDenial(statement: string): boolean {
  return saysNothing.test(statement) && contentWords(statement).every((word) => nothingWords.has(word));
}

/** Tells whether two stems are forms of one word: `disabled` and `disability`, `retired` and `retirement`. */
function sharePrefix(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < 4) return false;
  let alike = 0;
  while (alike < shorter && one[alike] === other[alike]) alike += 1;
  return alike >= 4 && (alike === shorter || alike >= Math.max(5, minSharedPrefix * shorter));
}

/** For a statement of function words and numbers only: the source must contain each of its words. */
function allWordsSupported(source: string, statement: string): boolean {
  const said = new Set(tokenizeWords(source));
  const stated = tokenizeWords(statement);
  return stated.length > 0 && stated.every((word) => said.has(word));
}

/**
 * Names with a digit (`L5`, `A1c`, `B12`) are not quantities. The source must contain them, possibly spelled out (`a
 * one c`).
 */
function alphanumericNamesSupported(source: string, statement: string): boolean {
  const said = numbersToDigits(source);
  const names = statement.match(/(?<![\p{L}\p{N}])(?!q\d+h|x\d)\p{L}{1,3}-?\d+\p{L}?(?![\p{L}\p{N}])/giu) ?? [];
  return names.every((name) => {
    // `DM2` is diabetes of type 2.
    const type = /^(?:t(\d)dm|dm(\d))$/i.exec(name);
    if (type !== null && new RegExp(`\\btype ${type[1] ?? type[2]}\\b`, 'i').test(said)) return true;
    const parts = name.replace(/^hb(?=a1c$)/i, '').match(/\p{L}|\d+/gu) ?? [];
    return new RegExp(`(?<![\\p{L}\\p{N}])${parts.join('[ .-]*')}(?![\\p{L}\\p{N}])`, 'iu').test(said);
  });
}
