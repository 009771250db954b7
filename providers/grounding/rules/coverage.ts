import type { CitingStatement, Fact } from 'chronoscribe/kinds/grounding';
import type { RulesLanguage } from 'chronoscribe/language';
import { contentWords, normalizeSynonyms } from 'chronoscribe/language';
import { remembered, rememberedFor } from '../language/remembered.ts';
import { readStatement } from './claims/read-source.ts';
import { repeatsExchange } from './claims/verbatim.ts';
import { followUpCue } from './facts/amount-drafts.ts';
import { ofAnother } from './facts/fact-draft.ts';
import { languages } from './languages/language-of.ts';
import { type Amount, amountsIn } from './reading/amounts.ts';
import type { ReadAssertion } from './reading/reading.ts';
import type { ReadingLanguage } from './reading/reading-language.ts';
import { termKey } from './reading/terms.ts';
import { readingsOf } from './readings/readings.ts';

/**
 * Ids of the facts that a note states.
 *
 * @param language by whose rules the facts were found
 */
export function statedFacts(
  facts: readonly Fact[],
  statements: readonly CitingStatement[],
  language: RulesLanguage = 'en',
): readonly string[] {
  return facts.filter((fact) => statements.some((statement) => states(statement, fact, language))).map(({ id }) => id);
}

/**
 * Whether a statement states a fact: it names it, or a synonym, with its amount, and does not assert the contrary:
 * `denies fever` does not state that there is a fever.
 */
export function states({ text, evidence }: CitingStatement, fact: Fact, language: RulesLanguage = 'en'): boolean {
  const note = { ...comparedBy(languages[language])(text), evidence };
  const isCited = fact.evidence.some((id) => evidence.includes(id));
  if (isCited && (repeatsExchange(text, fact.text) || quotesName(note, fact))) return true;
  return statesAs(note, fact) || restatesExchange(note, fact);
}

/** Whether a statement says all that a quoted exchange says, and cites all of it: `Takes lisinopril, 10 mg every morning.` */
function restatesExchange({ words, evidence }: ReadStatement, { kind, text, evidence: cited }: Fact): boolean {
  if (kind === 'safety' || kind === 'allergy') return false;
  const said = wordsOfExchange(text);
  return cited.every((id) => evidence.includes(id)) && said.length > 0 && said.every((word) => words.has(word));
}

/** The words of a fact that quotes an exchange; of others none. */
const wordsOfExchange = remembered((text): readonly string[] => {
  const [, exchange] = /^[^:]+: (.+\? – .+)$/s.exec(text) ?? [];
  return exchange === undefined ? [] : contentWords(normalizeSynonyms(exchange));
});

/**
 * Whether a statement is the words of the source that name a fact with its amount: whatever they say of it, nothing of it is
 * lost. Of a medicine that is spoken of again, the last words count.
 */
function quotesName(note: ReadStatement, fact: Fact): boolean {
  const isWhole = fact.kind !== 'medication' || note.evidence.includes(fact.evidence.at(-1) ?? '');
  return (
    /^(?:[^“”]{1,60}: )?“[^“”]*”$/.test(note.text) &&
    !fact.text.includes(' – ') &&
    isWhole &&
    (fact.value === null || hasAmount(note, fact)) &&
    namesOf(fact.term).some((name) => name.every((word) => note.words.has(word)))
  );
}

interface ComparedText {
  readonly words: ReadonlySet<string>;
  readonly amounts: readonly Amount[];
  readonly terms: readonly { readonly words: ReadonlySet<string>; readonly assertion: ReadAssertion }[];
  readonly text: string;
}
type ReadStatement = ComparedText & Pick<CitingStatement, 'evidence'>;

const comparedBy = rememberedFor((language: ReadingLanguage) =>
  remembered((text): ComparedText => {
    const { clauses } = readStatement(text, language);
    return {
      words: new Set(contentWords(normalizeSynonyms(text))),
      amounts: clauses.flatMap(amountsIn),
      terms: readingsOf(clauses).map(({ mention, assertion }) => ({
        words: new Set([mention.term.name, mention.said].flatMap(namesOf).flat()),
        assertion,
      })),
      text: text.toLowerCase(),
    };
  }),
);

/** The stems of a name and of its canonical synonym. */
const namesOf = remembered((term): readonly (readonly string[])[] => [
  termKey(normalizeSynonyms(term)).split(' '),
  termKey(term).split(' '),
]);

/** What a note may assert of a fact and still state it. */
const compatible: Readonly<Record<ReadAssertion, readonly ReadAssertion[]>> = {
  present: ['present', 'possible', 'historical'],
  absent: ['absent'],
  possible: ['possible', 'present'],
  historical: ['historical', 'present'],
  declined: ['declined', 'absent'],
  family: ['family'],
};

/** A medicine that is taken and one that was stopped are not the same. */
const compatibleTaken: typeof compatible = {
  ...compatible,
  present: ['present', 'possible'],
  historical: ['historical'],
};

/** Facts that an amount alone makes: how long, how often, how old. */
const amountTerms: ReadonlySet<string> = new Set([
  'duration',
  'age',
  'frequency',
  'amount',
  'size',
  'dose',
  'degrees',
  'percentage',
  'grade',
]);
const minSharedWords = 0.6;

function statesAs(note: ReadStatement, fact: Fact): boolean {
  if (fact.kind === 'score') return statesScore(note, fact);
  if (!hasAmount(note, fact)) return false;
  if (fact.term === 'warning' || fact.term === 'instruction') return sharesWords(note, fact.text);
  if (amountTerms.has(fact.term)) return fact.value !== null;
  if (fact.kind === 'allergy' && !/allerg|react|anaphyla|hives|rash|itch|swell|br(?:eak|oke)\w* out/.test(note.text))
    return false;
  if (fact.term === 'allergies') return /\b(?:no|not|denies|nkda|keine\w*)\b.*\b(?:allerg|nkda)/.test(note.text);
  if (fact.term === 'follow up')
    return fact.value === null ? sharesWords(note, fact.text.replace(/^follow up:/, '')) : followUpCue.test(note.text);
  const accepted = acceptedFor(fact);
  const names = namesOf(fact.term);
  return note.terms.some(
    ({ words, assertion }) =>
      accepted.includes(assertion) && names.some((name) => name.every((word) => words.has(word))),
  );
}

function acceptedFor(fact: Fact): readonly ReadAssertion[] {
  const accepted = (fact.kind === 'medication' ? compatibleTaken : compatible)[readAs(fact)];
  return fact.text.endsWith(ofAnother) ? [...accepted, 'family'] : accepted;
}

/** As what the words of a statement assert a fact. */
function readAs({ assertion, of }: Fact): ReadAssertion {
  // What the patient has does not state what is said of the family.
  if (of !== 'patient') return assertion === 'absent' ? 'absent' : 'family';
  switch (assertion) {
    case 'conditional':
      return 'possible';
    case 'planned':
      return 'present';
    case 'stopped':
      return 'historical';
    default:
      return assertion;
  }
}

function hasAmount(note: ReadStatement, { value, unit }: Fact): boolean {
  if (value === null) return true;
  return note.amounts.some(
    (amount) =>
      amount.value === value &&
      (unit === null || amount.unit === unit || unit === 'mmHg' || (amount.unit === null && unit.startsWith('out of'))),
  );
}

/** `By the evening it is an eight` states the score of the answer that it cites, although it does not name the pain. */
function statesScore(note: ReadStatement, { value, unit, term, evidence }: Fact): boolean {
  const numbers = (value ?? '').split('-');
  const hasNumbers = numbers.every((number) =>
    note.amounts.some(
      (amount) =>
        amount.value.split('-').includes(number) &&
        (amount.unit === null || amount.unit === 'out of 10' || amount.unit === unit),
    ),
  );
  return (
    hasNumbers && (evidence.some((id) => note.evidence.includes(id)) || note.terms.some(({ words }) => words.has(term)))
  );
}

function sharesWords(note: ReadStatement, text: string): boolean {
  const wanted = contentWords(normalizeSynonyms(text));
  return wanted.filter((word) => note.words.has(word)).length >= minSharedWords * Math.max(1, wanted.length);
}
