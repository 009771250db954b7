import { genericName } from '../medicines.ts';
import { numberWord } from '../number-words.ts';

/** A word, or words, that one other of its sort may take the place of. */
export interface Value {
  readonly sort: string;
  /** The index after its last word. */
  readonly to: number;
}

const number = new RegExp(`^(?:\\d[\\d.,/]*|${numberWord}(?:-${numberWord})*)$`);
const withinNumber = /^(?:and|point|over|to|half|a)$/;
const units: readonly (readonly [sort: string, words: RegExp])[] = [
  ['dose', /^(?:mg|mgs|mcg|µg|g|ml|mls|(?:milli|micro)?grams?|millilit(?:er|re)s?|units?)$/],
  [
    'count',
    /^(?:puffs?|tablets?|tabs?|capsules?|capfuls?|scoops?|sachets?|packets?|sprays?|teaspoons?|tablespoons?|pills?|drops?|patch(?:es)?)$/,
  ],
  ['time', /^(?:minutes?|hours?|days?|weeks?|months?|years?)$/],
  ['often', /^times$/],
  ['degrees', /^degrees?$/],
  ['percent', /^(?:%|percent)$/],
  ['weight', /^(?:kg|kilos?|kilograms?|pounds?|lbs?)$/],
  ['length', /^(?:mm|cm|(?:centi|milli)met(?:er|re)s?|inch(?:es)?)$/],
];
/** Words of which one is said for another. */
const sorts: readonly (readonly [sort: string, words: RegExp])[] = [
  ['side', /^(?:left|right|both)$/],
  ['level', /^[ctls]\d{1,2}(?:-[ctls]?\d{1,2})?$/],
  ['height', /^(?:upper|middle|lower)$/],
  ['depth', /^(?:medial|lateral|inner|outer|anterior|posterior)$/],
  ['often', /^(?:once|twice|daily|nightly|weekly|monthly)$/],
  ['day', /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/],
  ['month', /^(?:january|february|april|june|july|august|september|october|november|december)$/],
  ['part', /^(?:shoulder|elbow|wrist|hand|thumb|finger|hip|knee|ankle|foot|toe|heel|neck|thigh|calf|shin|forearm)$/],
];
/** `May` and `march` are months after these. */
const beforeMonth = /^(?:in|since|last|this|early|late|until|from|by)$/;
/** `Right now` names no side. */
const noSide = /^(?:now|away|after|before|there|here|then)$/;
const perTime = /^(?:a|per|each|every)$/;
const period = /^(?:day|night|week|month|hour|morning|evening)$/;

/**
 * The value that begins at a word.
 *
 * @param words in lower case
 * @returns undefined if none does; the sort of a number has its unit: `number time`, `number` where there is none
 */
export function valueAt(words: readonly string[], at: number): Value | undefined {
  const word = words[at] ?? '';
  if (/^(?:may|march)$/.test(word) && beforeMonth.test(words[at - 1] ?? '')) return { sort: 'month', to: at + 1 };
  if (word === 'right' && noSide.test(words[at + 1] ?? '')) return undefined;
  const sort = sorts.find(([, own]) => own.test(word))?.[0];
  if (sort === 'often') return { sort, to: afterPeriod(words, at + 1) };
  if (sort !== undefined) return { sort, to: at + 1 };
  if (genericName(word) !== undefined) return { sort: 'medicine', to: at + 1 };
  return number.test(word) ? numberFrom(words, at) : undefined;
}

function numberFrom(words: readonly string[], at: number): Value {
  let to = at + 1;
  while (number.test(words[to] ?? '') || (withinNumber.test(words[to] ?? '') && number.test(words[to + 1] ?? '')))
    to += 1;
  const unit = units.find(([, own]) => own.test(words[to] ?? ''))?.[0];
  if (unit === 'often') return { sort: 'often', to: afterPeriod(words, to + 1) };
  if (unit !== undefined) return { sort: `number ${unit}`, to: to + 1 };
  const isRate = perTime.test(words[to] ?? '') && period.test(words[to + 1] ?? '');
  return isRate ? { sort: 'number rate', to: to + 2 } : { sort: 'number', to };
}

/** `Twice a day`, `twice daily` */
function afterPeriod(words: readonly string[], at: number): number {
  if (/^(?:once|twice|times)$/.test(words[at - 1] ?? '') && /^(?:daily|nightly|weekly|monthly)$/.test(words[at] ?? ''))
    return at + 1;
  return perTime.test(words[at] ?? '') && period.test(words[at + 1] ?? '') ? at + 2 : at;
}

/** Whether a value may take the place of another. A number without a unit takes the place of one with a unit. */
export function isSameSort(meant: string, said: string): boolean {
  return (
    meant === said ||
    (meant === 'number' && said.startsWith('number')) ||
    (said === 'number' && meant.startsWith('number'))
  );
}
