import type { Clause, Token } from './clauses.ts';

/** Parts and regions of the body, in the singular. */
const parts =
  /^(?:abdomen|abdominal|ankle|anus|aorta|arch|arm|armpit|axilla|back|base|bladder|bone|bowel|brain|breast|buttock|calf|calve|cartilage|cheek|chest|chin|clavicle|coccyx|collarbone|colon|cord|cuff|disc|disk|ear|elbow|epigastrium|extremit(?:y|ies)|eye|eyelid|face|facet|feet|femur|fibula|finger|fingertip|flank|foot|forearm|forehead|gallbladder|gastrocnemius|gland|gluteal|groin|gum|hamstring|hand|head|heart|heel|hip|humerus|iliac|jaw|joint|kidney|knee|kneecap|knuckle|leg|ligament|limb|lip|liver|lung|malleolus|meniscus|metacarpal|metatarsal|mouth|muscle|nail|navel|neck|nerve|nipple|node|nose|nostril|orbit|ovary|palm|pancreas|paraspinal|patella|pelvi(?:s|c)|piriformis|prostate|quadriceps|quadrant|radius|rectum|rib|rotator|sacroiliac|sacrum|scalp|scapula|scrotum|shin|shoulder|side|sinus|skin|skull|sole|spine|spleen|sternum|stomach|temple|tendon|testicle|thigh|thorax|throat|tissue|fossa|lobe|canal|turbinate|midfoot|forefoot|hindfoot|airway|popliteal|thumb|thyroid|tibia|toe|tongue|tonsil|tooth|teeth|trapezius|trochanter|trunk|ulna|uterus|vagina|vertebra|wrist|l[1-5]|t(?:[1-9]|1[0-2])|c[1-8]|s[1-5]|si)$/;
/** What stands before a part and narrows it. */
const narrowing =
  /^(?:left|right|both|bilateral|unilateral|lower|upper|mid|middle|inner|outer|front|anterior|posterior|lateral|medial|proximal|distal|dorsal|plantar|volar|superior|inferior|central|deep|superficial|dominant|big|great|little|small|index|ring|pinky|first|second|third|fourth|fifth|lumbar|cervical|thoracic|sacral|cranial|spinal|abdominal|pelvic|carotid|tibial|femoral|radial|ulnar|peroneal|achilles|rotator|facial|nasal|temporal|frontal|occipital|maxillary|umbilical|lumbosacral|spinous|transverse|low|whole|entire)$/;
const side = /^(?:left|right|both|bilateral(?:ly)?|unilateral(?:ly)?)$/;
const preposition =
  /^(?:in|on|over|of|at|around|along|across|behind|under|underneath|below|beneath|above|near|inside|throughout|between|to|into|through|down|up|toward|towards|past|from|about)$/;
const determiner = /^(?:the|your|my|his|her|their|a|an|this|that|one|each|either)$/;
/** Words that join prepositions: `all the way down to`, `right over`. */
const direction =
  /^(?:all|the|way|right|just|mostly|mainly|down|up|out|back|around|over|in|on|top|of|onto|into|to|towards?)$/;
const longestPlace = 12;

/** Tells whether a word names a part of the body, a level of the spine or a side. */
export function isPlace({ text }: Pick<Token, 'text'>): boolean {
  return (
    parts.test(text) || parts.test(text.replace(/s$/, '')) || parts.test(text.replace(/es$/, '')) || side.test(text)
  );
}

/** Tells whether a word narrows a place, or is one: what may stand between `the` and the last word of a place. */
export function belongsToPlace(token: Pick<Token, 'text'>): boolean {
  return narrowing.test(token.text) || isPlace(token);
}

/**
 * The end of a place that begins with a preposition: `over the right L5 facet`, `in both knees and the left hip`,
 * `bilaterally`.
 *
 * @returns the index of the token after it; `at` if there is no place
 */
export function placeAt(tokens: Clause['tokens'], at: number): number {
  if (/^(?:bilaterally|unilaterally|anteriorly|posteriorly|laterally|medially)$/.test(tokens[at]?.text ?? ''))
    return at + 1;
  let end = at;
  let next = prepositionAt(tokens, at);
  while (next !== undefined && next - at < longestPlace) {
    const named = namedPlaceAt(tokens, next);
    if (named === next) return end;
    end = named;
    const joint = tokens[end]?.text ?? '';
    const isList = /^(?:and|or|,)$/.test(joint);
    const from = isList ? end + (/^(?:and|or)$/.test(tokens[end + 1]?.text ?? '') ? 2 : 1) : end;
    next = prepositionAt(tokens, from) ?? (isList ? from : undefined);
  }
  return end;
}

/** The end of a place without preposition: `the right L5 facet`; `at` if there is none. */
export function namedPlaceAt(tokens: Clause['tokens'], at: number): number {
  let end = at;
  while (end - at < 3 && determiner.test(tokens[end]?.text ?? '')) end += 1;
  if (
    /^(?:part|side|sides|both|aspect|area|region|tip|top|base|bottom|inside|outside|back|front)$/.test(
      tokens[end]?.text ?? '',
    )
  ) {
    const whole = tokens[end + 1]?.text === 'of' ? namedPlaceAt(tokens, end + 2) : end;
    if (whole > end + 2) return whole;
  }
  let last = at;
  for (let index = end; index - end < 5; index += 1) {
    const token = tokens[index];
    if (token === undefined || !belongsToPlace(token)) break;
    // `In the legs, right?` names no side.
    if (side.test(token.text) && last > at) break;
    if (isPlace(token) && token.text !== 'both') last = index + 1;
  }
  if (last === at) return at;
  if (
    /^(?:part|side|sides|aspect|areas?|regions?|joints?|process|level|facet|nerve|muscles?|line)$/.test(
      tokens[last]?.text ?? '',
    )
  )
    last += 1;
  return last;
}

function prepositionAt(tokens: Clause['tokens'], at: number): number | undefined {
  let index = at;
  while (index - at < 4 && direction.test(tokens[index]?.text ?? '') && !preposition.test(tokens[index]?.text ?? ''))
    index += 1;
  if (!preposition.test(tokens[index]?.text ?? '')) return undefined;
  while (
    index - at < 6 &&
    (preposition.test(tokens[index + 1]?.text ?? '') ||
      (/^(?:on|to|of)$/.test(tokens[index + 2]?.text ?? '') &&
        /^(?:way|top|back)$/.test(tokens[index + 1]?.text ?? '')))
  )
    index += 1;
  return index + 1;
}

/** The words of a list of places: `c2, t4 and l5 on the right`. */
export function placesFrom(tokens: Clause['tokens'], at: number): number {
  const first = namedPlaceAt(tokens, at);
  if (first === at) return placeAt(tokens, at);
  let end = first;
  for (;;) {
    const joint = tokens[end]?.text ?? '';
    if (!/^(?:,|and|or|\/)$/.test(joint)) break;
    const from = /^(?:and|or)$/.test(tokens[end + 1]?.text ?? '') ? end + 2 : end + 1;
    const next = namedPlaceAt(tokens, from);
    if (next === from) break;
    end = next;
  }
  return Math.max(end, placeAt(tokens, end));
}
