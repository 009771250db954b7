import type { Passage } from 'chronoscribe/kinds/grounding';
import { numbersToDigits } from 'chronoscribe/language';
import { isIn, ownWords, said, tellingWords } from './said.ts';

/** Words of which one turns round what the other says. */
const contraries: readonly (readonly [RegExp, RegExp])[] = [
  ['well', 'poorly|badly'],
  ['up|rose|risen|raised|increas\\w*', 'down|fell|fallen|dropped|decreas\\w*'],
  ['start\\w*|began|begin\\w*', 'stop\\w*|discontinu\\w*|quit'],
  ['persist\\w*|ongoing|still', 'any ?more|no longer|resolved|gone'],
  ['equal\\w*|symmetric\\w*|same|alike', 'weaker|stronger|different|unequal|asymmetric\\w*'],
  ['sooner|earlier', 'later'],
  ['full|free|unrestricted', 'limited|restricted|reduced|stiff'],
  ['regular|regularly', 'needed|needs? (?:it|them)|required|prn'],
  ['weekends?', 'weekdays?'],
  ['mornings?', 'evenings?|nights?|bedtime'],
  ['keep|kept|keeps', 'thr[eo]w\\w*|remove\\w*|discard\\w*|take out|taken out'],
  ['inner|middle', 'outer'],
  ['before', 'after'],
  ['more|longer|over', 'less|fewer|shorter|under'],
].flatMap(([one = '', other = '']): [RegExp, RegExp][] => {
  const [first, second] = [new RegExp(`\\b(?:${one})\\b`, 'i'), new RegExp(`\\b(?:${other})\\b`, 'i')];
  return [
    [first, second],
    [second, first],
  ];
});

const onNeed = /\b(?:as|if|when|where) (?:needed|required|necessary)\b|\bprn\b/i;
const need = /\b(?:need\w*|required?|necessary|prn|if|when|whenever|sometimes|occasional\w*)\b/i;
/** What a change began at and led to, what took whose place: what follows such words follows them in the source. */
const changes = [
  [/\b(?:from|previously|formerly) (\d[\d.]*)/gi, /\b(?:from|previously|formerly|before|was|were) (\d[\d.]*)/gi],
  [/\b(?:to|now|currently) (\d[\d.]*)/gi],
  [/\b(?:instead of|rather than) ([\w-]+)/gi],
] as const;
/** A reason, a circumstance or something beside it, at the end of a sentence or of a part of it. */
const added =
  /\b(?:with|since|after|due to|because of|secondary to|caused by|for)\s+((?:[\p{L}'’-]+ ?){1,4})(?=[.,;]|$)/giu;
const single = /\bone\b(?! of| more| another)|\ba single\b/i;
/** `Any thoughts of harming yourself?` `Not this week.` */
const denial = /^(?:(?:oh|well|um|er)\b,? )*(?:no|nope|nah|not|never|none|neither)\b/i;
const negative = /\b(?:no|not|nor|never|none|denies|denied|without|nothing|negative|absent|free of)\b|n['’]t\b/i;

/**
 * What turns round, moves or adds to what the lines say that a sentence cites, in words that are no terms; empty if
 * nothing does. It knows few ways to say the same, and objects where it is not sure.
 */
export function turnedWords(sentence: string, cited: readonly Passage[]): readonly string[] {
  const source = cited.map(({ text }) => text).join('\n');
  const places = said(sentence, cited);
  const nearest = places.map(({ text }) => text).join('\n');
  const found: string[] = [];
  for (const [own, contrary] of contraries) {
    const [word] = own.exec(sentence) ?? [];
    const isTurned = [source, nearest].some((text) => contrary.test(text) && !own.test(text));
    if (word && isTurned && !contrary.test(sentence)) found.push(word);
  }
  if (onNeed.test(sentence) && !need.test(nearest)) found.push('as needed');
  if (single.test(sentence) && !/\b(?:one|once|single|1)\b/i.test(source)) found.push('one');
  const after = (text: string, words: RegExp) =>
    [...numbersToDigits(text).matchAll(words)].map(([, next = '']) => next.replace(/\.$/, '').toLowerCase());
  for (const [own, theirs = own] of changes) {
    const followed = after(source, theirs);
    if (followed.length > 0) found.push(...after(sentence, own).filter((next) => !followed.includes(next)));
  }
  const words = tellingWords(source);
  for (const [, phrase = ''] of sentence.matchAll(added)) {
    const own = ownWords(phrase);
    if (own.length > 0 && !own.some((word) => isIn(words, word))) found.push(phrase);
  }
  const isDenied =
    places.length > 0 && places.every(({ text, at }) => text.endsWith('?') && denial.test(cited[at + 1]?.text ?? ''));
  return isDenied && !negative.test(sentence) ? [...found, 'yes'] : found;
}
