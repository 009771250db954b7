import { type Amount, amountsIn, frequencyAt } from './amounts.ts';
import type { Clause } from './clauses.ts';
import { type Mention, textOf } from './mentions.ts';
import type { CorrectionWords } from './reading-language.ts';

const sorry =
  "no wait|wait no|wait|sorry|i'm sorry|no sorry|my (?:bad|mistake)|i (?:mean|meant|misspoke)|excuse me|correction|scratch that|strike that|let me correct (?:that|myself)|rather|make that|i take that back";
const within = new RegExp(`^(?:, )*(?:${sorry}|no no|no ,? ?(?:it's|i mean|sorry))\\b`);
const opening = new RegExp(
  `^(?:(?:,|oh|well|no|actually|so|but|and) )*(?:(?:${sorry})\\b(?: ,)?|no no\\b|(?:that|it) (?:was|is) (?:actually|really) )`,
);
/** `Sorry, metformin too` takes nothing back. */
export const addition = /\b(?:too|also|as well|plus|another|add|adding|together)\b/;

export const englishCorrections: CorrectionWords = { within, opening };
/** How many words after the opening may stand before what is meant. */
const reach = 8;
/** The longest correction, in words, of a number without a unit: `sorry, seven point four`. */
const shortCorrection = 5;
/** In how many clauses after its own an amount is corrected. */
const amountReach = 3;

/** What replaces a mention in its own clause: `Metformin, sorry, metoprolol`. */
function replacedWithin({ tokens, language }: Clause, mention: Mention, own: readonly Mention[]): Mention | undefined {
  const next = own.find(
    (other) => other.from >= mention.to && other.from - mention.to <= 6 && isSameSort(mention, other),
  );
  if (next === undefined || next.term.name === mention.term.name) return undefined;
  return language.corrections.within.test(textOf(tokens.slice(mention.to, next.from))) ? next : undefined;
}

/** The mention that is meant in place of another; undefined if nothing is taken back. */
export function replacementOf(
  clauses: readonly Clause[],
  mentions: readonly (readonly Mention[])[],
  at: number,
  mention: Mention,
): Mention | undefined {
  const clause = clauses[at];
  if (clause === undefined) return undefined;
  return replacedWithin(clause, mention, mentions[at] ?? []) ?? replacedAfter(clauses, mentions, at, mention);
}

/** What replaces the last mention of a clause in the clause after it: `I had a heart attack. Sorry, a stroke.` */
function replacedAfter(
  clauses: readonly Clause[],
  mentions: readonly (readonly Mention[])[],
  at: number,
  mention: Mention,
): Mention | undefined {
  const own = mentions[at] ?? [];
  if (own.findLast((other) => isSameSort(mention, other)) !== mention) return undefined;
  const { opening } = clauses[at]?.language.corrections ?? englishCorrections;
  let said = '';
  for (let next = at + 1; next <= at + 2 && clauses[next]?.turn === clauses[at]?.turn; next += 1) {
    const found = mentions[next]?.find((other) => isSameSort(mention, other));
    const tokens = clauses[next]?.tokens ?? [];
    if (found !== undefined) {
      const words = `${said} ${textOf(tokens.slice(0, found.from))} `.trimStart();
      const opened = opening.exec(words);
      const isMeant =
        opened !== null &&
        found.term.name !== mention.term.name &&
        !addition.test(textOf(tokens)) &&
        words.slice(opened[0].length).trim().split(' ').length <= reach;
      return isMeant ? found : undefined;
    }
    said = `${said} ${textOf(tokens)}`.trim();
  }
  return undefined;
}

/** An amount that is said again in one of the clauses after its own: `I take 20 mg. No wait, I take 10.` */
export function correctedAmount(clauses: readonly Clause[], at: number, amount: Amount): Amount {
  const own = clauses[at];
  const next = clauses[at + 1];
  const isShort = (next?.tokens.length ?? 0) <= shortCorrection;
  if (
    (amount.unit === null && !isShort) ||
    next?.turn !== own?.turn ||
    next?.language.corrections.opening.test(textOf(next.tokens)) !== true
  )
    return amount;
  if (amountsIn(own ?? { tokens: [] }).at(-1)?.from !== amount.from) return amount;
  for (const clause of clauses.slice(at + 1, at + 1 + amountReach)) {
    const [meant] = clause.turn === own?.turn ? amountsIn(clause) : [];
    if (meant !== undefined)
      return meant.unit === null || meant.unit === amount.unit ? { ...amount, value: meant.value } : amount;
  }
  return amount;
}

/** How often a medicine is taken, as it is said again in the clause after it: `twice a day. I mean three times a day.` */
export function correctedFrequency(clauses: readonly Clause[], at: number, said: string): string {
  const next = clauses[at + 1];
  if (said === '' || next === undefined || next.turn !== clauses[at]?.turn) return said;
  if (!next.language.corrections.opening.test(textOf(next.tokens))) return said;
  const meant = next.tokens.flatMap((_, from) => frequencyAt(next, from) || []);
  return meant[0] ?? said;
}

function isSameSort(one: Mention, other: Mention): boolean {
  return sortOf(one) === sortOf(other);
}

function sortOf({ term }: Mention): string {
  return term.kind === 'symptom' ? 'problem' : term.kind;
}
