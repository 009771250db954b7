import { unitOf } from '../../language/units.ts';
import type { Clause } from './clauses.ts';
import { textOf } from './mentions.ts';

/** A number with its unit. */
export interface Amount {
  /** `10`, `140/90`, `6-8`. */
  readonly value: string;
  /** The canonical unit: `mg`, `week`; `out of 10` for a score, `ratio` for two numbers over each other; null for none. */
  readonly unit: string | null;
  readonly from: number;
  readonly to: number;
}

type Words = Pick<Clause, 'tokens'> & Partial<Pick<Clause, 'language'>>;

/** Units of time. */
export const timeUnits: ReadonlySet<string> = new Set(['second', 'minute', 'hour', 'day', 'week', 'month', 'year']);
/** Units in which medicines are dosed. */
export const doseUnits: ReadonlySet<string> = new Set(['mg', 'mcg', 'ml', 'g', 'unit', 'tablet', 'puff', 'drop']);

/** Units of vital signs, which the name of the sign tells already. */
const ofSigns: ReadonlySet<string> = new Set(['bpm', 'mmhg', 'age']);

const number = /^\d+(?:\.\d+)?$/;
/** Finds the amounts of a clause. A number that is corrected at once (`20, Quatsch, 10 mg`) does not count. */
export function amountsIn({ tokens, language }: Words): Amount[] {
  const correction = language?.amounts.correction;
  const amounts: Amount[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (!number.test(tokens[at]?.text ?? '')) continue;
    const amount = amountAt(tokens, at);
    at = amount.to - 1;
    amounts.push(amount);
  }
  return amounts.filter((amount, index) => {
    const next = amounts[index + 1];
    return (
      correction === undefined ||
      next === undefined ||
      next.from - amount.to > 6 ||
      !correction.test(`${textOf(tokens.slice(amount.to, next.from))} `)
    );
  });
}

function amountAt(tokens: Clause['tokens'], from: number): Amount {
  const text = (index: number) => tokens[index]?.text ?? '';
  const first = text(from);
  const isDate = text(from + 1) === '/' && (text(from + 3) === '/' || text(from - 1) === '/');
  if (!isDate && /^(?:over|\/)$/.test(text(from + 1)) && number.test(text(from + 2)))
    return (
      score(first, text(from + 2), from, from + 3, text(from + 1)) ?? {
        value: `${first}/${text(from + 2)}`,
        unit: 'ratio',
        from,
        to: from + 3,
      }
    );
  if (text(from + 1) === 'out' && text(from + 2) === 'of' && number.test(text(from + 3)))
    return { value: first, unit: `out of ${text(from + 3)}`, from, to: from + 4 };
  const isRange = /^(?:to|or)$/.test(text(from + 1)) && number.test(text(from + 2));
  const last = isRange ? from + 2 : from;
  const value = isRange ? `${first}-${text(from + 2)}` : first;
  const spelled = unitOf(text(last + 1));
  const unit = spelled === null || ofSigns.has(spelled) ? null : spelled;
  // `10 mg/5 ml` is what a liquid holds, and no dose.
  const over = unit === null ? undefined : concentrationEnd(tokens, last + 2);
  if (over !== undefined) return { value, unit: 'concentration', from, to: over };
  return { value, unit, from, to: unit === null ? last + 1 : last + 2 };
}

/** The end of `/5 ml`, after an amount; undefined if there is none. */
function concentrationEnd(tokens: Clause['tokens'], at: number): number | undefined {
  const text = (index: number) => tokens[index]?.text ?? '';
  if (!/^(?:\/|per)$/.test(text(at))) return undefined;
  const from = number.test(text(at + 1)) ? at + 2 : at + 1;
  return /^(?:ml|g|kg|liter|unit|tablet|puff|drop)$/.test(unitOf(text(from)) ?? '') ? from + 1 : undefined;
}

/** `7/10` is a score, `120/80` a pressure. */
function score(one: string, other: string, from: number, to: number, by: string): Amount | undefined {
  return by === '/' && other === '10' ? { value: one, unit: 'out of 10', from, to } : undefined;
}

const frequency =
  /^(?:,? ?(?:po |by mouth |orally |tablets? |capsules? |puffs? |uh |um )*(?:(?:once|twice|1|2|3|4|\d+ times|1 time|1 tablet|1 pill)? ?(?:a|per|every|each) (?:day|week|month|night|morning|evening|other day|\d+(?: to \d+)? (?:hours|days|weeks|months)|single day|bedtime|hour|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?: as needed| for \d+ (?:days|weeks|months))?|(?:once |twice |\d+ times )?(?:daily|nightly|weekly|monthly)|every \d+(?: to \d+)? (?:hours|days|weeks|months)(?: as needed)?|as needed|at night|at bedtime|before bed|in the morning|in the evening|with (?:meals|food)|on \w+days))/;

const linking =
  /^(?:(?:,|scores?|total|last|this|week|month|visit|time|is|was|are|were|at|of|to|been|it|in|a|an|little|bit|high|low|elevated|good|fine|great|pretty|looks?|like|about|around|has|have|still|today|here|up|down|now|the|your|for|really|well|controlled|uh|um|by|be|us|running|level|levels|reading|overall|came|back|had|say|yeah|so|we|got|off|sitting|that|'s|increase|dose|1|one|vitals?|currently) )*$/;

/** What English corrects is read before, by `asMeant`. */
export const englishAmounts = { correction: undefined, frequency, linking };

/** The frequency right after a place: `twice a day`, `every 6 hours as needed`; empty if there is none. */
export function frequencyAt({ tokens, language }: Words, at: number): string {
  return ((language?.amounts ?? englishAmounts).frequency.exec(textOf(tokens.slice(at, at + 12)))?.[0] ?? '').replace(
    /^[ ,]+|[ ,]+$/g,
    '',
  );
}

const limit =
  /\b(?:(?:not|no) more than|no less than|at least|at most|less than|more than|up to|maximum(?: dose)? of|over|under|above|below)$/;

/** An amount as it was said or corrected, with the words that make it a limit: `not more than 1200 milligrams`. */
export function saidAmount({ tokens }: Pick<Clause, 'tokens'>, { from, to, value }: Amount): string {
  const before = limit.exec(textOf(tokens.slice(Math.max(0, from - 4), from)))?.[0] ?? '';
  const said = textOf(tokens.slice(from, to)).replace(/ (?:over|\/) /, '/');
  const meant = number.test(value) ? said.replace(/^\d+(?:\.\d+)?/, value) : said;
  return `${before} ${meant}`.trim();
}
