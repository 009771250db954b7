import { rememberedFor } from '../../language/remembered.ts';
import type { Clause } from '../reading/clauses.ts';
import { textOf } from '../reading/mentions.ts';
import type { Claim, Standing } from './claims.ts';
import type { ReadText } from './read-source.ts';
import { framing } from './telling.ts';

const denies = /\b(?:no|not|never|den(?:y|ies|ied)|without|cannot)\b|n't/;
/** `Is not unable`: what is denied twice is asserted, and no note is written so. */
const deniesTwice =
  /\b(?:not|no|never|without|den(?:y|ies|ied)|\w+n't)(?: (?!(?:,|and|or|but|if|because) )\S+){0,3} (?:not|no|never|without|none|negative|un(?:aware|sure|able|remarkable))\b/;
const isOver = /\b(?:no longer|any ?more)\b/;
/** `No other complaints` denies the rest, whatever it is called. */
const rest = /\b(?:other|else|otherwise)\b/;
const deniedStandings: readonly Standing[] = ['absent', 'declined'];
/** In a short sentence, what denies something may deny all of it. */
const anyDenial =
  /\b(?:no|not|none|never|nothing|nor|neither|without|cannot|negative|unable|nobody|den(?:y|ies|ied)|free|stop\w*|quit|avoid|gone|declin\w*|refus\w*|instead)\b|n't/;
const shortSentence = 70;

/**
 * Tells whether a statement denies what its source does not deny: where the source says most of the denied words nothing is
 * denied, or it says none of them.
 */
export function hasForeignDenial(said: readonly Claim[], source: readonly Clause[], stated: ReadText): boolean {
  const texts = stated.clauses.map(({ tokens }) => textOf(tokens));
  if (!texts.some((text) => denies.test(text))) return false;
  const places = placesIn(said, source);
  return [...Map.groupBy(stated.claims, ({ clause }) => clause)].some(([at, claims]) => {
    const text = texts[at] ?? '';
    if (!denies.test(text)) return false;
    if (deniesTwice.test(text) && !places.some((place) => deniesTwice.test(place.text))) return true;
    const denied = isOver.test(text) ? [...deniedStandings, 'historical' as const] : deniedStandings;
    const words = deniedWords(claims, denied, places);
    if (words.size === 0) return false;
    // Of a list each item must be spoken of: `no chest pain or palpitations`.
    const items = Map.groupBy(
      claims.filter(({ word }) => words.has(word)),
      ({ item }) => item,
    );
    const isSpokenOf = ({ word }: Claim) => places.some(({ own }) => own.some((claim) => claim.word === word));
    if (items.size > 1 && !rest.test(text) && items.values().some((item) => !item.some(isSpokenOf))) return true;
    const shared = places.map(({ own }) => new Set(own.flatMap(({ word }) => (words.has(word) ? word : []))).size);
    const most = Math.max(0, ...shared);
    if (most === 0) return !rest.test(text);
    const isDenied = (place: Place) =>
      place.own.some(({ word, standing }) => words.has(word) && denied.includes(standing)) ||
      (place.text.length <= shortSentence && (anyDenial.test(place.clause) || denies.test(place.text)));
    // A clause that denies something with the same words is what the statement tells, whoever speaks of whom.
    return places.every(
      (place, index) =>
        shared[index] !== most || !(isDenied(place) || (most === words.size && denies.test(place.clause))),
    );
  });
}

/** The words that a clause denies; all its words if it is not clear which, or if it denies a judgement that nobody gives. */
function deniedWords(
  claims: readonly Claim[],
  standings: readonly Standing[],
  places: readonly Place[],
): ReadonlySet<string> {
  const denied = claims.filter(({ word, standing }) => standings.includes(standing) && !word.startsWith('='));
  const isGiven = denied.some(
    ({ word }) => word[0] !== '~' || places.some(({ own }) => own.some((claim) => claim.word === word)),
  );
  const plain = isGiven ? denied : claims.filter(({ word }) => !/^[~=]/.test(word));
  const named = plain.filter(({ word }) => !framing.has(word));
  return new Set((named.length > 0 ? named : plain).map(({ word }) => word));
}

interface Place {
  /** What a clause says. */
  readonly own: readonly Claim[];
  readonly clause: string;
  /** Its sentence, with the answer to a question. */
  readonly text: string;
}

function placesIn(said: readonly Claim[], source: readonly Clause[]): readonly Place[] {
  const texts = sentencesOf(source);
  return [...Map.groupBy(said, ({ clause }) => clause)].map(([at, own]) => ({
    ...{ own, clause: textOf(source[at]?.tokens ?? []), text: texts[at] ?? '' },
  }));
}

/** The sentence of each clause, a question with the sentence after it. */
const sentencesOf = rememberedFor((clauses: readonly Clause[]): readonly string[] => {
  const sentences = [...Map.groupBy(clauses, ({ turn, sentence }) => `${turn}.${sentence}`).values()];
  const texts = sentences.map((own) => own.map(({ tokens }) => textOf(tokens)).join(' '));
  return sentences.flatMap((own, at) => {
    const isAsked = own.some(({ isQuestion }) => isQuestion);
    return own.map(() => (isAsked ? `${texts[at]} ${texts[at + 1] ?? ''}` : (texts[at] ?? '')));
  });
});
