import type { PlaceGroup } from '../places/place-groups.ts';
import { isExtraspinal } from '../places/spine.ts';
import { asserted } from './asserted.ts';
import { partElements } from './payer-elements.ts';
import { techniqueMentions } from './techniques.ts';

/** What a row may find at a level: the signs of P.A.R.T. and the subluxation itself. */
export const levelElements = [...partElements, 'subluxation'] as const;
export type LevelElement = (typeof levelElements)[number];

/** Words of a sign beside a level: `C5 is fixated` needs no `range of motion`. */
const signs: Readonly<Record<LevelElement, RegExp>> = {
  'pain or tenderness':
    /(?<!\bnon-?\s?)\b(?:tender(?:ness)?|TTP|sore(?:ness)?|pain(?:ful)?(?! (?:free|scale|score|level|went|before|after|prior|rated|(?:has |have )?(?:decreased|increased|dropped|improved|reduced|resolved)|(?:of |at |is |was |went |level )*(?:an? |about )?(?:\d|zero|one|two|three|four|five|six|seven|eight|nine|ten)\b))|ach(?:ing|y|es)|hurts?|hurting|sensitiv(?:e|ity)|druckschmerz\w*|druckdolen\w*|druckempfindlich\w*|schmerzhaft\w*|schmerzt)\b/gi,
  'asymmetry or misalignment':
    /\b(?:asymmetr\w+|misalign\w+|malposition\w*|out of (?:alignment|place)|(?<=(?:\b(?:is|are|was|sits?|sitting|feels?)|'s) (?:a (?:bit|little|touch|hair|tad) |slightly |way |really |still |too )?)(?:out|off|high|low|crooked|twisted)(?! of (?!place|alignment))|rotation(?= (?:at|of) [CTLS]\d)|rotat(?:ed|es|ion) (?:to the )?(?:left|right|posterior\w*|anterior\w*)|(?:mal)?rotat(?:ed|ing)|malrotation|tilted|tipped|(?:up|riding) high|(?<=(?:\bis|\bare|'s|'re) )up(?=[,.;]|$| on\b| and\b)|posterior(?:ly|ity)?|anterior(?:ly|ity)?(?! (?:dorsal|thoracic|adjust|move|thrust))|superior(?:ly|ity)?|inferior(?:ly|ity)?|deviated|displaced|elevated|depressed|raised|shifted|translated|listings?|Fehlstellung\w*|verschoben|rotiert|(?:body|spinous) (?:is )?(?:left|right)|(?:left|right) lateral(?! (?:bend|flex)\w*))\b/gi,
  'range of motion':
    /\b(?:fixat\w+|restrict\w*|blockier\w*|blockaden?|fest|(?:bewegungs)?eingeschränkt|hypomobil[\wä]*|stuck|sticky|locked(?: up)?|jammed|(?<=\b(?:is|are|feels?) )fixed|frozen|blocked|stiff(?:ness)?|(?:not|isn't|wasn't|aren't|doesn't|don't|won't|hasn't|barely|hardly) (?:been |really |even )?(?:mov(?:e|ing)|gliding?|glide|rotat(?:e|ing)|opening|dropping|rising|springing|budging?)|(?:limited|reduced|decreased|diminished|loss of|lost|lacks?|lacking|poor|no|little|less) (?:\w+ )?(?:motion|ROM|mobility|movement|glide|(?:joint |end )?play|extension|flexion|rotation)|(?:motion|mobility|movement|glide|joint play) (?:is |was )?(?:limited|reduced|decreased|diminished|lost|poor)|(?:fails?|failed|failing|refuses) to (?:move|glide|rotate|extend|flex|open)|(?:doesn't|does not|don't|won't) want to (?:move|go|glide|budge)|hard end[- ]?feel)\b/gi,
  'tissue or tone':
    /\b(?:spasm(?:s|ed|ing)?|hypertonic\w*|hypertonus|tight(?:ness)?|(?:increased|raised|elevated|high) (?:muscle |muscular )?ton(?:e|us)|taut|tense|rigid|guarded|guarding|boggy|edema\w*|swelling|swollen|puffy|inflamed|inflammation|trigger points?|knots?|verspann\w*|hartspann|myogelose\w*|knotted|ropey|ropy)\b/gi,
  subluxation:
    /\b(?:subluxat\w*|subluxed|(?:inter)?segmental (?:and somatic |joint )?dysfunctions?|somatic dysfunctions?|segmentale (?:und somatische )?dysfunktion\w*)\b/gi,
};

/** Listings of Gonstead and of the pelvis, which say how a bone is displaced: `C6 PRS`, `the left ilium is PI`. */
const listing =
  /\b(?:P[LR][SI]?(?:-?[MTL])?|A[SI][LR][AP]?|(?:PI|AS)(?:IN|EX|In|Ex)?|(?<=[CTLS]\d{1,2}[ ,]+)[LR][PA](?:-?(?:inf|sup|[SI]))?)\b/g;

/** Any word of a sign. */
export const anySign = new RegExp(
  Object.values(signs)
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

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
  /^\s*(?:is|are|was|were):?(?: the)?(?: left| right)?\s*$|^(?: complex(?:es)?)?,?\s*(?:(?:joint )?(?:motion|mobility|movement|play|muscles?|musculature|paraspinals?|tissues?|tone|findings?) )?(?:(?:on|to) the (?:left|right) |both sides )?(?:(?:is|are|was|were) )?(?:(?:also )?(?:present|found|noted|identified|palpated|detected|seen|evident|located|felt|localized) )?(?:bilaterally )?(?:at|over|around|of|in|on|near|along|from)(?: the| your| both| levels?| about| level of| (?:left|right) side of)*(?: left| right)?\s*$/i;
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
  return [...text.matchAll(signs[element]), ...listings];
}

/** `L5 is subluxated, and so is the left SI`, `C5 is tender, and C6 on the left`: the second has the sign of the first. */
function soAre(text: string, groups: readonly PlaceGroup[], found: readonly LevelSign[]): readonly LevelSign[] {
  const so: LevelSign[] = [];
  for (const [index, group] of groups.entries()) {
    const sign = found.findLast(({ start }) => start < group.start);
    if (sign === undefined || sign.group === null || sign.group === group) continue;
    const before = groups[index - 1];
    const furtherOf = text.slice(before?.end, group.start);
    const isChained = before === sign.group || so.some((each) => each.group === before);
    if (isChained && sign.group.end <= group.start && sign.group.start > sign.start && furtherPlace.test(furtherOf)) {
      so.push({ ...sign, group });
      continue;
    }
    if (sign.group.start > sign.start) continue;
    const from = Math.max(sign.start + sign.words.length, so.at(-1)?.group?.end ?? 0);
    const between = text.slice(from, group.start);
    const rest = text.slice(group.end, groups[index + 1]?.start);
    const isSo = /\bso (?:is|are|was|were)(?: the| your)?(?: left| right| both)?\s*$/i.test(between);
    const isElliptic = added.test(between) && sideOnly.test(rest);
    // `L4 is tender, right SI too`; `C2 is fixated on the left, L5 on the right`
    const isListed = listed.test(between) && sideOnly.test(rest) && /[a-z]/i.test(rest);
    if (isSo || isElliptic || isListed)
      so.push(
        ...found.filter((each) => each.group === sign.group).map((each) => ({ ...each, start: sign.start, group })),
      );
  }
  return so;
}

const listed =
  /^(?:,? (?:on the (?:left|right)|bilaterally|on both sides|left|right))*,\s*(?:the )?(?:left |right |both )?$/i;
/** `a fixation at T5 and a big one at T9`, `mild at C3, severe at L5`, `of the lumbar spine at L4, of the cervical spine at C5` */
const furtherPlace =
  /^[\s,]*(?:(?:spine|regions?|areas?|levels?|motion|segments?|joints?|vertebrae?|and|also|as well as|bilaterally|on|the|left|right|both sides|another|an?|(?:big |small |little )?one|mild|moderate|severe|marked|slight|more|less)[\s,]+)*(?:at|of|over|in|around|for|from) (?:the )?(?:(?:left|right) )?$/i;
const added =
  /^(?:,? (?:as well|too|also|on the (?:left|right)|bilaterally|on both sides))*,? (?:and|as (?:is|are)|like|same (?:with|for|at))(?: also)?(?: at)?(?: the| your)?(?: left| right| both)?\s*$/i;
const sideOnly =
  /^(?:,? (?:on the (?:left|right)(?: side)?|bilaterally|on both sides|both sides|left|right|too|as well|also))*[\s,.]*(?:and )?$/i;

function groupOf(
  text: string,
  groups: readonly PlaceGroup[],
  start: number,
  end: number,
  last: LevelSign | undefined,
): PlaceGroup | null {
  const following = groups.find((group) => group.start >= end);
  const preceding = groups.findLast((group) => group.end <= start);
  if (otherMuscle.test(text.slice(end)) || /\byou(?:'re| are) guard/i.test(text.slice(0, end))) return null;
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

/** Tells whether a clause without places goes on about the last ones: `Tender there.`, `It's fixated.` */
export function continuesLastPlaces(text: string, sign: LevelSign): boolean {
  if (pointing.test(text)) return true;
  if (otherPart.test(text) || regionalMuscles.test(text)) return false;
  const lead = text.slice(0, sign.start);
  return /\b(?:it|there|that|this(?: one)?|same|they|both|these)\b/i.test(lead) || lead.trim().split(/\s+/).length <= 3;
}
