import { normalizeSynonyms } from './clinical-synonyms.ts';
import { hasWrongFrequency } from './frequencies.ts';
import { hasWrongSide } from './laterality.ts';
import { hasForeignMedicine, hasWrongDose } from './medicines.ts';
import { contradicts, parseAssertions } from './negation.ts';
import { saysOpposite } from './opposites.ts';
import { hasForeignDate, supportsQuantities } from './quantity-support.ts';
import { quotedChanges } from './quoted-changes.ts';
import { turnsOf } from './quoted-exchanges.ts';
import { numbersToDigits } from './spoken-numbers.ts';
import { contentWords, stem, tokenizeWords } from './words.ts';

/** Why the cited passages do not support a statement. */
export type GroundingIssue =
  | 'no-evidence'
  | 'content'
  | 'quantity'
  | 'dose'
  | 'medicine'
  | 'name'
  | 'negation'
  | 'side';

/**
 * Stems of words that a note uses to report, to order and to count, and of units, which are compared as quantities. The
 * source need not contain them.
 */
const reportingWords: ReadonlySet<string> = new Set(
  `patient pt reports states notes denies presents complains complaint describes endorses admits mentions says clinician doctor dr provider physician
  examination exam history reveals shows demonstrates finds currently today plan recommended advised continue will man woman male female gentleman
  present mg mcg ml bid tid qid daily nightly day week month year hour minute old age past prior previous previously otherwise known unknown
  significant significantly status post secondary underwent received undergoing onset evaluation evaluated approximately however although recent
  recently initially subsequently apparently associated multiple several various noted seen treated treatment problem symptom review system
  above below chronic follow followed presentation obtained per prescribed discussed explained answered questions agreed understanding
  including include includes given time remain remains since appears non hpi section visit clinic reviewed documented`
    .split(/\s+/)
    .map(stem),
);
/** Words of a statement that only says that there is nothing to say, as clinicians put it. */
const nothingWords: ReadonlySet<string> = new Set(
  `none negative noncontributory contributory unremarkable remarkable insignificant nonsignificant nothing significant known reported noted otherwise
  review systems history family past medical surgical social no denies`
    .split(/\s+/)
    .map(stem),
);
const saysNothing = /\b(?:none|negative|non-?contributory|unremarkable|non-?significant|nothing|no|denies|not)\b/i;
const deniesSomething = /\b(?:no|nope|nah|none|nothing|never|not|negative|denies|normal|fine|healthy)\b|n['’]t\b/i;

/** Minimum share of a statement's content words that the source must contain. */
const minSharedContent = 0.5;
/**
 * Two stems are related if they share this much of the shorter one as a prefix: `disabl` and `disabiliti`, but not
 * `hypertension` and `hyperthyroid`.
 */
const minSharedPrefix = 0.7;

/**
 * Lists everything that speaks against a statement.
 *
 * It compares words and does not understand them. It may reject a good paraphrase; it is built to accept no number,
 * dose, negation or side that the source does not contain.
 *
 * @param statement in plain text
 * @param cited texts of the cited passages, in the order of the source
 * @returns an empty list if the passages support the statement
 */
export function groundingIssues(statement: string, cited: readonly string[]): GroundingIssue[] {
  return [...new Set(issuesOf(statement, cited))];
}

/** Tells whether `groundingIssues` finds none; it ends at the first. */
export function isGrounded(statement: string, cited: readonly string[]): boolean {
  return issuesOf(statement, cited).next().done === true;
}

function* issuesOf(statement: string, cited: readonly string[]): Generator<GroundingIssue> {
  if (cited.length === 0) {
    yield 'no-evidence';
    return;
  }
  const source = cited.join('\n');
  const told = cited.map(normalizeSynonyms);
  const stated = normalizeSynonyms(statement);
  if (!contentSupported(told.join('\n'), stated)) yield 'content';
  if (
    !supportsQuantities(source, statement) ||
    hasWrongFrequency(source, statement) ||
    hasForeignDate(source, statement)
  )
    yield 'quantity';
  if (hasWrongDose(source, statement)) yield 'dose';
  if (hasForeignMedicine(source, statement)) yield 'medicine';
  if (!alphanumericNamesSupported(source, statement)) yield 'name';
  if (isContrary(cited, told, statement, stated)) yield 'negation';
  if (hasWrongSide(told, stated)) yield 'side';
  yield* quotedChanges(source, statement);
}

/** A statement that something was refused needs a refusal; what it refuses is compared by its standing. */
export const statesRefusal = /\b(?:declin|refus)(?:es?|ed|ing)?\b/i;
const refusal = /\b(?:no|nope|nah|not|never|declin\w*|refus\w*|pass|skip|rather|against|off|wait|without)\b|n['’]t\b/i;

const statesQuestion = /^\W*(?:(?:the )?patient |s?he )?(?:asks?|asked|inquir\w+|wonder\w*|requests?|requested)\b/i;

function isContrary(cited: readonly string[], told: readonly string[], statement: string, stated: string): boolean {
  if (statesRefusal.test(statement)) return !refusal.test(cited.join(' '));
  if (statesQuestion.test(statement)) return false;
  return contradicts(parseAssertions(told), parseAssertions(turnsOf(stated))) || saysOpposite(cited, statement);
}

function contentSupported(source: string, statement: string): boolean {
  if (isBareDenial(statement)) return deniesSomething.test(source);
  const said = new Set(contentWords(numbersToDigits(source)));
  const stated = contentWords(numbersToDigits(statement)).filter(
    (word) => !reportingWords.has(word) && !/\d/.test(word),
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
