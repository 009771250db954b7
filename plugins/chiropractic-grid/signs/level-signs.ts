import type { PlaceGroup } from '../places/place-groups.ts';
import { isExtraspinal } from '../places/spine.ts';
import { asserted } from './asserted.ts';
import { type LevelElement, levelElements, listing, signWords } from './sign-words.ts';
import { techniqueMentions } from './techniques.ts';

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
/** Muscles of a whole region, `the thoracolumbar paraspinals` */
const regionalMuscles =
  /\b(?:cervical|thoracic|lumbar|sacral|cervico-?thoracic|thoraco-?lumbar|lumbo-?sacral|sub-?occipital|upper|lower|bilateral)\s(?:\w+ )?(?:muscles?|musculature|paraspinals?|erectors?|traps?|trapezius|rhomboids?)\b|\b(?:trapezius|rhomboids|sub-?occipitals?|levator\w*|SCMs?|scalenes|QLs?|quadratus|multifid\w+|piriformis|psoas|glut\w+|hamstrings?)\b/i;
/** `C2 left rotation is` restricted */
const ofMotion =
  /^(?:'s|\s+has|\s+in|(?: on the)? (?:left|right))?,?\s+(?:left |right )?(?:rotation|flexion|extension|lateral (?:flexion|bending))\s+(?:is )?$/i;
/** Muscles that belong to no single level: `hypertonic rhomboids` */
const otherMuscle =
  /^\s+(?:in (?:the |both )?)?(?:\w+ )?(?:rhomboids?|traps?|trapezius|scalenes?|psoas|piriformis|hamstrings?|hip flexors?|quads?|quadratus|QLs?|sub-?occipitals?|levator\w*|glut\w+)\b/i;
const link =
  "(?:is|are|was|were|isn't|feels?|still|very|quite|really|pretty|also|too|a|an|bit|little|some|mildly|again|has|have|shows?|with|both|sides?|on|the|left|right|palpable|muscle|paraspinal|that|which|more|most|remains?|and|or|it's)";
const beside = new RegExp(`^(?:[\\s,]|'s\\b|\\b${link}\\b)*$`, 'i');
/** Says where the sign is that a clause tells of: beside what was named last. */
const pointing =
  /\b(?:there(?! (?:is|are|was|were)\b)|here|(?:muscles?|tissues?|area) there\b|(?:next to|around|beside|over|near|along(?:side)?|on either side of|either side of|by) (?:it|that|this|them|those)|at (?:that|this) (?:level|segment))\b/i;
/** Words between a sign and the place that it is of: `tenderness on the right at the` */
export const ofPlace =
  /^\s*(?:is|are|was|were):?(?: the)?(?: left| right)?\s*$|^(?: complex(?:es)?)?,?\s*(?:(?:joint )?(?:motion|mobility|movement|play|muscles?|musculature|paraspinals?|tissues?|tone|findings?) )?(?:(?:on|to) the (?:left|right) |both sides )?(?:(?:is|are|was|were) )?(?:(?:also )?(?:present|found|noted|identified|palpated|detected|seen|evident|located|felt|localized) )?(?:bilaterally )?(?:(?:right |up |over )?here )?(?:at|over|around|of|in|on|near|along|from)(?: the| your| both| levels?| about| level of| (?:left|right) side of)*(?: left| right)?\s*$/i;
/** `You were too tense`: the patient was, not the level. */
const ofPerson =
  /\b(?:you|patient|he|she)(?:'s|'re)?(?: (?:is|are|was|were|got|too|so|very|just|still|really))* (?:guard(?:ed|ing)|tense)$/i;
const ahead = /^(?!.*\b(?:is|are|was|were|'s|has|have)\b)[^,.;]{0,40}$/i;

/**
 * Finds the signs that a clause asserts, each with the places it is of. Denied signs are left out: a denial reaches to
 * the next place that is named.
 */
export function levelSigns(text: string, groups: readonly PlaceGroup[]): readonly LevelSign[] {
  const techniques = techniqueMentions(text);
  const matches = levelElements
    .flatMap((element) => signMatches(text, element).map((match) => ({ element, match })))
    // `anterior technique` says how, and finds nothing.
    .filter(({ match: { index } }) => !techniques.some(({ start, end }) => start <= index && index < end))
    .filter(({ match: { index, 0: words } }) => !ofPerson.test(text.slice(0, index + words.length)))
    .toSorted((a, b) => a.match.index - b.match.index);
  const found: LevelSign[] = [];
  const terms = matches.map(({ match: { index: start, 0: words } }) => ({ start, end: start + words.length }));
  for (const { element, match } of matches) {
    const { index: start, 0: words } = match;
    const group = groupOf(text, groups, start, start + words.length, found.at(-1));
    const isThere = asserted(text, { start, end: start + words.length }, 'finding', terms) === 'present';
    if (isThere) found.push({ element, words, start, group });
  }
  return [...found, ...soAre(text, groups, found)];
}

function signMatches(text: string, element: LevelElement): readonly RegExpExecArray[] {
  const listings = element === 'asymmetry or misalignment' ? [...text.matchAll(listing)] : [];
  return [...text.matchAll(new RegExp(signWords[element].source, 'gi')), ...listings];
}

/** `L5 is subluxated, and so is the left SI`, `C5 is tender, and C6 on the left`: the second has the sign of the first. */
function soAre(text: string, groups: readonly PlaceGroup[], found: readonly LevelSign[]): readonly LevelSign[] {
  const so: LevelSign[] = [];
  for (const [index, group] of groups.entries()) {
    const before = groups[index - 1];
    const own = [...found, ...so].filter((each) => each.group === before);
    const from = Math.max(before?.end ?? 0, ...own.map(({ start, words }) => start + words.length));
    if (found.some((each) => each.group === group) || own.length === 0 || from > group.start) continue;
    const [between, rest] = [text.slice(from, group.start), text.slice(group.end, groups[index + 1]?.start)];
    if (filler.test(between + rest) && /[a-z]/i.test(between + rest))
      so.push(...own.map((each) => ({ ...each, group })));
  }
  return so;
}

/** What adds a place without telling of it: `and so is the`, `, severe at`, `, and a big one at`. */
const filler =
  /^(?:[\s,.]|\b(?:and|so|is|are|was|were|as|like|same|with|for|at|of|over|in|on|around|from|also|too|well|the|your|left|right|both|sides?|bilaterally|spine|regions?|areas?|levels?|motion|segments?|joints?|articulations?|vertebrae?|another|an?|one|big|small|little|mild|moderate|severe|marked|slight|more|less)\b)*$/i;

function groupOf(
  text: string,
  groups: readonly PlaceGroup[],
  start: number,
  end: number,
  last: LevelSign | undefined,
): PlaceGroup | null {
  const following = groups.find((group) => group.start >= end);
  const preceding = groups.findLast((group) => group.end <= start);
  if (otherMuscle.test(text.slice(end))) return null;
  const gapAfter = following === undefined ? undefined : text.slice(end, following.start);
  if (following !== undefined && gapAfter !== undefined && ofPlace.test(gapAfter)) return following;
  // `Tenderness T3, hypomobility C6`
  const lead = text.slice(preceding?.end ?? 0, start);
  if (
    following !== undefined &&
    /^\s+(?:left |right )?$/.test(gapAfter ?? '') &&
    (preceding === undefined || /[,;:]\s*$/.test(lead))
  )
    return following;
  // `Pelvic subluxation, right SI.`
  const isHeading =
    preceding === undefined || preceding.members.every(({ place }) => !place.isLevel && !isExtraspinal(place));
  const isHeaded = isHeading && /^,?\s*(?:the )?(?:left |right |both )?$/i.test(gapAfter ?? '');
  if (following !== undefined && isHeaded) return following;
  if (preceding !== undefined && beside.test(text.slice(preceding.end, start))) return preceding;
  if (preceding !== undefined && ofMotion.test(text.slice(preceding.end, start))) return preceding;
  const chained = last !== undefined && last.group !== null && last.group === preceding;
  if (chained && beside.test(text.slice(last.start + last.words.length, start))) return last.group;
  const phrase = phraseAround(text, start);
  if (!pointing.test(phrase) && (otherPart.test(phrase) || regionalMuscles.test(phrase))) return null;
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

/** `Posterior ischium` is a sign of what it stands before. */
const ofNoun =
  /^ (?!(?:on|at|in|over|with|and|or|but|there|here|bilaterally|both|left|right|to|too|also|as|again|around|now|today|from|along|spot|level|one|segment|joint)\b)[a-z]+/i;

/** Tells whether a clause without places goes on about the last ones: `Tender there.`, `It's fixated.` */
export function continuesLastPlaces(text: string, sign: LevelSign): boolean {
  if (pointing.test(text)) return true;
  if (otherPart.test(text) || regionalMuscles.test(text)) return false;
  const lead = text.slice(0, sign.start);
  if (!/\w/.test(lead) && ofNoun.test(text.slice(sign.start + sign.words.length))) return false;
  return /\b(?:it|there|that|this(?: one)?|same|they|both|these)\b/i.test(lead) || lead.trim().split(/\s+/).length <= 3;
}
