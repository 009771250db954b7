import { denies } from './clauses.ts';
import type { PlaceGroup } from './place-groups.ts';

/** What a row may find at a level: the signs of P.A.R.T. and the subluxation itself. */
export const levelElements = [
  'pain or tenderness',
  'asymmetry or misalignment',
  'range of motion',
  'tissue or tone',
  'subluxation',
] as const;
export type LevelElement = (typeof levelElements)[number];

/** Words of a sign beside a level: `C5 is fixated` needs no `range of motion`. */
const signs: Readonly<Record<LevelElement, RegExp>> = {
  'pain or tenderness':
    /\b(?:tender(?:ness)?|sore(?:ness)?|pain(?:ful)?(?! (?:free|scale|score|level|went))|aching|achy)\b/gi,
  'asymmetry or misalignment':
    /\b(?:asymmetr\w+|misalign\w+|malposition\w*|out of (?:alignment|place)|rotat(?:ed|ion) (?:to the )?(?:left|right|posterior\w*|anterior\w*)|posterior(?:ly|ity)?|anterior(?:ly|ity)?|deviated|(?:left|right) lateral listing|listing)\b/gi,
  'range of motion':
    /\b(?:fixat\w+|restrict\w*|hypomobil\w*|stuck|locked(?: up)?|jammed|blocked|stiff(?:ness)?|(?:not|isn't|wasn't|aren't|doesn't|don't|barely|hardly) (?:mov(?:e|ing)|gliding?|glide)(?! well)|(?:limited|reduced|decreased|diminished|loss of|lost) (?:\w+ )?(?:motion|mobility|movement|extension|flexion|rotation)|(?:motion|mobility|movement) (?:is |was )?(?:limited|reduced|decreased|diminished|lost))\b/gi,
  'tissue or tone':
    /\b(?:spasms?|hypertonic\w*|hypertonus|tight(?:ness)?|taut|guarded|guarding|boggy|edema\w*|swelling|swollen|inflamed|inflammation|trigger points?|knots?|knotted|ropy)\b/gi,
  subluxation: /\b(?:subluxat\w*|subluxed|segmental (?:and somatic )?dysfunctions?|somatic dysfunctions?)\b/gi,
};

export interface LevelSign {
  readonly element: LevelElement;
  /** The words that state it. */
  readonly words: string;
  readonly start: number;
  /** The list of places that it is of; null if the clause names none. */
  readonly group: PlaceGroup | null;
}

/** Other parts of the body, whose signs are not those of a level. */
const otherPart =
  /\b(?:your|the|his|her|a|both|left|right|upper|paraspinal|cervical|thoracic|lumbar|short|long) ?(?:left |right |upper |lower |paraspinal )*(?:muscles?|musculature|paraspinals?|traps?|trapezius|hamstrings?|psoas|piriformis|scalenes?|glutes?|legs?|hips?|shoulders?|arms?|head|extension|flexion|rotation|lateral flexion|motion)\b|\bleg length\b|\b(?:flexion|extension|rotation|side[- ]?bending)\b/i;
const link =
  "(?:is|are|was|were|isn't|feels?|still|very|quite|really|pretty|also|too|a|an|bit|little|some|mildly|again|has|have|shows?|with|both|sides?|on|the|left|right|palpable|muscle|paraspinal|more|most|remains?|and|or|it's)";
const beside = new RegExp(`^(?:[\\s,]|\\b${link}\\b)*$`, 'i');
const preposition =
  /^\s*(?:(?:on|to) the (?:left|right) |both sides )?(?:at|over|around|of|in|on|near|along|from)(?: the| your| both| levels?| about| level of)*(?: left| right)?\s*$/i;
const ahead = /^(?!.*\b(?:is|are|was|were|'s|has|have)\b)[^,.;]{0,40}$/i;

/**
 * Finds the signs that a clause asserts, each with the places it is of. Denied signs are left out: a denial reaches to
 * the next place that is named.
 */
export function levelSigns(text: string, groups: readonly PlaceGroup[]): readonly LevelSign[] {
  const matches = levelElements
    .flatMap((element) => [...text.matchAll(signs[element])].map((match) => ({ element, match })))
    .toSorted((a, b) => a.match.index - b.match.index);
  const found: LevelSign[] = [];
  for (const { element, match } of matches) {
    const { index: start, 0: words } = match;
    const group = groupOf(text, groups, start, start + words.length, found.at(-1));
    const from = groups.findLast(({ end }) => end <= start)?.end ?? 0;
    // In `No tenderness at T4, T5 is tender` the denial ends with T4; in `T4 and T5 are not tender` it follows them.
    if (!denies(text.slice(from, start))) found.push({ element, words, start, group });
  }
  return [...found, ...soAre(text, groups, found)];
}

/** `L5 is subluxated, and so is the left SI`: the second has the sign of the first. */
function soAre(text: string, groups: readonly PlaceGroup[], found: readonly LevelSign[]): readonly LevelSign[] {
  return groups.flatMap((group) => {
    const sign = found.findLast(({ start }) => start < group.start);
    const isSo = /\bso (?:is|are|was|were)(?: the| your)?(?: left| right| both)?\s*$/i.test(text.slice(0, group.start));
    return isSo && sign !== undefined ? [{ ...sign, group }] : [];
  });
}

function groupOf(
  text: string,
  groups: readonly PlaceGroup[],
  start: number,
  end: number,
  last: LevelSign | undefined,
): PlaceGroup | null {
  const following = groups.find((group) => group.start >= end);
  const preceding = groups.findLast((group) => group.end <= start);
  const gapAfter = following === undefined ? undefined : text.slice(end, following.start);
  if (following !== undefined && gapAfter !== undefined && preposition.test(gapAfter)) return following;
  if (preceding !== undefined && beside.test(text.slice(preceding.end, start))) return preceding;
  const chained = last !== undefined && last.group !== null && last.group === preceding;
  if (chained && beside.test(text.slice(last.start + last.words.length, start))) return last.group;
  if (otherPart.test(phraseAround(text, start))) return null;
  if (following !== undefined && gapAfter !== undefined && ahead.test(gapAfter)) return following;
  return preceding ?? null;
}

/** The words between commas and conjunctions around a position. */
function phraseAround(text: string, at: number): string {
  const before =
    text
      .slice(0, at)
      .split(/,|\band\b|\bwith\b|\bso\b/i)
      .at(-1) ?? '';
  const after = text.slice(at).split(/,|\band\b|\bso\b/i)[0] ?? '';
  return before + after;
}

/** Tells whether a clause without places goes on about the last ones: `Tender there.`, `It's fixated.` */
export function continuesLastPlaces(text: string, sign: LevelSign): boolean {
  if (otherPart.test(text)) return false;
  const lead = text.slice(0, sign.start);
  return /\b(?:it|there|that|this(?: one)?|same|they|both|these)\b/i.test(text) || lead.trim().split(/\s+/).length <= 3;
}
