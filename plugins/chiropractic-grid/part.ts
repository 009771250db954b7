import { asserts } from './clauses.ts';

/**
 * What shows a subluxation on examination: pain, asymmetry, range of motion, tissue. Two are needed, one of them asymmetry or range of motion (CMS Benefit Policy Manual, chapter 15,
 * §240.1.2.2).
 */
export const partElements = ['pain or tenderness', 'asymmetry or misalignment', 'range of motion', 'tissue or tone'] as const;
export type PartElement = (typeof partElements)[number];

/** Of the two that are needed, one is of these. */
export const decisiveElements: readonly PartElement[] = ['asymmetry or misalignment', 'range of motion'];

const motion = 'range of motion|flexion|extension|rotation|lateral (?:bending|flexion)|side[- ]bending|mobility|motion';
const limited =
  'limited|limitations?|restrict\\w*|reduc\\w*|decreas\\w*|diminish\\w*|loss|lost|abnormal\\w*|painful|stiff\\w*|lacking|hypomobil\\w*|fixat\\w*';
/** Degrees tell a limit only where they are given as one: `flexion is 40 of 60 degrees`, `limited to 40 degrees`. */
const signs: Readonly<Record<PartElement, RegExp>> = {
  'pain or tenderness':
    /\btender(?:ness)?\b|\bpain(?:ful)? (?:on|to|with|when) (?:palpation|pressure|motion|movement|touch|i press)|\b(?:palpation|pressing|pressure)\b[^.]{0,30} (?:is|was|causes|caused|elicits|elicited|produces|produced|reproduces)[^.]*\bpain/i,
  'asymmetry or misalignment':
    /\basymmetr\w+|\bmisalign\w+|\bout of alignment\b|\bleg length (?:difference|discrepancy|inequality)|\b(?:short|long) leg\b|\b(?:high|low|elevated|higher|lower)(?: (?:left|right))? (?:shoulder|hip|ilium|iliac crest)|\b(?:left|right) (?:shoulder|hip|ilium|iliac crest) (?:is|sits) (?:high|low|higher|lower)|\brotated (?:to the )?(?:left|right|posterior\w*|anterior\w*)|\blateral (?:shift|list|deviation|tilt)|\bhead tilt\b/i,
  'range of motion': new RegExp(
    `\\b(?:${limited})\\b[^.]{0,40}\\b(?:${motion})\\b|\\b(?:${motion})\\b[^.]{0,40}\\b(?:${limited})\\b|\\b(?:joint|segmental|motion) (?:restriction|fixation)s?\\b|\\b\\d+ (?:out )?of \\d+ degrees`,
    'i',
  ),
  'tissue or tone':
    /\b(?:muscle )?spasms?\b|\bhypertonic\w*|\b(?:muscles?|paraspinals?|trapezius|tissues?)\b[^.]{0,30}\b(?:tight\w*|taut|tense|rigid|boggy|guarded|knotted)|\b(?:tight|taut|tense|rigid|boggy)\b[^.]{0,30}\b(?:muscles?|paraspinals?|trapezius|tissues?|bands?)\b|\b(?:swelling|edema|inflammation)\b|\btrigger points?\b|\bmuscle guarding\b/i,
};

/** Which of the four a clause of the clinician reports. What is denied, or said to be full and normal, is not found. */
export function partElementsIn(clause: string): readonly PartElement[] {
  return partElements.filter((element) => asserts(clause, signs[element]) && !(element === 'range of motion' && isFull(clause)));
}

function isFull(clause: string): boolean {
  return (
    /\b(?:full|normal|within normal limits|intact|unrestricted)\b/i.test(clause) &&
    !new RegExp(`\\b(?:${limited})\\b`, 'i').test(clause)
  );
}
