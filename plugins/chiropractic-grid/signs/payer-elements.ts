import { asserts } from './asserted.ts';
import { type PartElement, partElements } from './sign-words.ts';

const motion = 'range of motion|flexion|extension|rotation|lateral (?:bending|flexion)|side[- ]bending|mobility|motion';
const limited =
  'limited|limitations?|restrict\\w*|reduc\\w*|decreas\\w*|diminish\\w*|loss|lost|abnormal\\w*|painful|stiff\\w*|lacking|hypomobil\\w*|fixat\\w*';
/** Degrees indicate a limit only if stated as one: `flexion is 40 of 60 degrees`, `limited to 40 degrees`. */
const signs: Readonly<Record<PartElement, RegExp>> = {
  'pain or tenderness':
    /(?<!\bnon-?\s?)\btender(?:ness)?\b|\bpain(?:ful)? (?:on|to|with|when) (?:palpation|pressure|motion|movement|touch|i press)|\b(?:palpation|pressing|pressure)\b[^.]{0,30} (?:is|was|causes|caused|elicits|elicited|produces|produced|reproduces)[^.]*\bpain/i,
  'asymmetry or misalignment':
    /\basymmetr\w+|\bmisalign\w+|\bout of alignment\b|\bleg length (?:difference|discrepancy|inequality)|\b(?:short|long) (?:left |right )?leg\b|\b(?:left|right) leg (?:is |was )?(?:short|long)\w*|\b(?:high|low|elevated|higher|lower)(?: (?:left|right))? (?:shoulder|hip|ilium|iliac crest)|\b(?:left|right) (?:shoulder|hip|ilium|iliac crest) (?:is|sits) (?:high|low|higher|lower)|\brotated (?:to the )?(?:left|right|posterior\w*|anterior\w*)|\blateral (?:shift|list|deviation|tilt)|\bhead tilt\b/i,
  'range of motion': new RegExp(
    `\\b(?:${limited})\\b[^.]{0,40}\\b(?:${motion})\\b|\\b(?:${motion})\\b[^.]{0,40}\\b(?:${limited})\\b|\\b(?:joint|segmental|motion) (?:restriction|fixation)s?\\b|\\b\\d+ (?:out )?of \\d+ degrees`,
    'i',
  ),
  'tissue or tone':
    /\b(?:muscle )?spasms?\b|\bhypertonic\w*|\b(?:muscles?|paraspinals?|trapezius|tissues?)\b[^.]{0,30}\b(?:tight\w*|taut|tense|rigid|boggy|guarded|knotted)|\b(?:tight|taut|tense|rigid|boggy)\b[^.]{0,30}\b(?:muscles?|paraspinals?|trapezius|tissues?|bands?)\b|\b(?:swelling|edema|inflammation)\b|\btrigger points?\b|\bmuscle guarding\b/i,
};

/** Finds the signs that a clause of the clinician reports. Denied or normal signs are not reported. */
export function findPartElements(clause: string): readonly PartElement[] {
  return partElements.filter(
    (element) => asserts(clause, signs[element]) && !(element === 'range of motion' && isFull(clause)),
  );
}

function isFull(clause: string): boolean {
  return (
    /\b(?:full|normal|within normal limits|intact|unrestricted)\b/i.test(clause) &&
    !new RegExp(`\\b(?:${limited})\\b`, 'i').test(clause)
  );
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
function isTerse(clause: string): boolean {
  return frequency.exec(clause)?.index === 0;
}
