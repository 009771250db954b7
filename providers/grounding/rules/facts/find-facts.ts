import type { Fact, FoundFacts, Passage } from 'chronoscribe/kinds/grounding';
import type { RulesLanguage } from 'chronoscribe/language';
import { languageOf } from '../languages/language-of.ts';
import type { Amount } from '../reading/amounts.ts';
import { type Clause, clausesOf } from '../reading/clauses.ts';
import type { Reading } from '../reading/reading.ts';
import { overturnedBy } from '../reading/settled.ts';
import { isSuperseded } from '../reading/superseded-doses.ts';
import { termKey } from '../reading/terms.ts';
import { mentionsOf } from '../readings/named.ts';
import { readingsOf } from '../readings/readings.ts';
import { noAllergyDrafts } from './allergy-drafts.ts';
import { assertionAndHolder, type FactDraft, partsOf } from './fact-draft.ts';
import { draftsOf } from './fact-drafts.ts';
import { instructionAt } from './instructions.ts';
import { placesApart } from './places-apart.ts';
import { plansOf } from './plans.ts';
import { overturnedDraft } from './safety-drafts.ts';
import { scoresOf } from './scores.ts';
import { asInSource } from './source-spelling.ts';
import { asSpoken } from './spoken-quotes.ts';

/**
 * Finds the facts of a source, in its order: terms of the word lists with what the source asserts of them, amounts,
 * warnings and appointments. Equal facts are one, with the evidence of all.
 */
export function findFacts({
  passages,
  language,
}: {
  readonly passages: readonly Passage[];
  readonly language: string | null;
}): FoundFacts {
  const by = languageOf(language, passages);
  if (by === null) return { language: null, facts: [] };
  const clauses = clausesOf(passages, by);
  const told = factDrafts(clauses).map((draft) => withoutOldDose(draft, clauses));
  const drafts = joinEqual(withoutRepeated(withoutAllergens(withoutAnswered(told), by.allergies.reaction)));
  return { language: by.code, facts: drafts.map((draft, index) => asFact(draft, `f${index + 1}`, passages, by.code)) };
}

/** A number beside a medicine is its dose only as long as no later turn gives another. */
function withoutOldDose(draft: FactDraft, clauses: readonly Clause[]): FactDraft {
  const { kind, term, value, unit, clause, text } = draft;
  if (kind !== 'medication' || value === null || unit !== null) return draft;
  if (!isSuperseded(clauses, term, value, clauses[clause]?.turn ?? 0)) return draft;
  return { ...draft, value: null, text: text.replace(new RegExp(` ${value}(?= |$)`), '') };
}

function asFact(draft: FactDraft, id: string, passages: readonly Passage[], language: RulesLanguage): Fact {
  const { kind, term, value, unit, passages: cited } = draft;
  const own = [...new Set(cited)].sort((one, other) => one - other).flatMap((at) => passages[at] ?? []);
  const source = own.map((passage) => passage.text).join('\n');
  const text = asSpoken(asInSource(draft.text, source, language), own);
  return {
    ...{
      id,
      kind,
      term,
      text: language === 'de' ? capital(text) : text,
      value,
      unit,
    },
    ...assertionAndHolder(draft),
    parts: partsOf(draft),
    evidence: own.map((passage) => passage.id),
  };
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** The facts of clauses, before equal ones are joined. */
export function factDrafts(clauses: readonly Clause[]): FactDraft[] {
  const mentions = mentionsOf(clauses);
  const readings = readingsOf(clauses);
  const byClause = Map.groupBy(readings, ({ clause }) => clause);
  const earlier: Reading[] = [];
  return clauses.flatMap((clause, at) => {
    const { language, isTorn } = clause;
    if (isTorn) return [];
    const isWhole = language.shown === null;
    const own = byClause.get(at) ?? [];
    const scores = isWhole ? scoresOf(clauses, at) : [];
    const told = isWhole ? instructionAt(clauses, at, own) : undefined;
    const whole = [...scores, ...(told === undefined ? [] : [told])];
    const isTaken = ({ from, to }: Amount) => whole.some((each) => each.from < to && from < each.to);
    const found = [
      ...whole.map(({ draft }) => draft),
      ...draftsOf(
        clauses,
        at,
        own.filter((each) => each !== told?.listed),
        earlier,
        isTaken,
      ),
      ...noAllergyDrafts(clauses, mentions, at),
      ...(isWhole ? plansOf(clauses, at) : []),
    ];
    const overturned = found.some(isPlan) ? overturnedBy(clauses, clause) : undefined;
    const drafts =
      overturned === undefined
        ? found
        : found.map((draft) => (isPlan(draft) ? overturnedDraft(clauses, draft, overturned) : draft));
    earlier.push(...own);
    return drafts;
  });
}

/** What is to be done, and was not told with an exchange already. */
function isPlan({ kind, isQuoted }: FactDraft): boolean {
  return isQuoted !== true && (kind === 'follow_up' || kind === 'advice' || kind === 'red_flag');
}

/** What was asked without an answer, and is told elsewhere, is known. */
function withoutAnswered(drafts: readonly FactDraft[]): readonly FactDraft[] {
  const told = new Set(drafts.flatMap(({ term, isUnanswered }) => (isUnanswered === true ? [] : [term])));
  return drafts.filter(({ term, isUnanswered }) => isUnanswered !== true || !told.has(term));
}

/**
 * A medicine that somebody is allergic to is not taken because it is named: `What happened with the codeine?` Who is allergic to
 * something does not deny it for all.
 */
function withoutAllergens(drafts: readonly FactDraft[], reaction: RegExp): readonly FactDraft[] {
  const allergens = new Set(
    drafts.flatMap(({ kind, term, assertion }) => (kind === 'allergy' && assertion === 'present' ? [term] : [])),
  );
  // `Any allergies? – No.`, and later `What happened with the Augmentin? – I came out in welts.`
  const isOpen = drafts.some(
    ({ kind, term, assertion, isQuoted, text }) =>
      (kind === 'allergy' && assertion === 'possible' && term !== 'allergies') ||
      (kind === 'medication' && isQuoted === true && reaction.test(text)),
  );
  return drafts.flatMap((draft): FactDraft[] => {
    const { kind, term, assertion, value } = draft;
    if (kind === 'allergy' && term === 'allergies' && assertion === 'absent' && (isOpen || allergens.size > 0))
      return [];
    if (kind !== 'medication' || assertion !== 'present' || !allergens.has(term)) return [draft];
    return value === null ? [] : [{ ...draft, assertion: 'possible' }];
  });
}

/** `I've got a pacemaker`, in the answer to a question about metal, is told with that question. */
function withoutRepeated(drafts: readonly FactDraft[]): readonly FactDraft[] {
  const quoting = Map.groupBy(
    drafts.filter(({ kind, text }) => kind === 'safety' && text.includes('? – ')),
    ({ term }) => term,
  );
  const answerOf = ({ text }: FactDraft) => text.slice(text.indexOf('? – '));
  const wordsOf = ({ text }: FactDraft) => text.replace(/^[^:]+: /, '');
  const isRepeated = (draft: FactDraft, by: FactDraft) =>
    draft !== by && !draft.text.includes('? – ') && answerOf(by).toLowerCase().includes(wordsOf(draft).toLowerCase());
  return drafts.filter(
    (draft) => draft.kind !== 'safety' || !quoting.get(draft.term)?.some((by) => isRepeated(draft, by)),
  );
}

/** Whether the words of a fact alone tell it from others of its name. */
function isApart({ kind, term, text, isQuoted }: Pick<FactDraft, 'kind' | 'term' | 'text' | 'isQuoted'>): boolean {
  return kind === 'safety' || isQuoted === true || apartByText.has(term) || text.startsWith('follow up: ');
}

const apartByText: ReadonlySet<string> = new Set(['warning', 'duration', 'instruction']);

/** Joins equal facts. A medicine without a dose is the same fact as the first with one. */
function joinEqual(drafts: readonly FactDraft[]): FactDraft[] {
  // Thousands may say the same: the lists of passages are added to, not copied.
  const found = new Map<string, FactDraft & { readonly passages: number[] }>();
  const doses = new Map<string, string>();
  const nameOf = (draft: FactDraft) =>
    `${draft.kind}|${draft.term}|${draft.assertion}|${isApart(draft) ? draft.text : ''}`;
  const places = placesApart(drafts, nameOf);
  for (const draft of drafts) {
    if (draft.value !== null && !doses.has(nameOf(draft))) doses.set(nameOf(draft), `${draft.value}|${draft.unit}`);
  }
  for (const draft of drafts) {
    const amount = draft.value === null ? (doses.get(nameOf(draft)) ?? '') : `${draft.value}|${draft.unit}`;
    const key = `${nameOf(draft)}|${amount}|${places.get(draft) ?? ''}`;
    const same = found.get(key);
    if (same === undefined) found.set(key, { ...draft, passages: [...draft.passages] });
    else {
      // The phrase with the amount, or with more words of its own, says more.
      const { text, value, unit } = draft;
      const fuller =
        same.value === null && value !== null ? { text, value, unit } : says(text, same.text) ? { text } : {};
      const joined = { ...same, ...fuller };
      found.set(key, { ...joined, text: withOtherName(withOtherName(joined.text, same), draft) });
      same.passages.push(...draft.passages);
    }
  }
  return [...found.values()];
}

/** Whether a text has all words of another, and more. */
function says(text: string, other: string): boolean {
  const words = new Set(termKey(text).split(' '));
  const others = new Set(termKey(other).split(' '));
  return words.size > others.size && [...others].every((word) => words.has(word));
}

/** Adds another name of the same thing: `atorvastatin 80 mg daily (lipitor)`. */
function withOtherName(text: string, { said }: FactDraft): string {
  const words = termKey(text).split(' ');
  const isNew =
    said !== '' &&
    termKey(said)
      .split(' ')
      .some((word) => !words.includes(word));
  return isNew ? `${text} (${said})` : text;
}
