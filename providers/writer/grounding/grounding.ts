import type { Passage, Statement } from 'chronoscribe/kinds/writer';
import { normalizeSynonyms } from './clinical-synonyms.ts';
import { hasWrongSide } from './laterality.ts';
import { hasForeignMedicine, hasWrongDose } from './medicines.ts';
import { contradicts, parseAssertions } from './negation.ts';
import { hasWrongCount, impliedQuantities, parseQuantities, quantitySupported } from './quantities.ts';
import { numbersToDigits } from './spoken-numbers.ts';
import { contentWords, stem, tokenizeWords } from './words.ts';

/** Why a statement is not borne out by the passages that it cites. */
export type GroundingIssue = 'no-evidence' | 'content' | 'quantity' | 'dose' | 'medicine' | 'name' | 'negation' | 'side';

/** Words with which a note reports, and those of doses and times, which are compared as quantities; a source need not hold them. */
const reportingWords: ReadonlySet<string> = new Set(
  `patient pt reports states notes denies presents complains describes endorses admits mentions says clinician doctor provider physician examination exam
  history reveals shows demonstrates finds currently today plan recommended advised continue will male female present mg mcg ml bid tid qid
  daily nightly day week month year hour minute`
    .split(/\s+/)
    .map(stem),
);

/** At least this share of a statement's content words stands in its source. */
const minSharedContent = 0.5;
/** Words that begin alike for this much of the shorter one are related: `disabl` and `disabiliti`, and not `hypertension` and `hyperthyroid`. */
const minSharedPrefix = 0.7;

/** What a statement can cite. */
export interface CitableSource {
  readonly passages: ReadonlyMap<string, Passage>;
  /** Ids of the images that the writer saw. */
  readonly images: ReadonlySet<string>;
}

/**
 * The check that every statement of a model passes before it is returned: evidence that does not exist is dropped, and `grounded` says
 * whether the cited passages bear the statement out. It compares words and never understands: it may doubt a good paraphrase, and is made to
 * let no foreign number, dose, negation or side through. What rests on images alone cannot be compared, and is not grounded.
 */
export function checkStatement(
  statement: { readonly text: string; readonly evidence: readonly string[] },
  { passages, images }: CitableSource,
): Statement {
  const evidence = [...new Set(statement.evidence)].filter((id) => passages.has(id) || images.has(id));
  const isCited = new Set(evidence);
  const cited = [...passages.values()].filter(({ id }) => isCited.has(id)).map(({ text }) => text);
  return { text: statement.text, evidence, grounded: groundingIssues(statement.text, cited).length === 0 };
}

/** Everything that speaks against a statement, given the texts of the passages that it cites, in the order of the source. */
export function groundingIssues(statement: string, cited: readonly string[]): GroundingIssue[] {
  if (cited.length === 0) return ['no-evidence'];
  const source = cited.join('\n');
  const told = cited.map(normalizeSynonyms);
  const stated = normalizeSynonyms(statement);
  const doubts: GroundingIssue[] = [];
  if (!contentSupported(told.join('\n'), stated)) doubts.push('content');
  if (!quantitiesSupported(source, statement) || hasWrongCount(source, statement)) doubts.push('quantity');
  if (hasWrongDose(source, statement)) doubts.push('dose');
  if (hasForeignMedicine(source, statement)) doubts.push('medicine');
  if (!alphanumericNamesSupported(source, statement)) doubts.push('name');
  if (contradicts(parseAssertions(told), parseAssertions([stated]))) doubts.push('negation');
  if (hasWrongSide(told.join('\n'), stated)) doubts.push('side');
  return doubts;
}

function contentSupported(source: string, statement: string): boolean {
  const said = new Set(contentWords(numbersToDigits(source)));
  const stated = contentWords(numbersToDigits(statement)).filter((word) => !reportingWords.has(word) && !/\d/.test(word));
  if (stated.length === 0) return allWordsSupported(source, statement);
  const shared = stated.filter((word) => said.has(word) || said.values().some((other) => sharePrefix(word, other)));
  return shared.length >= minSharedContent * stated.length;
}

/** Whether two stems are forms of one word: `disabled` and `disability`, `retired` and `retirement`. They begin alike for most of the shorter one. */
function sharePrefix(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  if (shorter < 4) return false;
  let alike = 0;
  while (alike < shorter && one[alike] === other[alike]) alike += 1;
  return alike >= 4 && (alike === shorter || alike >= Math.max(5, minSharedPrefix * shorter));
}

/** For a statement of nothing but function words and figures: each word of it stands in the source. */
function allWordsSupported(source: string, statement: string): boolean {
  const said = new Set(tokenizeWords(source));
  const stated = tokenizeWords(statement);
  return stated.length > 0 && stated.every((word) => said.has(word));
}

function quantitiesSupported(source: string, statement: string): boolean {
  const said = [...parseQuantities(source), ...impliedQuantities(source)];
  return parseQuantities(statement).every((stated) => quantitySupported(said, stated));
}

/** Names that hold a figure (`L5`, `A1c`, `B12`) are no amounts, and must stand in the source too, perhaps spelled out: `a one c`. */
function alphanumericNamesSupported(source: string, statement: string): boolean {
  const said = numbersToDigits(source);
  const names = statement.match(/(?<![\p{L}\p{N}])(?!q\d+h|x\d)\p{L}{1,3}-?\d+\p{L}?(?![\p{L}\p{N}])/giu) ?? [];
  return names.every((name) => {
    const parts = name.match(/\p{L}|\d+/gu) ?? [];
    return new RegExp(`(?<![\\p{L}\\p{N}])${parts.join('[ .-]*')}(?![\\p{L}\\p{N}])`, 'iu').test(said);
  });
}
