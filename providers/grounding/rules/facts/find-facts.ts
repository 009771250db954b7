import type { Fact, Passage } from 'chronoscribe/kinds/grounding';
import { noAllergyDrafts } from './allergies.ts';
import { type Clause, clausesOf } from './clauses.ts';
import type { FactDraft } from './fact-draft.ts';
import { draftsOf } from './fact-drafts.ts';
import { plansOf } from './plans.ts';
import { type Reading, readingsOf } from './readings.ts';
import { termKey } from './terms.ts';

/**
 * Finds the facts of a source, in its order: terms of the word lists with what the source asserts of them, amounts,
 * warnings and appointments. Equal facts are one, with the evidence of all.
 */
export function findFacts({
  passages,
}: {
  readonly passages: readonly Passage[];
  readonly language: string | null;
}): Fact[] {
  const drafts = joinEqual(factDrafts(clausesOf(passages)));
  return drafts.map(({ passages: cited, clause: _, said: __, ...fact }, index) => ({
    id: `f${index + 1}`,
    ...fact,
    evidence: [...new Set(cited)].sort((one, other) => one - other).flatMap((at) => passages[at]?.id ?? []),
  }));
}

/** The facts of clauses, before equal ones are joined. */
export function factDrafts(clauses: readonly Clause[]): FactDraft[] {
  const readings = readingsOf(clauses);
  const byClause = Map.groupBy(readings, ({ clause }) => clause);
  const earlier: Reading[] = [];
  return clauses.flatMap((_, at) => {
    const own = byClause.get(at) ?? [];
    const drafts = [...draftsOf(clauses, at, own, earlier), ...noAllergyDrafts(clauses, at), ...plansOf(clauses, at)];
    earlier.push(...own);
    return drafts;
  });
}

/** Joins equal facts. A medicine without a dose is the same fact as the first with one. */
function joinEqual(drafts: readonly FactDraft[]): FactDraft[] {
  const found = new Map<string, FactDraft>();
  const doses = new Map<string, string>();
  const nameOf = ({ kind, term, assertion, text }: FactDraft) =>
    `${kind}|${term}|${assertion}|${term === 'warning' || term === 'duration' ? text : ''}`;
  for (const draft of drafts) {
    if (draft.value !== null && !doses.has(nameOf(draft))) doses.set(nameOf(draft), `${draft.value}|${draft.unit}`);
  }
  for (const draft of drafts) {
    const amount = draft.value === null ? (doses.get(nameOf(draft)) ?? '') : `${draft.value}|${draft.unit}`;
    const key = `${nameOf(draft)}|${amount}`;
    const same = found.get(key);
    if (same === undefined) found.set(key, draft);
    else {
      // The phrase with the amount says more.
      const fuller =
        same.value === null && draft.value !== null ? { text: draft.text, value: draft.value, unit: draft.unit } : {};
      const joined = { ...same, ...fuller, passages: [...same.passages, ...draft.passages] };
      found.set(key, { ...joined, text: withOtherName(withOtherName(joined.text, same), draft) });
    }
  }
  return [...found.values()];
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
