import type { Fact, FactKind } from 'chronoscribe/kinds/grounding';
import type { OutlineSection, Statement } from 'chronoscribe/kinds/writer';
import {
  contentWords,
  genericName,
  normalizeSynonyms,
  numbersToDigits,
  stem,
  tokenizeWords,
} from 'chronoscribe/language';
import type { Phase } from './content-classifier.ts';
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
  const names = new Map(facts.map((fact) => [fact, namesOf(fact)]));
  return ({ text, evidence }) => {
    const near = new Set(evidence.flatMap((id) => byPassage.get(id) ?? []));
    if (near.size === 0) return [];
    const said = wordsOf(text);
    return [...near].filter((fact) => names.get(fact)?.some((name) => name.every((word) => said.has(word))));
  };
}

/** The names of a fact, each as stems that a statement must all contain. */
function namesOf({ term, text, value }: Fact): readonly (readonly string[])[] {
  const amount = value?.match(/\d+(?:\.\d+)?/g) ?? [];
  return [term, text].map((name) => {
    const words = [...wordsOf(name)].filter((word) => !/^\d/.test(word));
    const telling = words.filter((word) => !kindWords.has(word));
    return [...(telling.length > 0 ? telling : words), ...amount];
  });
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
  return words.length > 0 && words.every((word) => said.has(word));
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

/** The heading of a line that states a fact itself, and where the line belongs. */
const lines: Readonly<Record<FactKind, { readonly label: string; readonly content: RoutableContent }>> = {
  allergy: { label: 'Allergies', content: 'allergies' },
  medication: { label: 'Medication', content: 'medications' },
  problem: { label: 'Problem', content: 'past-history' },
  symptom: { label: 'Symptom', content: 'history' },
  vital: { label: 'Vital signs', content: 'examination' },
  score: { label: 'Score', content: 'history' },
  finding: { label: 'Finding', content: 'examination' },
  result: { label: 'Result', content: 'results' },
  order: { label: 'Order', content: 'plan' },
  procedure: { label: 'Procedure', content: 'past-history' },
  advice: { label: 'Advice', content: 'plan' },
  red_flag: { label: 'Return if', content: 'follow-up' },
  follow_up: { label: 'Follow-up', content: 'follow-up' },
  history: { label: 'History', content: 'past-history' },
  family: { label: 'Family history', content: 'family-history' },
  social: { label: 'Social history', content: 'social-history' },
  safety: { label: 'Safety', content: 'history' },
};

/** What the clinician says of these in the plan is about the future or concludes, and is not history. */
const inPlan: Readonly<Partial<Record<FactKind, RoutableContent>>> = {
  medication: 'plan',
  problem: 'assessment',
  procedure: 'plan',
};

/** A line lists at most this many facts, so that it stays readable. */
const mostInLine = 4;

/** Short statements of the facts themselves: `Allergies: penicillin.`, `The patient denies fever, chills.` */
export function factLines(facts: readonly Fact[]): Statement[] {
  return [...Map.groupBy(facts, headingOf)].flatMap(([heading, group]) =>
    Array.from({ length: Math.ceil(group.length / mostInLine) }, (_, line) => {
      const listed = group.slice(line * mostInLine, (line + 1) * mostInLine);
      const names = new Set(listed.map(nameOf));
      const evidence = [...new Set(listed.flatMap((fact) => fact.evidence))];
      return { text: `${heading} ${[...names].join(', ')}.`, evidence };
    }),
  );
}

/** A statement of a fact without a heading, whose words the source need not have: `Possible gout.`, `9 out of 10.` */
export function plainStatement(fact: Fact): Statement {
  const name = nameOf(fact);
  const isDenied = fact.assertion === 'absent' && denied.has(fact.kind);
  const text = isDenied ? `no ${name}` : fact.assertion === 'possible' ? `possible ${name}` : name;
  return { text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`, evidence: fact.evidence };
}

const denied: ReadonlySet<FactKind> = new Set(['symptom', 'problem', 'history', 'allergy']);

function headingOf({ kind, assertion }: Fact): string {
  if (assertion === 'absent' && denied.has(kind)) return 'The patient denies';
  if (assertion === 'stopped') return `${lines[kind].label} (stopped):`;
  return `${lines[kind].label}${assertion === 'possible' ? ' (possible)' : ''}:`;
}

function nameOf({ kind, text, assertion }: Fact): string {
  const name = text.replace(/[.\s]+$/, '');
  if (assertion === 'absent') return denied.has(kind) ? name.replace(/^no /i, '') : name;
  if (kind === 'medication') return name.replace(/ \(stopped\)/, '');
  if (kind === 'allergy') return name.replace(/ allerg(?:y|ies)$/i, '');
  if (kind === 'order') return name.replace(/^referral (?:you|him|her|them|the patient) to /i, 'referral to ');
  return kind === 'follow_up' ? name.replace(/^follow[- ]up:? (?=\S)/i, '') : name;
}

/** Units and words of time: an amount of something that is not named says nothing. */
const measures: ReadonlySet<string> = new Set(
  contentWords(`time times day week month year hour minute second percent degree pound kg lb mg mcg milligram microgram
  cm centimeter mm inch unit tablet pill dose pack old ago`),
);

/** Tells whether the text of a fact can be understood alone, and says what is so. */
export function isTelling({ text }: Fact): boolean {
  if (text.endsWith('(asked, not answered)')) return false;
  return contentWords(numbersToDigits(text)).some((word) => !/^\d/.test(word) && !measures.has(word));
}

/** The content that a fact belongs to. @param phase of the visit in which it is said first */
export function contentOf({ kind }: Fact, phase: Phase): RoutableContent {
  return (phase === 'plan' ? inPlan[kind] : undefined) ?? lines[kind].content;
}

/** The section for a required fact: where its content belongs, else a summary, else the first section. */
export function sectionOf(content: RoutableContent, outline: readonly OutlineSection[]): OutlineSection | undefined {
  return routeToSection(content, outline) ?? outline.find(({ contents }) => contents.includes('summary')) ?? outline[0];
}
