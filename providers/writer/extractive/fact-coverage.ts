import type { Fact, FactKind } from 'chronoscribe/kinds/grounding';
import type { OutlineSection, Passage, Statement } from 'chronoscribe/kinds/writer';
import {
  contentWords,
  genericName,
  normalizeSynonyms,
  numbersToDigits,
  stem,
  tokenizeWords,
} from 'chronoscribe/language';
import { states } from 'chronoscribe/reading';
import type { Sayer } from './fact-statements.ts';
import type { Phase } from './phases.ts';
import { type RoutableContent, routeToSection } from './section-routing.ts';

/** Words that name the kind of a fact, which a statement need not repeat: `penicillin allergy`. */
const kindWords: ReadonlySet<string> = new Set(
  contentWords('allergy allergic medication history family pain score follow up'),
);

/**
 * Builds a function that lists the facts that a statement states: it cites a passage of the fact, and contains the
 * words of its name, or of its text, and its amount.
 */
export function factsStatedBy(facts: readonly Fact[]): (statement: Statement) => readonly Fact[] {
  const byPassage = new Map<string, Fact[]>();
  for (const fact of facts) for (const id of fact.evidence) byPassage.set(id, [...(byPassage.get(id) ?? []), fact]);
  return (statement) => {
    const near = new Set(statement.evidence.flatMap((id) => byPassage.get(id) ?? []));
    return [...near].filter((fact) => namedIn(statement.text, fact) && states(statement, fact));
  };
}

/** Whether a text has the words of the term of a fact, or of what was said for it. */
export function namedIn(told: string, { term, text }: Fact): boolean {
  const said = new Set(contentWords(numbersToDigits(told)));
  return [term, numbersToDigits(text)].some((name) => contentWords(name).every((word) => said.has(word)));
}

/** What is not to be taken or done; so is what the patient objects to, told with the objection. */
const taken: ReadonlySet<Fact['assertion']> = new Set(['declined', 'absent', 'stopped']);

/** The place of the name of a fact among words; -1 if it does not stand there. */
export function placeOfName(words: readonly string[], fact: Fact): number {
  return words.findIndex((_, at) => namedIn(words.slice(at, at + longestName).join(' '), fact));
}

/** In words. */
const longestName = 4;

/** What somebody has: its name alone says that it is there. */
export const conditions: ReadonlySet<FactKind> = new Set(['symptom', 'problem', 'finding']);

/** What is taken, done or ordered. */
export const actions: ReadonlySet<FactKind> = new Set(['medication', 'order', 'procedure']);

/**
 * Builds a function that tells whether a sentence affirms what the source ends with denying: a medicine that was declined or
 * taken back, an order that was cancelled. It is told by its fact alone.
 */
export function overruledBy(facts: readonly Fact[]): (sentence: Pick<Statement, 'text'>) => boolean {
  const byTerm = Map.groupBy(
    facts.filter(({ kind }) => actions.has(kind)),
    ({ term }) => term,
  );
  const denied = [...byTerm.values()].flatMap((own) =>
    own.every(({ assertion, text }) => taken.has(assertion) || text.includes('. – ')) ? own : [],
  );
  const affirmed = denied.map((fact): Fact => ({ ...fact, assertion: 'present', of: 'patient', value: null }));
  return ({ text }) => affirmed.some((fact) => states({ text, evidence: [] }, fact));
}

/** Builds a function that lists the facts that quote a sentence within an exchange: then it is not told again alone. */
export function quotedBy(facts: readonly Fact[]): (sentence: Statement) => readonly Fact[] {
  const plain = (text: string) =>
    ` ${numbersToDigits(text.toLowerCase())
      .replace(/[^\p{L}\p{N}']+/gu, ' ')
      .trim()} `;
  const quoted = facts.flatMap((fact) => (fact.text.includes(' – ') ? [{ fact, exchange: plain(fact.text) }] : []));
  return ({ text, evidence }) =>
    quoted
      .filter(
        ({ fact, exchange }) => evidence.every((id) => fact.evidence.includes(id)) && exchange.includes(plain(text)),
      )
      .map(({ fact }) => fact);
}

/**
 * Tells whether statements that cite a passage of a warning, or of what may come, say together what its text says, as two
 * sentences do: `Wear the brace.`, `Come back if the toes turn blue.`
 */
export function isStatedTogether({ kind, assertion, text, evidence }: Fact, statements: readonly Statement[]): boolean {
  if (kind !== 'red_flag' && kind !== 'follow_up' && assertion !== 'possible') return false;
  const near = statements.filter((statement) => statement.evidence.some((id) => evidence.includes(id)));
  const said = new Set(near.flatMap((each) => [...wordsOf(`${each.text} ${normalizeSynonyms(each.text)}`)]));
  const words = [...wordsOf(text)].filter((word) => !kindWords.has(word));
  // `Take it for five days` says nothing of a visit in five days.
  const isNamed = words.some((word) => !/^\d/.test(word) && !measures.has(word));
  return isNamed && words.every((word) => said.has(word));
}

/**
 * The number of words, without numbers, that a statement shares with the text of a fact; 0 if it cites no passage of it or lacks an
 * amount. `It hurts` shares a word with `pain`.
 */
export function sharedWords({ text, evidence }: Fact, statement: Statement): number {
  if (!statement.evidence.some((id) => evidence.includes(id))) return 0;
  const said = wordsOf(`${statement.text} ${normalizeSynonyms(statement.text)}`);
  const words = [...wordsOf(`${text} ${normalizeSynonyms(text)}`)];
  const isNumber = (word: string) => /^\d/.test(word);
  if (words.some((word) => isNumber(word) && !said.has(word))) return 0;
  return words.filter((word) => !isNumber(word) && said.has(word)).length;
}

/** The stems of a text's content words and its numbers in digits; medicines under their generic names. */
function wordsOf(text: string): Set<string> {
  const plain = numbersToDigits(text).toLowerCase();
  const generic = tokenizeWords(plain).flatMap((word) => genericName(word) ?? []);
  return new Set([...contentWords(plain), ...generic.map(stem), ...(plain.match(/\d+(?:\.\d+)?/g) ?? [])]);
}

/** Units and words of time: an amount of something that is not named says nothing. */
export const measures: ReadonlySet<string> = new Set(
  contentWords(`time times day week month year hour minute second percent degree pound kg lb mg mcg milligram microgram
  cm centimeter mm inch unit tablet pill dose pack old ago`),
);

/** Tells whether the text of a fact can be understood alone, and says what is so. */
export function isTelling({ text }: Fact): boolean {
  if (text.endsWith('(asked, not answered)')) return false;
  return contentWords(numbersToDigits(text)).some((word) => !/^\d/.test(word) && !measures.has(word));
}

/** Where facts of a kind belong, as long as nothing is to be done about them. */
const home: Readonly<Record<FactKind, RoutableContent>> = {
  allergy: 'allergies',
  medication: 'medications',
  problem: 'past-history',
  symptom: 'history',
  vital: 'examination',
  score: 'history',
  finding: 'examination',
  result: 'results',
  order: 'plan',
  procedure: 'past-history',
  advice: 'plan',
  red_flag: 'follow-up',
  follow_up: 'follow-up',
  history: 'history',
  family: 'family-history',
  social: 'social-history',
  safety: 'history',
};

/** What a clinician sees or feels. */
const seen =
  /\b(?:tender(?:ness)?|swelling|swollen|redness|bruis\w*|effusion|crepit\w*|wheez\w*|rash|lump|nodule|deformity|spasm|crackles?)\b/i;

/**
 * The content that a fact belongs to: by what it is, what is asserted of it and who says it. What the clinician says of a
 * medicine or a problem once the history is taken is decided or concluded.
 *
 * @param phase of the visit in which it is said first
 */
export function contentOf({ kind, assertion, text, of }: Fact, sayer: Sayer, phase: Phase): RoutableContent {
  const isConcluded = sayer === 'clinician' && phase !== 'talk';
  switch (kind) {
    case 'medication':
      if (assertion === 'declined' || assertion === 'planned') return 'plan';
      return isConcluded ? 'plan' : 'medications';
    case 'problem':
      if (of === 'relative') return 'family-history';
      if (!isConcluded || assertion === 'historical' || /\bhistory\b/.test(text)) return 'past-history';
      // `There are no fractures.`
      return assertion === 'absent' ? 'results' : 'assessment';
    case 'procedure':
      return isConcluded && assertion !== 'historical' ? 'plan' : 'past-history';
    case 'symptom':
      return isConcluded && seen.test(text) ? 'examination' : home[kind];
    case 'order':
      // `You haven't had an X-ray, have you? – No.`
      if (assertion === 'absent' && sayer === 'patient') return 'history';
      return assertion === 'historical' ? 'results' : 'plan';
    case 'history':
      return assertion === 'historical' ? 'past-history' : 'history';
    case 'advice':
    case 'follow_up':
    case 'red_flag':
    case 'finding':
    case 'vital':
      return sayer === 'patient' ? 'history' : home[kind];
    default:
      return home[kind];
  }
}

/** Builds a function that tells who says a fact: for a question with its answer, who answers. */
export function sayersOf(passages: readonly Passage[]): (fact: Fact) => Sayer {
  const roles = new Map(passages.map(({ id, speaker }) => [id, speaker?.role]));
  return ({ evidence, text }) => {
    // `Then ibuprofen. – I get asthma from that.` is what the first decided; a question is told by who answers.
    const isDecided = /^[^–?]*[^–?\s] – /u.test(text);
    const role = roles.get(evidence.at(isDecided ? 0 : -1) ?? '');
    return role === 'patient' || role === 'other' ? 'patient' : 'clinician';
  };
}

/** The section for a required fact: where its content belongs, else a summary, else the first section. */
export function sectionOf(content: RoutableContent, outline: readonly OutlineSection[]): OutlineSection | undefined {
  return routeToSection(content, outline) ?? outline.find(({ contents }) => contents.includes('summary')) ?? outline[0];
}
