import { words } from '../../assertion/en/words.ts';
import { sidesIn } from '../dialogue/sides.ts';
import { type Clause, placesOfTurn } from '../reading/clauses.ts';
import type { Mention } from '../reading/mention.ts';
import { textOf } from '../reading/mentions.ts';
import type { Reading } from '../reading/reading.ts';

const isSubstance = /^(?:allergy|medication)$/;
/** In turns: how soon what was said is taken back. */
const reach = 5;
/** In words: who says more tells of something else. */
const longest = 30;
const family = `${words.family}|brüder|bruder|schwester|mutter|vater|tochter|sohn|mann|frau`;
/** `That was your father`, `not allergic after all`, `I'll take it off`: who is said to have an allergy has none. */
const ofAllergy = new RegExp(
  `(?<!\\p{L})(?:(?:no wait|hang on|hold on|actually|sorry|nein|moment|stimmt)\\b.*|that(?:'s| was| is) |das (?:ist|war) (?:\\p{L}+ )?)(?:my|your|his|her|the|mein\\p{L}*|sein\\p{L}*|ihr\\p{L}*|dein\\p{L}*) (?:\\p{L}+ )?(?:${family})(?!\\p{L})|(?<!\\p{L})(?:not|n't|never|no longer|nicht|keine?) (?:\\p{L}+ ){0,3}?allerg\\p{L}*|(?<!\\p{L})(?:take|taking|cross|strike|remove|delete)\\b.*\\ballerg|\\b(?:take|taking|cross) (?:it|that) off\\b`,
  'u',
);
/** `Penicillin I've had since and it was fine`, of what is named. */
const isBorne = /\b(?:was|were|am|i'm|is) (?:perfectly |completely |always )?fine\b|\bfine with\b/;
/** `Oh that, yeah, since the stent`: what was denied is so. */
export const admits =
  /^(?:(?:oh|ah|um|uh|well|hm|right|sorry|actually|,) ?)*(?:yes|yeah|yep|that|those|i forgot|i do|i did|ja|doch|stimmt|ach ja)(?!\p{L})|\b(?:yes|yeah)\b/u;
export const holdsAgainst =
  /(?<!\p{L})(?:says?|said|shows?|lists?|listed|chart|record|note|pharmacy|label|letter|here|told|wrote|steht|sagt|laut)(?!\p{L})/u;
/** `No, the other one, left`. */
const otherSide =
  /(?<!\p{L})(?:no|not|wait|sorry|other|actually|i mean|i lie|a lie|wrong|nein|falsch|andere\p{L}*)(?!\p{L})/u;

/**
 * The clauses up to the one that takes a claim back turns later; empty if none does: an allergy that was another's or was
 * tested, a denial that a record refutes, a side that was the other.
 */
export function retractedBy(
  clauses: readonly Clause[],
  mentions: readonly (readonly Mention[])[],
  reading: Reading,
): readonly number[] {
  const { clause: at, mention, assertion, answer } = reading;
  const own = clauses[at];
  if (own === undefined) return [];
  const from = clauses[answer?.at(-1) ?? at]?.turn ?? own.turn;
  const rest = placesOfTurn(clauses, own.turn).filter(
    (place) => place > at && clauses[place]?.sentence !== own.sentence,
  );
  const more = rest.map((place) => textOf(clauses[place]?.tokens ?? [])).join(' , ');
  if (mention.term.kind === 'allergy' && assertion === 'present' && ofAllergy.test(more)) return rest;
  const places: number[] = [];
  for (let turn = from + 1; turn <= from + reach; turn += 1) {
    const next = placesOfTurn(clauses, turn);
    const text = next.map((place) => textOf(clauses[place]?.tokens ?? [])).join(' , ');
    if (next.length === 0 || text.split(' ').length > longest) return [];
    const named = next.flatMap((place) => mentions[place] ?? []).filter(({ term }) => isSubstance.test(term.kind));
    // Another substance is spoken of.
    if (assertion === 'present' && named.length > 0 && !named.some(({ term }) => term.name === mention.term.name))
      return [];
    places.push(...next);
    const speaker = clauses[next[0] ?? -1]?.speaker;
    if (mention.term.kind === 'allergy' && assertion === 'present') {
      if (ofAllergy.test(text) || (isBorne.test(text) && text.includes(mention.said)))
        return [...(answer ?? []), ...places];
    } else if (assertion === 'absent' && own.isQuestion) {
      const [doubt] = placesOfTurn(clauses, from + 1);
      const isHeld =
        clauses[doubt ?? -1]?.speaker === own.speaker && holdsAgainst.test(textOf(clauses[doubt ?? -1]?.tokens ?? []));
      if (turn > from + 2 || (turn === from + 1 && !isHeld)) return [];
      if (turn === from + 2) return isHeld && admits.test(text) ? [...(answer ?? []), ...places] : [];
    } else if (assertion === 'present' && isOtherSide(own, speaker, text)) return [...(answer ?? []), ...places];
  }
  return [];
}

function isOtherSide(own: Clause, speaker: string | null | undefined, text: string): boolean {
  const said = sidesIn(textOf(own.tokens));
  const named = sidesIn(text);
  return (
    own.speaker === speaker &&
    !own.isQuestion &&
    said.length === 1 &&
    named.length === 1 &&
    said[0] !== named[0] &&
    otherSide.test(text)
  );
}
