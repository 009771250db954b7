import type { Passage } from 'chronoscribe/kinds/grounding';
import { turnsOf } from 'chronoscribe/language';
import { remembered, rememberedFor } from '../../language/remembered.ts';
import { english } from '../languages/english.ts';
import { languageOf } from '../languages/language-of.ts';
import { type Clause, clausesOf } from '../reading/clauses.ts';
import type { ReadingLanguage } from '../reading/reading-language.ts';
import { type Claim, claimsIn } from './claims.ts';

/** Clauses, and what they say of their words. */
export interface ReadText {
  readonly clauses: readonly Clause[];
  readonly claims: readonly Claim[];
}

interface ReadPassages {
  /** Of all passages. */
  readonly clauses: readonly Clause[];
  readonly language: ReadingLanguage;
  /** What the passages with these ids say, in the light of the whole source. */
  citedBy(ids: ReadonlySet<string>): ReadText;
}

/** Reads a source once, however many statements cite it. */
export const readSource = rememberedFor((passages: readonly Passage[]): ReadPassages => {
  // A source in a language without rules is compared as English is: by its words and numbers.
  const language = languageOf(null, passages) ?? english;
  const clauses = clausesOf(passages, language);
  const claims = Map.groupBy(claimsOfSource(clauses, passages), ({ clause }) => clause);
  const clausesByPassage = new Map<string, number[]>();
  clauses.forEach(({ passages: own }, at) => {
    for (const index of own) {
      const id = passages[index]?.id ?? '';
      clausesByPassage.set(id, [...(clausesByPassage.get(id) ?? []), at]);
    }
  });
  return {
    clauses,
    language,
    citedBy(ids) {
      const cited = [...new Set([...ids].flatMap((id) => clausesByPassage.get(id) ?? []))].toSorted((a, b) => a - b);
      return {
        clauses: cited.flatMap((at) => clauses[at] ?? []),
        claims: cited.flatMap((at) => claims.get(at) ?? []),
      };
    },
  };
});

/** Where a parent speaks for a child who is the patient, `my son has a fever` says it of the patient. */
function claimsOfSource(clauses: readonly Clause[], passages: readonly Passage[]): readonly Claim[] {
  const claims = claimsIn(clauses);
  if (!passages.some(({ text }) => /\byour (?:son|daughter|baby|child|little (?:one|boy|girl|guy))\b/i.test(text)))
    return claims;
  const isOfChild = clauses.map(({ tokens }) =>
    tokens.some(({ text }) => /^(?:sons?|daughters?|kids?|child|children|baby|babies|twins?)$/.test(text)),
  );
  return claims.map((claim) =>
    claim.standing === 'family' && isOfChild[claim.clause] === true ? { ...claim, standing: 'present' } : claim,
  );
}

/** Reads a statement. A note asks nothing, unless it quotes a question with its answer. */
export function readStatement(statement: string, language: ReadingLanguage): ReadText {
  return statementReader(language)(statement);
}

const statementReader = rememberedFor((language: ReadingLanguage) =>
  remembered((statement): ReadText => {
    // `Has no a history` is denied like `has no history`, and `denies that the pain moves` like `denies pain`.
    const turns = turnsOf(statement.replace(/\b(no|not|denies|denied) (?:(?:an?|some|been|the|this|that) )+/gi, '$1 '));
    const passages = turns.map((text, index) => ({ id: String(index), speaker: null, text }));
    const clauses = clausesOf(passages, language).map((clause) => ({
      ...clause,
      isQuestion: clause.isQuestion && clause.turn < turns.length - 1,
    }));
    return { clauses, claims: claimsIn(clauses) };
  }),
);
