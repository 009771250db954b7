import { normalizeSynonyms, stem } from 'chronoscribe/language';
import { hasForeignValue } from '../../language/bound-values.ts';
import { remembered, rememberedFor } from '../../language/remembered.ts';
import type { Clause } from '../reading/clauses.ts';
import { textOf } from '../reading/mentions.ts';
import { isPlace } from '../reading/places.ts';

type Side = 'left' | 'right' | 'both';

/** Uses of `right` and `left` that name no side: `right now`, `all right`, `left the hospital`. */
const noSide =
  /\b(?:all right|alright|right (?:now|away|after|before|there|here|then)|(?:that['’]?s|that is|you are|you['’]re|am i|sounds|seems) right(?=\s*(?:[.,!?]|$))|what(?:['’]s| is| was)? left|right\s*[?!])|(?<!\b(?:the|on|to|my|your|his|her|their|and|or|than) )left (?=(?:over|the|my|his|her|their|for|with|without|him|it|home|work|early|alone|behind|out|untreated)\b)|(?<=^|[.?!;]\s*)right(?=\s*(?:[,.;]|$))|(?<=, )right *$/gi;
const side = /^(?:left|right|bilateral(?:ly)?|both)$/i;
/** The sides in German are compared too. */
const german = /\b(?:link(?:e[rsnm]?|s)|recht(?:e[rsnm]?|s)|beid(?:e[rn]?|seits))\b/g;
const reach = 3;

interface NamedSide {
  readonly side: Side;
  /** `only on the left`. */
  readonly isOnly: boolean;
}

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
  const stated = parseSides(plain);
  if (stated.length === 0) return false;
  const sentences = sentencesOf(cited);
  const said = sidesSaid(sentences);
  const near = sidesOfParts(sidedTexts(sentences));
  const anywhere = sidedPartsOf(source);
  const parts = [...sidesOfParts([plain])];
  const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((each) => all.has(each));
  if (parts.some(([part, sides]) => !isWithin(sides, near.get(part) ?? anywhere.get(part) ?? sides))) return true;
  const isOnlySide = parts.every(([part, sides]) => anywhere.has(part) && isWithin(anywhere.get(part) ?? sides, sides));
  if (said.length === 0 && parts.length > 0 && isOnlySide) return false;
  if (said.length === 0) {
    const elsewhere = sidesSaid(sentencesOf(source)).map(({ side }) => side);
    return elsewhere.length === 0 || stated.some(({ side }) => elsewhere.some((other) => other !== side));
  }
  if (stated.some((each) => !sideSupported(said, each))) return true;
  if (stated.some(({ isOnly, side }) => isOnly && said.some((each) => each.side !== side))) return true;
  return hasForeignValue(sidedTexts(sentences), plain.replace(noSide, ' '), sidesIn);
}

interface Sentence {
  readonly text: string;
  readonly isQuestion: boolean;
}

function sentencesOf(clauses: readonly Clause[]): Sentence[] {
  return [...Map.groupBy(clauses, ({ turn, sentence }) => `${turn}.${sentence}`).values()].map((own) => ({
    text: normalizeSynonyms(
      own.map(({ tokens, isQuestion }) => `${textOf(tokens)}${isQuestion ? ' ?' : ''}`).join(' '),
    ),
    isQuestion: own.some(({ isQuestion }) => isQuestion),
  }));
}

/** The sides of each part of the body that has one: `the right distal humerus`, `the knee on the left`, `the left 1`. */
function sidesOfParts(texts: readonly string[]): SidedParts {
  const found = new Map<string, Set<string>>();
  let last: string | undefined;
  for (const piece of texts.flatMap((text) => text.replace(noSide, ' ').toLowerCase().split(pieceEnd))) {
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

type SidedParts = ReadonlyMap<string, ReadonlySet<string>>;
const sidedPartsOf = rememberedFor((clauses: readonly Clause[]) => sidesOfParts(sidedTexts(sentencesOf(clauses))));
const pieceEnd = /[,.;?]|\b(?:but|than)\b/;
const isPart = (word: string) => word !== 'side' && !side.test(word) && isPlace({ text: word });

const sidesIn = (part: string): ReadonlySet<string> => {
  const sides = new Set(parseSides(part).map(({ side }) => side));
  return sides.has('both') ? new Set(['left', 'right']) : sides;
};

/** The sentences of a source; a question whose answer names a side has none of its own. */
function sidedTexts(sentences: readonly Sentence[]): string[] {
  return sentences.map(({ text, isQuestion }, index) => {
    const answer = sentences[index + 1]?.text ?? '';
    const plain = text.replace(noSide, ' ');
    if (!isQuestion || parseSides(answer).length === 0) return plain;
    return `${plain.replace(/\b(?:left|right|both)\b/gi, '')} ; ${answer.replace(noSide, ' ')}`;
  });
}

/** The sides of a source. Where an answer names a side, it replaces those of its question: `The left? – No, the right.` */
function sidesSaid(sentences: readonly Sentence[]): NamedSide[] {
  let asked: NamedSide[] = [];
  return sentences.flatMap(({ text, isQuestion }, index) => {
    const own = parseSides(text);
    if (isQuestion && index + 1 < sentences.length) {
      asked = [...asked, ...own];
      return [];
    }
    const told = own.length > 0 ? own : asked;
    asked = [];
    return told;
  });
}

/** `both` supports either side, and `left and right knee` supports `both knees`. */
function sideSupported(said: readonly NamedSide[], stated: NamedSide): boolean {
  const has = (wanted: Side) => said.some((place) => place.side === wanted);
  return has(stated.side) || has('both') || (stated.side === 'both' && has('left') && has('right'));
}

const parseSides = remembered((text): readonly NamedSide[] => {
  const tokens =
    text
      .replace(noSide, ' ')
      .toLowerCase()
      .replace(german, (said) => (said.startsWith('l') ? 'left' : said.startsWith('r') ? 'right' : 'both'))
      .match(/[\p{L}\p{N}]+|[.?!;]/gu) ?? [];
  return tokens.flatMap((token, index) => {
    if (!side.test(token)) return [];
    const near = tokens.slice(Math.max(0, index - reach), index + reach);
    return [
      {
        side: token === 'left' || token === 'right' ? token : 'both',
        isOnly: near.some((word) => /^(?:only|solely)$/.test(word)),
      },
    ];
  });
});
