import { rememberedFor } from '../../language/remembered.ts';
import { type Amount, amountsIn, doseUnits } from './amounts.ts';
import type { Clause } from './clauses.ts';
import { mentionsIn, textOf } from './mentions.ts';

/** Right before a number, these set a dose of the medicine that was named before: `then we start low, five`. */
const sets =
  /\b(?:start|begin|go|stay|make|do|try|keep|leave|drop|cut|bring|take|lower|raise|increase|reduce)(?: (?:it|that|you|him|her|this|off|out|back|down|up|low|lower|slow|small|higher|instead|just|only|with|at|to|on|by|the|,)){0,5}$/;
/** After a number, what no dose has. */
const other =
  /^(?:(?:more|other|of us|o'clock|am|pm|percent|degrees?|out|a\.?m|p\.?m|visits?|sessions?|things?|steps?|reps|sets)\b|\/|:)/;

interface SetDose {
  readonly name: string;
  readonly value: string;
  /** It took the place of what was said before. */
  readonly isNew: boolean;
  readonly turn: number;
}

/**
 * Tells whether a statement gives a medicine a dose that its source replaces afterwards without naming the medicine
 * again: `rosuvastatin ten … then we start low, five`.
 */
export function hasSupersededDose(source: readonly Clause[], statement: readonly Clause[]): boolean {
  const stated = dosesIn(statement);
  const set = stated.length === 0 ? [] : dosesIn(source);
  return stated.some(({ name, value }) => {
    const own = set.filter((dose) => dose.name === name);
    const last = own.at(-1);
    return (
      last?.isNew === true &&
      last.value !== value &&
      own.some((dose) => dose.value === value) &&
      !statement.flatMap(amountsIn).some((amount) => amount.value === last.value)
    );
  });
}

/** Whether a later turn gives a medicine another dose: `the metoprolol 100 – The metoprolol is 50.` */
export function isSuperseded(source: readonly Clause[], name: string, value: string, turn: number): boolean {
  const last = dosesIn(source).findLast((dose) => dose.name === name);
  return last !== undefined && last.turn > turn && last.value !== value;
}

/** The doses of a text in its order, each with the medicine that it is said of. */
const dosesIn = rememberedFor((clauses: readonly Clause[]): readonly SetDose[] => {
  let last: string | undefined;
  return clauses.flatMap((clause): readonly SetDose[] => {
    const amounts = amountsIn(clause).filter((amount) => isDose(clause, amount));
    const medicines = mentionsIn(clause).filter(({ term }) => term.kind === 'medication');
    if (medicines.length > 0)
      return amounts.flatMap(({ value, from }): SetDose[] => {
        const named = medicines.findLast(({ to }) => to <= from && from - to <= nearest);
        last = named?.term.name ?? last;
        return named === undefined ? [] : [{ name: named.term.name, value, isNew: false, turn: clause.turn }];
      });
    const [amount] = amounts;
    const name = last;
    if (name === undefined || amount === undefined || clause.role === 'patient' || clause.isQuestion) return [];
    const isNew = sets.test(textOf(clause.tokens.slice(0, amount.from)));
    return isNew ? [{ name, value: amount.value, isNew, turn: clause.turn }] : [];
  });
});

/** Words between a medicine and its dose. */
const nearest = 3;

function isDose({ tokens }: Clause, { unit, to }: Amount): boolean {
  return unit === null ? !other.test(textOf(tokens.slice(to, to + 2))) : doseUnits.has(unit);
}
