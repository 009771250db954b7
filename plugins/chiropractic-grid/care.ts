import { asserts } from './clauses.ts';

/** What a plan of care says: goals, and how often and how long the patient is to come (CMS Benefit Policy Manual, chapter 15, §240.1.2.2: treatment plan). */
export const careElements = ['goal', 'frequency of care', 'duration of care'] as const;
export type CareElement = (typeof careElements)[number];

const numeral = '(?:\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|once|twice)';
/** `three`, or `two to three`: who cuts a range short says something else. */
const amount = `${numeral}(?:(?:[-–]| to | or )${numeral})?`;
const unit = '(?:day|week|month)s?';
const care =
  /\b(?:visits?|treat\w*|adjust\w*|care|see (?:you|him|her|them)|(?:want|need|like) (?:you|him|her|them) here|come (?:back|in)|sessions?|appointments?|schedule\w*|start\w*|plan|return)\b|(?:^|\b(?:to|and|then|so|should|please|must|can) )come\b/i;
const past = /\b(?:ago|last (?:year|month|week|time)|back then|used to|previously)\b/i;

const frequency = new RegExp(
  `\\b(?:${amount}(?:x| times?| visits?| sessions?)?(?:/| (?:a|per|each|every) )(?:day|week|month)|(?:once|twice) (?:weekly|monthly)|every (?:other )?(?:${amount} )?${unit}|(?:weekly|biweekly|monthly))\\b`,
  'i',
);
const duration = new RegExp(
  `\\bfor (?:the next |about |another |at least )?${amount} ${unit}\\b|\\bover (?:the next )?${amount} ${unit}\\b|\\b${numeral}[- ]week (?:plan|course|period|trial)\\b`,
  'i',
);
const goal =
  /\b(?:goals?|aims?|objectives?|target)\b[^.]*\b(?:is|are|to|of|be|include)\b|\bso (?:that )?you can\b[^.]*\b(?:again|without)\b|\b(?:want|like|get|getting) you (?:back to|to (?:be able to|where|the point))\b/i;

/** What a clause of a plan says of care, with the words that say it. */
export function careIn(clause: string): readonly { readonly element: CareElement; readonly value: string }[] {
  const found: { element: CareElement; value: string }[] = [];
  if (asserts(clause, goal)) found.push({ element: 'goal', value: clause });
  if (!care.test(clause) || past.test(clause)) return found;
  const often = frequency.exec(clause);
  if (often !== null && asserts(clause, frequency)) found.push({ element: 'frequency of care', value: often[0] });
  const long = duration.exec(clause);
  if (long !== null && asserts(clause, duration)) found.push({ element: 'duration of care', value: long[0] });
  return found;
}
