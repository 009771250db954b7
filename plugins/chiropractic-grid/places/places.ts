import { anatomically, limbs, type Region, type SpinalPlace, vertebra, vertebraeBetween } from './spine.ts';
import { shortLevels } from './spoken-levels.ts';

/** Where a text names places: one, or the levels of a range. */
export interface PlaceMention {
  readonly places: readonly SpinalPlace[];
  readonly start: number;
  readonly end: number;
}

const level = (name: string, region: Region): SpinalPlace => ({ name, region, isLevel: true });
const limb = (name: string) => limbs.find((place) => place.name === name) ?? area(name, 'upper extremity');
const area = (name: string, region: Region): SpinalPlace => ({ name, region, isLevel: false });
const after = '(?: (?:spine|regions?|areas?|segments?|adjustments?|manipulations?)\\b)';

/** `cervical subluxation` names the region. */
const before =
  '(?=(?: (?:spine|spinal|vertebral|joint|region|regional))* (?:subluxation|(?:inter)?segmental|somatic|vertebral subluxation|(?:joint |intersegmental )?dysfunction))';

const named: readonly (readonly [string, SpinalPlace])[] = [
  ['\\bocciput\\b|\\boccipital[- ]?atlant\\w*|\\batlanto[- ]?occipital\\b', level('occiput', 'head')],
  ['\\batlas\\b', level('C1', 'cervical')],
  ['(?<!long[ -])\\baxis\\b(?! deviation)', level('C2', 'cervical')],
  ['\\bsacrum\\b|\\bsacral base\\b', level('sacrum', 'sacral')],
  ['\\bcoccyx\\b|\\btail ?bone\\b', level('coccyx', 'sacral')],
  [
    '\\bsacro[- ]?iliac(?: joints?)?\\b|\\bS\\.?I\\.? joints?\\b|\\bs i(?: joints?)?\\b|\\bSIs?\\b',
    level('sacroiliac joint', 'pelvic'),
  ],
  ['\\bili(?:um|a)\\b', level('ilium', 'pelvic')],
  [`\\bcervical${after}|\\bcervical${before}|\\bthe cervicals\\b|\\bneck\\b`, area('cervical spine', 'cervical')],
  [
    `\\bthoracic${after}|\\bthoracic${before}|\\bthe thoracics\\b|\\b(?:mid|upper|middle)[- ]?back\\b`,
    area('thoracic spine', 'thoracic'),
  ],
  [`\\blumbar${after}|\\blumbar${before}|\\bthe lumbars\\b|\\blow(?:er)?[- ]?back\\b`, area('lumbar spine', 'lumbar')],
  [`\\bsacral${after}|\\bsacral${before}`, area('sacral region', 'sacral')],
  ['\\bpelvi[sc]\\b(?! blocks?)', area('pelvis', 'pelvic')],
  // CPT counts the joint of rib and vertebra with the thoracic spine, the rib cage by itself.
  ['\\bcosto-?(?:vertebral|transverse)\\b(?: joints?)?|\\brib heads?\\b', area('costovertebral joint', 'thoracic')],
  ['\\b(?:rib|thoracic) cage\\b|\\bcostal region\\b', area('thoracic cage', 'rib cage')],
  ['\\bupper extremit(?:y|ies)\\b', area('upper extremity', 'upper extremity')],
  ['\\blower extremit(?:y|ies)\\b', area('lower extremity', 'lower extremity')],
  ['\\bribs?\\b(?! cage)', area('rib', 'rib cage')],
  ['\\bsternum\\b|\\bmanubrium\\b', area('sternum', 'rib cage')],
  ['\\b(?:TMJs?|jaw|temporo-?mandibular(?: joint)?)\\b', area('jaw', 'head')],
  ['\\bacromio-?clavicular(?: joint)?\\b|\\bA\\.?C\\.? joints?\\b', limb('AC joint')],
  ['\\bsterno-?clavicular(?: joint)?\\b|\\bS\\.?C\\.? joints?\\b', limb('SC joint')],
  ['\\bfeet\\b', limb('foot')],
  ['\\bfibular? head\\b|\\bfibula\\b', limb('fibular head')],
  ...limbs.map(
    (place) => [`\\b${place.name}s?\\b(?! (?:blades?|flexors?|moves?\\b)|(?:[- ]to)?[- ]chest)`, place] as const,
  ),
];
const patterns = named.map(([source, place]) => [new RegExp(source, 'gi'), place] as const);
const single = '[CTLS](?:1[0-2]|[1-9])';
const vertebraPattern = new RegExp(
  `\\b(${single}|[Oo]cciput(?=\\s*(?:-|–|to|through|thru)\\s*C\\d))(?:\\s*(?:-|–|(?:down )?to|through|thru)\\s*(?:the )?(${single}|sacrum))?(?!\\w)`,
  'g',
);
const numberedRib = /\brib (1[0-2]|[1-9])(?!\w)/g;
/** What says that `T4` and `S1` are no levels: a hormone, a weighting of an image, a complement, a heart sound, a stage. */
const otherMeanings: readonly (readonly [levels: RegExp, words: RegExp])[] = [
  [/^T[34]$/, /\b(?:free T[34]|TSH|thyr\w+|hormones?|levothyroxine|T[34] cells?)\b/i],
  [
    /^T[12]$/,
    /\bT[12][- ]?(?:weighted|signals?|images?|sequences?|hyper(?:intens|dens)\w*|hypo(?:intens|dens)\w*|MRI|flair|relaxation)\b/i,
  ],
  [/^T[1-4]$/, /\b(?:tumou?rs?|carcinoma|melanoma|cancer|sta(?:ge|ging)|N[0-3]M?[01X]?|type [12] diab\w+)\b/i],
  [/^C[1-9]$/, /\b(?:complement|lupus|nephritis)\b/i],
  [/^S[1-4]$/, /\b(?:heart sounds?|murmurs?|gallops?|regular rate|auscultat\w+)\b/i],
];
/** `room L5`, `the C6 dermatome`: the name of something else. */
const nameOfOther = /\b(?:room|bay|seat|gate|floor|unit|bus|row|vitamin|type|stage|grade|size|model|channel)\s+$/i;
const ofNerve = /^(?:[- ](?:nerve|dermatom\w+|myotom\w+|reflex\w*|distribution|connector|visa|cells?))\b/i;

function isLevelIn(text: string, name: string, start: number, end: number): boolean {
  return !(
    nameOfOther.test(text.slice(0, start)) ||
    ofNerve.test(text.slice(end)) ||
    otherMeanings.some(([levels, words]) => levels.test(name) && words.test(text))
  );
}

/**
 * Finds the places that a text names, in the order of the text. A range (`T4 through T6`) names every level in it.
 *
 * @param text with its levels in short form, see `shortLevels`
 */
export function placeMentions(text: string): readonly PlaceMention[] {
  const found: PlaceMention[] = [];
  const add = (places: readonly SpinalPlace[], start: number, length: number) =>
    found.push({ places, start, end: start + length });
  for (const { index, 0: whole, 1: first = '', 2: last } of text.matchAll(vertebraPattern)) {
    const top = first.toLowerCase() === 'occiput' ? [level('occiput', 'head')] : [];
    const bottom = last === 'sacrum' ? [level('sacrum', 'sacral')] : [];
    const [from, to] = [vertebra(top.length > 0 ? 'C1' : first), vertebra(bottom.length > 0 ? 'L5' : (last ?? ''))];
    if (from === undefined || !isLevelIn(text, last === undefined ? first : '', index, index + whole.length)) continue;
    const between = to === undefined ? [from] : vertebraeBetween(from, to);
    add([...top, ...between, ...bottom], index, whole.length);
  }
  for (const { index, 0: whole, 1: number } of text.matchAll(numberedRib))
    add([area(`rib ${number}`, 'rib cage')], index, whole.length);
  for (const [pattern, place] of patterns) {
    for (const { index, 0: whole } of text.matchAll(pattern)) add([place], index, whole.length);
  }
  return withoutOverlaps(found.toSorted((a, b) => a.start - b.start || b.end - a.end));
}

function withoutOverlaps(mentions: readonly PlaceMention[]): readonly PlaceMention[] {
  let end = 0;
  return mentions.filter((mention) => {
    if (mention.start < end) return false;
    end = mention.end;
    return true;
  });
}

/** Finds every place that a text names, each once, from the head down. */
export function findPlaces(text: string): readonly SpinalPlace[] {
  const mentioned = placeMentions(shortLevels(text)).flatMap(({ places }) => places);
  return [...new Map(mentioned.map((place) => [place.name, place])).values()].toSorted(anatomically);
}
