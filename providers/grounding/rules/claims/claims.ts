import type { FactKind } from 'chronoscribe/kinds/grounding';
import { namedSpans, stem } from 'chronoscribe/language';
import { denies } from '../dialogue/plain-denials.ts';
import type { Clause } from '../reading/clauses.ts';
import { type Mention, textOf } from '../reading/mentions.ts';
import type { ReadAssertion, Reading } from '../reading/reading.ts';
import { mentionsOf } from '../readings/named.ts';
import { readingsOf } from '../readings/readings.ts';
import { judgementsOf, scalesOfTerms } from './judgements.ts';
import { isAnswered, isAsked, readOtherWords } from './other-words.ts';
import { framing, isTelling } from './telling.ts';

/** What a text says of a word, as of a term; `asked`: only in a question; `open`: neither yes nor no. */
export type Standing = ReadAssertion | 'asked' | 'open';

/** A word of a text, and what the text says of it. */
export interface Claim {
  /** The stem of its canonical synonym; a term by its name, after `=`; the scale of a judgement, after `~`. */
  readonly word: string;
  readonly standing: Standing;
  /** Of the term that it belongs to; null for a word that is none. */
  readonly kind: FactKind | null;
  /** A whole term, or a judgement: if it is wrong, the statement is. */
  readonly isWhole: boolean;
  /** Index of the clause. */
  readonly clause: number;
  /** Number of the item of a list within the clause. */
  readonly item: number;
}

/** `nontender` denies what `tender` says. */
const opposing =
  /^(?:non-?(?=\p{L}{4})|un(?=(?:remarkable|stable|equal|controlled|healthy|comfortable|steady|responsive|clear|changed)$))/u;
const joint = /^(?:,|n?or|and)$/;
/** Where and when something is denied is not itself denied: `no fracture on the x-ray`. */
const setting = /^(?:on|with|at|in|during|after|before|for|to|from|over|when|while|by|than|since|of)$/;

/** After these, what is denied begins anew. */
const freshDenial = /^(?:,|no|not|any|without|never|denies|denied|.*n't)$/;

/** What clauses say of each of their words, by the reading by which their facts are found. */
export function claimsIn(clauses: readonly Clause[]): Claim[] {
  const mentions = mentionsOf(clauses);
  const known = readingsOf(clauses);
  const mentioned = new Set(known.map(({ mention }) => mention));
  const others = readOtherWords(clauses, mentions, (mention) => mentioned.has(mention));
  const byClause = Map.groupBy([...known, ...others], ({ clause }) => clause);
  return clauses.flatMap((clause, at) => {
    const terms = mentions[at] ?? [];
    const readings = byClause.get(at) ?? [];
    return claimsOfClause(clause, at, terms, (from, to) => [
      ...new Set(
        readings
          .filter(({ mention }) => mention.from < to && from < mention.to)
          .map((reading) => standingOf(clauses, reading)),
      ),
    ]);
  });
}

function claimsOfClause(
  { tokens }: Clause,
  clause: number,
  terms: readonly Mention[],
  standingsOf: (from: number, to: number) => readonly Standing[],
): Claim[] {
  const texts = tokens.map(({ text }) => text);
  // `Negative straight leg raise` says that the test is negative, and not that there was none.
  const isResult = (kind: FactKind | null, from: number, to: number) =>
    !isCondition(kind) &&
    texts.some((text, at) => text === 'negative' && texts[at + 1] !== 'for' && at >= from - 3 && at <= to + 1);
  const ranOut = texts.findIndex(
    (text, at) => text === 'out' && /^r[au]n/.test(texts[at - 1] ?? '') && texts[at + 1] === 'of',
  );
  const isOver = (from: number) => ranOut !== -1 && from > ranOut && from - ranOut <= 4;
  let [item, next] = [0, 0];
  let [isDenied, isSetting] = [false, false];
  return namedSpans(textOf(tokens)).flatMap(({ name, from, to }): Claim[] => {
    for (; next < to; next += 1) {
      const text = tokens[next]?.text ?? '';
      if (joint.test(text)) item += 1;
      if (freshDenial.test(text)) [isDenied, isSetting] = [false, false];
      isSetting ||= isDenied && setting.test(text);
    }
    if (!isTelling(name)) return [];
    const term = terms.find((each) => each.from < to && from < each.to);
    const kind = term?.term.kind ?? null;
    const judgements = judgementsOf(name).filter(({ scale }) => term === undefined || scalesOfTerms.has(scale));
    return standingsOf(from, to).flatMap((read): Claim[] => {
      const said = read === 'present' && isOver(from) ? 'historical' : read;
      isDenied ||= said === 'absent' && !framing.has(stem(name));
      const claim = { kind, clause, item, isWhole: false, word: stem(name.replace(opposing, '')) };
      if (
        said === 'absent' &&
        ((isSetting && !isCondition(kind)) || isResult(kind, term?.from ?? from, term?.to ?? to))
      )
        return [{ ...claim, standing: 'open' }];
      const judged = judgements.map(({ scale, isFirst }) => ({
        ...{ ...claim, word: scale, isWhole: true },
        standing: onScale(said, isFirst),
      }));
      if (judged.length > 0 && term === undefined) return judged;
      const standing = opposing.test(name) ? turned(said) : said;
      const words = [...judged, { ...claim, standing }];
      return term?.from === from
        ? [...words, { ...claim, word: `=${term.term.name}`, isWhole: true, standing }]
        : words;
    });
  });
}

const isCondition = (kind: FactKind | null) =>
  kind === 'symptom' || kind === 'problem' || kind === 'allergy' || kind === 'medication' || kind === 'safety';

/** `How long have you had it?` takes it for granted. */
const presupposes = /^(?:(?:and|so|okay|ok|well|,) )*(?:how|what|when|where|which|why|who)\b/;

function standingOf(
  clauses: readonly Clause[],
  { assertion, isUnanswered, isQuoted, clause: at, answer }: Reading,
): Standing {
  const clause = clauses[at];
  // An answer that says more than no bears out neither `has` nor `denies`.
  const isDenied = answer?.some((said) => denies.test(textOf(clauses[said]?.tokens ?? [])));
  if (isQuoted === true && isDenied && assertion === 'possible') return 'asked';
  if (clause === undefined || !isAsked(clause) || (assertion !== 'present' && assertion !== 'possible'))
    return assertion;
  if (isUnanswered !== true && presupposes.test(textOf(clause.tokens))) return assertion;
  if (answer === undefined || !isAnswered(clauses, at, answer)) return 'asked';
  return isUnanswered === true ? 'open' : assertion;
}

/** What is said of the first pole of a scale by what is said of a judgement on it. */
function onScale(said: Standing, isFirst: boolean): Standing {
  if (said === 'asked' || said === 'open') return said;
  return (said === 'absent' || said === 'declined') === isFirst ? 'absent' : 'present';
}

function turned(said: Standing): Standing {
  return said === 'absent' ? 'present' : said === 'present' ? 'absent' : said;
}
