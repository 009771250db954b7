import { normalizeSynonyms, stem } from 'chronoscribe/language';
import { hasForeignValue } from '../../language/bound-values.ts';
import { remembered, rememberedFor } from '../../language/remembered.ts';
import type { Clause } from '../reading/clauses.ts';
import { textOf } from '../reading/mentions.ts';
import { isPlace } from '../reading/places.ts';

/** Uses of `right` and `left` that name no side: `right now`, `all right`, `left the hospital`. */
const noSide =
  /\b(?:all right|alright|right (?:now|away|after|before|there|here|then)|(?:that['’]?s|that is|you are|you['’]re|am i|sounds|seems) right(?=\s*(?:[.,!?]|$))|what(?:['’]s| is| was)? left|right\s*[?!])|(?<!\b(?:the|on|to|my|your|his|her|their|and|or|than) )left (?=(?:over|the|my|his|her|their|for|with|without|him|it|home|work|early|alone|behind|out|untreated)\b)|(?<=^|[.?!;]\s*)right(?=\s*(?:[,.;]|$))|(?<=, )right *$/gi;
const side = /^(?:left|right|bilateral(?:ly)?|both)$/;
/** The sides in German are compared too. */
const german = /\b(?:link(?:e[rsnm]?|s)|recht(?:e[rsnm]?|s)|beid(?:e[rn]?|seits))\b/g;
const only = /\b(?:only|solely)\b/;
/** Words between a side and its part of the body. */
const reach = 3;

/** `left`, `right`, or each of them for `both`. */
type Sides = ReadonlySet<string>;

/**
 * Tells whether a statement names a side that the source does not name, or another side of the same body part.
 *
 * @param cited clauses of the cited passages; where they name no side, the only side of the whole source is meant
 * @param statement clauses of the statement
 * @param source clauses of all passages
 */
export function hasWrongSide(
  cited: readonly Clause[],
  statement: readonly Clause[],
  source: readonly Clause[],
): boolean {
  const plain = sentencesOf(statement)
    .map(({ text }) => text)
    .join('. ');
  const stated = sidesIn(plain);
  if (stated.size === 0) return false;
  const texts = sidedTexts(cited);
  const said = sidesIn(texts.join('. '));
  const near = sidesOfParts(texts);
  const anywhere = sourceSides(source);
  const parts = [...sidesOfParts([plain])];
  if (parts.some(([part, sides]) => !isWithin(sides, near.get(part) ?? anywhere.ofParts.get(part) ?? sides)))
    return true;
  if (said.size === 0) {
    const isOnlySide = ([part, sides]: (typeof parts)[number]) =>
      isWithin(anywhere.ofParts.get(part) ?? anywhere.all, sides);
    return anywhere.all.size === 0 || !(parts.length > 0 ? parts.every(isOnlySide) : isWithin(anywhere.all, stated));
  }
  if (!isWithin(stated, said) || (only.test(plain) && !isWithin(said, stated))) return true;
  return hasForeignValue(texts, plain, sidesIn);
}

function isWithin(some: Sides, all: Sides): boolean {
  return [...some].every((each) => all.has(each));
}

const sourceSides = rememberedFor((clauses: readonly Clause[]) => {
  const texts = sidedTexts(clauses);
  return { all: sidesIn(texts.join('. ')), ofParts: sidesOfParts(texts) };
});

interface Sentence {
  readonly text: string;
  readonly isQuestion: boolean;
}

function sentencesOf(clauses: readonly Clause[]): Sentence[] {
  return [...Map.groupBy(clauses, ({ turn, sentence }) => `${turn}.${sentence}`).values()].map((own) => ({
    text: normalizeSynonyms(own.map(({ tokens, isQuestion }) => `${textOf(tokens)}${isQuestion ? ' ?' : ''}`).join(' '))
      .toLowerCase()
      .replace(noSide, ' ')
      .replace(german, (said) => (said.startsWith('l') ? 'left' : said.startsWith('r') ? 'right' : 'both')),
    isQuestion: own.some(({ isQuestion }) => isQuestion),
  }));
}

/** The sentences of a source; a question whose answer names a side has none of its own. */
function sidedTexts(clauses: readonly Clause[]): string[] {
  const sentences = sentencesOf(clauses);
  return sentences.map(({ text, isQuestion }, index) => {
    const answer = sentences[index + 1]?.text ?? '';
    if (!isQuestion || sidesIn(answer).size === 0) return text;
    return `${text.replace(/\b(?:left|right|both)\b/g, '')} ; ${answer}`;
  });
}

/** The sides of each part of the body that has one: `the right distal humerus`, `the knee on the left`, `the left 1`. */
function sidesOfParts(texts: readonly string[]): ReadonlyMap<string, Sides> {
  const found = new Map<string, Set<string>>();
  let last: string | undefined;
  for (const piece of texts.flatMap((text) => text.split(pieceEnd))) {
    const words = piece.match(/[\p{L}\p{N}]+/gu) ?? [];
    words.forEach((word, at) => {
      if (isPart(word)) last = word;
      if (!side.test(word)) return;
      const before = words.slice(Math.max(0, at - reach), at).findLast(isPart);
      const part =
        words.slice(at + 1, at + 1 + reach).find(isPart) ?? before ?? (words[at + 1] === '1' ? last : undefined);
      if (part === undefined) return;
      found.set(
        stem(part),
        new Set([
          ...(found.get(stem(part)) ?? []),
          ...(word === 'left' || word === 'right' ? [word] : ['left', 'right']),
        ]),
      );
    });
  }
  return found;
}

const pieceEnd = /[,.;?]|\b(?:but|than)\b/;
const isPart = (word: string) => word !== 'side' && !side.test(word) && isPlace({ text: word });

const sidesIn = remembered((text): Sides => {
  const named = (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => side.test(word));
  return new Set(named.flatMap((word) => (word === 'left' || word === 'right' ? [word] : ['left', 'right'])));
});
