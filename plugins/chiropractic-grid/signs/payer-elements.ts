import { asserts } from './asserted.ts';
import { type PartElement, partElements, signWords } from './sign-words.ts';

const motion = '\\b(?:motion|flexion|extension|rotation|bending|mobility)\\b';
const limited =
  '\\b(?:limit(?:ed|ations?)|reduc\\w*|decreas\\w*|diminish\\w*|loss|lost|painful|restrict\\w*|stiff\\w*)';
/** Signs of the whole body, which the words for a level do not say. Degrees indicate a limit only if stated as one. */
const further: Readonly<Partial<Record<PartElement, RegExp>>> = {
  'asymmetry or misalignment':
    /\bleg length (?:difference|discrepancy|inequality)|\b(?:short|long) (?:left |right )?leg\b|\b(?:left|right) leg (?:is |was )?(?:short|long)\w*|\b(?:high|low|elevated|higher|lower)(?: (?:left|right))? (?:shoulder|hip|ilium|iliac crest)|\blateral (?:shift|list|deviation|tilt)|\bhead tilt\b/i,
  'range of motion': new RegExp(
    `${limited}[^.]{0,40}${motion}|${motion}[^.]{0,40}${limited}|\\b\\d+ (?:out )?of \\d+ degrees`,
    'i',
  ),
};
/** Pain is a sign where the examination provokes it. */
const provoked = /\btender|\b(?:palpat\w+|press\w*|motion|movement|touch)\b/i;

/** Finds the signs that a clause of the clinician reports. Denied signs are not reported. */
export function findPartElements(clause: string): readonly PartElement[] {
  return partElements.filter((element) => {
    if (element === 'pain or tenderness' && !provoked.test(clause)) return false;
    return asserts(clause, signWords[element]) || asserts(clause, further[element] ?? /(?!)/);
  });
}

/**
 * Elements of a treatment plan (CMS Benefit Policy Manual, chapter 15, §240.1.2.2): goals, frequency and duration of
 * care.
 */
export const careElements = ['goal', 'frequency of care', 'duration of care'] as const;
export type CareElement = (typeof careElements)[number];

const numeral = '(?:\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|once|twice)';
/** `three`, or the whole range `two to three`. */
const amount = `${numeral}(?:(?:[-–]| to | or )${numeral})?`;
const unit = '(?:day|week|month)s?';
const care =
  /\b(?:visits?|be seen|see me|treat\w*|adjust\w*|care|see (?:you|him|her|them)|keep going|continue|(?:want|need|like) (?:you|him|her|them) (?:here|in|back)|come (?:back|in)|sessions?|appointments?|frequency|duration|schedule\w*|(?:cut|drop|go|going|taper)\w* (?:back |down )?to|start\w*|plan|return)\b|(?:^|\b(?:to|and|then|so|should|please|must|can) )come\b/i;
const past = /\b(?:ago|last (?:year|month|week|time)|back then|used to|previously)\b/i;

const frequency = new RegExp(
  `\\b(?:${amount}(?:x| times?| visits?| sessions?)?(?:/| (?:a|per|each|every) )(?:day|week|month)|(?:once|twice) (?:weekly|monthly)|every (?:other )?(?:${amount} )?${unit}|(?:weekly|biweekly|monthly))\\b`,
  'i',
);
const duration = new RegExp(
  `\\bfor the (?:next|first|coming) ${unit}\\b|\\bfor (?:the (?:next|first|coming) |about |another |at least )?${amount} ${unit}\\b|\\bover (?:the next )?${amount} ${unit}\\b|\\bfor ${amount} more ${unit}\\b|\\bduration(?: of care| of treatment)?:?(?: of| is)? ${amount} ${unit}\\b|\\b${numeral}[- ]week (?:plan|course|period|trial)\\b`,
  'i',
);
const goal =
  /\b(?:goals?|aim(?:s|ing)?|objectives?|target)\b[^.]*\b(?:is|are|to|of|be|for|include)\b|(?:^|,)\W*goals?\b[:,]? \w+|\bso (?:that )?(?:you|he|she|they) (?:can|could|will be able to)\b[^.]*\b(?:again|without|back to|return)\b|\b(?:want|like|get|getting) (?:you|him|her|them) (?:\w+ing\b[^.]*\b(?:without|again)\b|pain[- ]free|back to|to (?:be able to|where|the point))\b/i;

/** Finds the elements of a treatment plan in a clause, with the words that state them. */
export function findCareElements(clause: string): readonly { readonly element: CareElement; readonly value: string }[] {
  const found: { element: CareElement; value: string }[] = [];
  if (asserts(clause, goal)) found.push({ element: 'goal', value: clause });
  if (!(care.test(clause) || isTerse(clause)) || past.test(clause)) return found;
  const often = frequency.exec(clause);
  if (often !== null && asserts(clause, frequency)) found.push({ element: 'frequency of care', value: often[0] });
  const long = duration.exec(clause);
  if (long !== null && asserts(clause, duration)) found.push({ element: 'duration of care', value: long[0] });
  return found;
}

/** A dictated fragment that begins with how often: `Twice a week for three weeks.` */
const isTerse = (clause: string): boolean => frequency.exec(clause)?.index === 0;
