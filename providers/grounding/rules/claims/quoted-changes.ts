import { stem } from 'chronoscribe/language';
import { rememberedFor } from '../../language/remembered.ts';
import type { Clause } from '../reading/clauses.ts';
import { judgementsOf } from './judgements.ts';

/** What a statement changes in words that it otherwise takes from its source. */
export type QuotedChange = 'quantity' | 'side' | 'negation';

/** Words that a note leaves out or replaces when it quotes. */
const dropped =
  /^(?:[^\p{L}\p{N}]|so|well|okay|ok|like|just|know|really|the|an?|have|has|had|having|do|does|did|is|are|am|was|were|been|reports?|once)$/u;
const person = /^(?:i|you|he|she|we|me|him|patient|my|your|his|her|our)$/;
/** After these a `no` is an answer and denies nothing that follows. */
const afterAnswer = /^(?:,|no|i|you|he|she|we|it|they|that|this|there|the|my|your|his|her|okay|so|and|but|just)$/;
const negating = /^(?:no|not|never|none|nor|denies|denied|without|cannot)$|n't$/;
/** A negation before these denies what follows them: `I don't see any redness`. */
const light = /^(?:any|see|appreciat|notic|feel|hear|there|evidenc|sign|of|patient|get|think|find|some|with)$/;
/** Consecutive words beside a changed word that must be the same on both sides together. */
const minAlike = 4;
/** Words compared on each side. */
const reach = 4;

interface Place {
  readonly word: string;
  /** Its first word, of those with which it could be exchanged. */
  readonly kind: 'number' | 'period' | 'side' | 'judgement' | undefined;
  /** A negation stands before it. */
  readonly isDenied: boolean;
  readonly isAsked: boolean;
}

/**
 * Finds numbers, periods, sides, judgements and negations of a statement that differ from its source between equal words: `five out
 * of five on the right` for `four out of five on the right`. A word that occurs in the source elsewhere does not support
 * the statement if another place has more of its neighbours.
 */
export function quotedChanges(said: readonly Clause[], stated: readonly Clause[]): ReadonlySet<QuotedChange> {
  const [source, own] = [said.flatMap(placesIn), stated.flatMap(placesIn)];
  const changes = new Set<QuotedChange>();
  own.forEach(({ word, kind, isDenied, isAsked }, at) => {
    const exchanged = { same: 0, other: 0 };
    const turned = { same: 0, other: 0 };
    source.forEach((place, index) => {
      if (place.word !== word && !isExchange(place, { word, kind, isDenied, isAsked })) return;
      const before = alike(source, own, index - 1, at - 1, -1);
      const after = alike(source, own, index + 1, at + 1, 1);
      const exchange = place.word === word ? 'same' : 'other';
      exchanged[exchange] = Math.max(exchanged[exchange], before + after);
      // A question denies nothing by itself, so a `no` that answers it is no change of its words.
      if (place.word !== word || (place.isAsked && !isAsked) || (before === 0 && at > 0)) return;
      const turn = place.isDenied === isDenied ? 'same' : 'other';
      turned[turn] = Math.max(turned[turn], before + Math.min(reach, after + 1));
    });
    const isChanged = ({ same, other }: typeof turned) => other >= minAlike && other > same;
    if (kind !== undefined && isChanged(exchanged)) changes.add(changeOf[kind]);
    if (isChanged(turned)) changes.add('negation');
  });
  return changes;
}

const changeOf: Readonly<Record<NonNullable<Place['kind']>, QuotedChange>> = {
  number: 'quantity',
  period: 'quantity',
  side: 'side',
  judgement: 'negation',
};

/** Whether one word may stand where the other was said. Judgements are exchanged on one scale: `not better` is worse. */
function isExchange(said: Place, own: Place): boolean {
  if (own.kind === undefined || said.kind !== own.kind) return false;
  return own.kind !== 'judgement' || (said.isDenied === own.isDenied && scaleOf(said.word) === scaleOf(own.word));
}

const scaleOf = (word: string) => word.slice(0, -1);

const placesIn = rememberedFor(({ tokens, isQuestion }: Clause): readonly Place[] => {
  let isDenied = false;
  return tokens.flatMap(({ text }, at): Place[] => {
    if (text === 'no' && afterAnswer.test(tokens[at + 1]?.text ?? ',')) return [];
    if (negating.test(text)) isDenied = true;
    if (text !== 'without' && (negating.test(text) || dropped.test(text))) return [];
    // `Twice` and `three times` are one word each.
    if (text === 'times' && /^\d+$/.test(tokens[at - 1]?.text ?? '')) return [];
    const plain = text === 'without' ? 'with' : text.replace(/'\p{L}+$|(?<=^\d+)(?:st|nd|rd|th)$/u, '');
    const [judgement] = judgementsOf(plain);
    const word = person.test(plain)
      ? 'patient'
      : judgement === undefined
        ? stem(plain).replace(/^dai$/, 'day')
        : `${judgement.scale}${judgement.isFirst ? '+' : '-'}`;
    const place = { word, kind: kindOf(word), isDenied, isAsked: isQuestion };
    isDenied &&= light.test(word);
    return [place];
  });
});

function kindOf(word: string): Place['kind'] {
  if (/^(?:\d|twic)/.test(word)) return 'number';
  if (word.startsWith('~')) return 'judgement';
  if (/^(?:day|week|month|year|hour)/.test(word)) return 'period';
  return word === 'left' || word === 'right' ? 'side' : undefined;
}

/** How many words in a row are the same in both, from two places on. */
function alike(source: readonly Place[], own: readonly Place[], index: number, at: number, step: 1 | -1): number {
  let same = 0;
  while (
    same < reach &&
    own[at + same * step] !== undefined &&
    source[index + same * step]?.word === own[at + same * step]?.word
  )
    same += 1;
  return same;
}
