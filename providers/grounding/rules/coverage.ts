import type { CitingStatement, Fact } from 'chronoscribe/kinds/grounding';
import { contentWords, normalizeSynonyms } from 'chronoscribe/language';
import { followUpCue } from './facts/amount-drafts.ts';
import { type Amount, amountsIn } from './reading/amounts.ts';
import { type Clause, clausesOf } from './reading/clauses.ts';
import type { ReadAssertion } from './reading/reading.ts';
import { readingsOf } from './reading/readings.ts';
import { termKey } from './reading/terms.ts';

/**
 * Ids of the facts that a note states. A note states a fact if one statement names it, or a synonym, with its amount
 * and does not assert the contrary: `denies fever` does not state that there is a fever.
 */
export function statedFacts(facts: readonly Fact[], statements: readonly CitingStatement[]): readonly string[] {
  const notes = readStatements(statements);
  return facts
    .filter((fact) => {
      const names = namesOf(fact.term);
      return notes.some((note) => states(note, fact, names));
    })
    .map(({ id }) => id);
}

interface ReadStatement {
  readonly words: ReadonlySet<string>;
  readonly amounts: readonly Amount[];
  readonly terms: readonly { readonly words: ReadonlySet<string>; readonly assertion: ReadAssertion }[];
  readonly text: string;
  readonly evidence: ReadonlySet<string>;
}

function readStatements(statements: readonly CitingStatement[]): ReadStatement[] {
  const passages = statements.map(({ text }, index) => ({ id: String(index), speaker: null, text }));
  // A note asks nothing.
  const clauses = clausesOf(passages).map((clause): Clause => ({ ...clause, isQuestion: false }));
  const readings = Map.groupBy(readingsOf(clauses), ({ clause }) => clauses[clause]?.passages[0] ?? -1);
  const clausesByPassage = Map.groupBy(clauses, ({ passages: [first = -1] }) => first);
  return statements.map(({ text, evidence }, index) => ({
    words: new Set(contentWords(normalizeSynonyms(text))),
    amounts: (clausesByPassage.get(index) ?? []).flatMap(amountsIn),
    terms: (readings.get(index) ?? []).map(({ mention, assertion }) => ({
      words: new Set([mention.term.name, mention.said].flatMap(namesOf).flat()),
      assertion,
    })),
    text: text.toLowerCase(),
    evidence: new Set(evidence),
  }));
}

/** The stems of a name and of its canonical synonym. */
function namesOf(term: string): readonly (readonly string[])[] {
  return [termKey(normalizeSynonyms(term)).split(' '), termKey(term).split(' ')];
}

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

function states(note: ReadStatement, fact: Fact, names: readonly (readonly string[])[]): boolean {
  if (fact.kind === 'score') return statesScore(note, fact);
  if (!hasAmount(note, fact)) return false;
  if (fact.term === 'warning' || fact.term === 'instruction') return sharesWords(note, fact.text);
  if (amountTerms.has(fact.term)) return fact.value !== null;
  if (fact.kind === 'allergy' && !/allerg|react|anaphyla|hives|rash|itch|swell|br(?:eak|oke)\w* out/.test(note.text))
    return false;
  if (fact.term === 'allergies') return /\b(?:no|not|denies|nkda)\b.*\b(?:allerg|nkda)/.test(note.text);
  if (fact.term === 'follow up')
    return fact.value === null ? sharesWords(note, fact.text.replace(/^follow up:/, '')) : followUpCue.test(note.text);
  const accepted = acceptedFor(fact);
  return note.terms.some(
    ({ words, assertion }) =>
      accepted.includes(assertion) && names.some((name) => name.every((word) => words.has(word))),
  );
}

function acceptedFor(fact: Fact): readonly ReadAssertion[] {
  return (fact.kind === 'medication' ? compatibleTaken : compatible)[readAs(fact)];
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
    hasNumbers && (evidence.some((id) => note.evidence.has(id)) || note.terms.some(({ words }) => words.has(term)))
  );
}

function sharesWords(note: ReadStatement, text: string): boolean {
  const wanted = contentWords(normalizeSynonyms(text));
  return wanted.filter((word) => note.words.has(word)).length >= minSharedWords * Math.max(1, wanted.length);
}
