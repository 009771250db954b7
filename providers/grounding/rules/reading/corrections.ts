import { type Amount, amountsIn, doseUnits } from './amounts.ts';
import type { Clause } from './clauses.ts';
import { type Mention, mentionsIn, textOf } from './mentions.ts';

const sorry =
  "no wait|wait no|wait|sorry|i'm sorry|no sorry|my (?:bad|mistake)|i (?:mean|meant|misspoke)|excuse me|correction|scratch that|strike that|let me correct (?:that|myself)|rather|make that|i take that back";
const opening = new RegExp(
  `^(?:(?:,|oh|well|no|actually|so|but|and) )*(?:(?:${sorry})\\b(?: ,)?|no no\\b|no(?: ,)? (?=\\d|let's|make|better|it's )|(?:that|it) (?:was|is) (?:actually|really) )`,
);
/** `Sorry, metformin too` takes nothing back. */
export const addition = /\b(?:too|also|as well|plus|another|add|adding|together)\b/;

/** How many words after the opening may stand before what is meant. */
const reach = 8;
/** The longest correction, in words, of a number without a unit: `sorry, seven point four`. */
const shortCorrection = 5;
/** In how many clauses after its own an amount is corrected. */
const amountReach = 3;

/**
 * The mention that is meant in place of another, in its clause or in the two after it: `Metformin, sorry, metoprolol`, `I
 * had a heart attack. Sorry, a stroke.` Undefined if nothing is taken back.
 */
export function replacementOf(
  clauses: readonly Clause[],
  mentions: readonly (readonly Mention[])[],
  at: number,
  mention: Mention,
): Mention | undefined {
  const corrections = clauses[at]?.language.corrections ?? englishCorrections;
  let said = '';
  for (let next = at; next <= at + 2 && clauses[next]?.turn === clauses[at]?.turn; next += 1) {
    const start = next === at ? mention.to : 0;
    const found = mentions[next]?.find((other) => other.from >= start && sortOf(mention) === sortOf(other));
    const tokens = clauses[next]?.tokens ?? [];
    if (found !== undefined) {
      const words = `${said} ${textOf(tokens.slice(start, found.from))} `.trimStart();
      const opened = (next === at ? corrections.within : corrections.opening).exec(words);
      const isMeant =
        opened !== null &&
        found.term.name !== mention.term.name &&
        !addition.test(textOf(tokens.slice(start))) &&
        words.slice(opened[0].length).trim().split(' ').length <= reach;
      return isMeant ? found : undefined;
    }
    if (next > at) said = `${said} ${textOf(tokens)}`.trim();
  }
  return undefined;
}

/** What says that an amount takes the place of the one before it. */
const revises =
  /\b(?:make (?:it|that)|let's (?:say|do|go with)|instead(?! of)|rather(?! than)|better|on reflection|(?:is|are|would be) (?:enough|plenty)|(?:it|that) is$)\b/;
/** An amount that is said alone, and not as the next one: `Too much. 50 mg.` */
const alone = /^(?:(?:,|so|no|then|it's|it is|okay|well) )*\d+(?:\.\d+)? \w+(?: it is| then)?$/;

/** `It's 1000`, in reply. */
const bare = /^(?:(?:it's|it is|no|actually|well|a|,) )+\d+(?:\.\d+)?(?: (?:mg|milligrams?|mcg|units?))?$/;
export const englishCorrections = { within: opening, opening };

function isRevision({ tokens, language }: Clause): boolean {
  const text = textOf(tokens);
  return (
    (language.corrections.opening.test(text) || revises.test(text) || alone.test(text) || bare.test(text)) &&
    !/\b(?:maximum|up to|more than|after)\b/.test(text)
  );
}

/** An amount that is said again in one of the clauses after its own: `I take 20 mg. No wait, I take 10.` */
export function correctedAmount(clauses: readonly Clause[], at: number, amount: Amount): Amount {
  const own = clauses[at];
  if (own === undefined) return amount;
  const isLast = ({ unit }: Amount) => amount.unit === null || unit === amount.unit;
  if (amountsIn(own).findLast(isLast)?.from !== amount.from) return amount;
  const beforeAmount = own.language.corrections.beforeAmount;
  const again = amountsIn(own).find(
    ({ from, unit }) =>
      from > amount.to &&
      unit === amount.unit &&
      beforeAmount?.test(textOf(own.tokens.slice(amount.to, from))) === true,
  );
  if (again !== undefined) return { ...amount, value: again.value };
  const later = clauses.slice(at + 1, at + 1 + amountReach);
  const start = later.findIndex(isRevision);
  const isShort = (later[start]?.tokens.length ?? 0) <= shortCorrection;
  if (start === -1) return amount;
  // `Keppra 500 twice a day. – Are you taking folic acid? – Take 5 mg instead.`
  if (later.slice(0, start).some(namesOther(own))) return amount;
  for (const clause of later.slice(start)) {
    const [meant] = isSaidBy(own, clause) ? amountsIn(clause) : [];
    if (meant === undefined) continue;
    // `Duloxetine 60. Start with 30 mg rather.`
    if (amount.unit === null && doseUnits.has(meant.unit ?? ''))
      return { ...amount, value: meant.value, unit: meant.unit };
    if (amount.unit === null && (start > 0 || !isShort)) return amount;
    return meant.unit === null || meant.unit === amount.unit ? { ...amount, value: meant.value } : amount;
  }
  return amount;
}

/** Whether a clause names a medicine that another does not. */
function namesOther(own: Clause): (clause: Clause) => boolean {
  const named = (clause: Clause) =>
    mentionsIn(clause).flatMap(({ term }) => (term.kind === 'medication' ? term.name : []));
  const before = new Set(named(own));
  return (clause) => named(clause).some((name) => !before.has(name));
}

/** Whether the speaker goes on, also after a reply, or who replies says another number alone. */
function isSaidBy({ turn, speaker }: Clause, later: Clause): boolean {
  if (later.turn === turn + 1 && bare.test(textOf(later.tokens))) return true;
  return later.turn === turn || (later.turn === turn + 2 && later.speaker === speaker);
}

function sortOf({ term }: Mention): string {
  return term.kind === 'symptom' ? 'problem' : term.kind;
}
