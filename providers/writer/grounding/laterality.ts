import { isContentWord, stem } from './words.ts';

type Side = 'left' | 'right' | 'both';

/** `right` and `left` that name no side: `right now`, `all right`, `left the hospital`. */
const noSide =
  /\b(?:all right|alright|right (?:now|away|after|before|there|here|then)|(?:that['’]?s|that is|you are|you['’]re|am i|sounds|seems) right(?=\s*(?:[.,!?]|$))|what(?:['’]s| is| was)? left|right\s*[?!])|(?<!\b(?:the|on|to|my|your|his|her|their|and|or|than) )left (?=(?:over|the|my|his|her|their|for|with|without|him|it|home|work|early|alone|behind|out|untreated)\b)|(?<=^|[.?!]\s*)right\s*[,.]/gi;
const side = /^(?:left|right|bilateral(?:ly)?|both)$/i;
const reach = 3;

interface SidedPart {
  readonly side: Side;
  /** Stems of the words that the side may belong to. */
  readonly parts: readonly string[];
}

/** Whether a statement names a side that its source does not name, or names another for the same part of the body. */
export function hasWrongSide(source: string, statement: string): boolean {
  const said = parseSides(source);
  return parseSides(statement).some((stated) => {
    if (!sideSupported(said, stated)) return true;
    return stated.parts.some((word) => {
      const samePart = said.filter(({ parts }) => parts.includes(word));
      return samePart.length > 0 && !sideSupported(samePart, stated);
    });
  });
}

/** Both sides bear out either, and `left and right knee` bears out `both knees`. */
function sideSupported(said: readonly SidedPart[], stated: SidedPart): boolean {
  const has = (wanted: Side) => said.some((place) => place.side === wanted);
  return has(stated.side) || has('both') || (stated.side === 'both' && has('left') && has('right'));
}

function parseSides(text: string): SidedPart[] {
  const tokens =
    text
      .replace(noSide, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+|[.?!;]/gu) ?? [];
  return tokens.flatMap((token, index) => {
    if (!side.test(token)) return [];
    const named: Side = token === 'left' || token === 'right' ? token : 'both';
    const after = following(tokens, index);
    // `a lump on the left`: where nothing follows that has a side, it is what stands before; not in `worse than the left`.
    const isCompared = tokens.slice(Math.max(0, index - 2), index).includes('than');
    const isBehind = named === 'both' || (!isCompared && after.every((word) => word === 'sid'));
    return [{ side: named, parts: [...after, ...(isBehind ? preceding(tokens, index) : [])] }];
  });
}

/** The next content words in the sentence, up to the next side: `left lower leg`; those of both in `left and right lungs`. */
function following(tokens: readonly string[], from: number): string[] {
  const joined = /^(?:and|or)$/.test(tokens[from + 1] ?? '') && side.test(tokens[from + 2] ?? '');
  const start = joined ? from + 3 : from + 1;
  const near = tokens.slice(start, start + reach);
  const end = near.findIndex((token) => /[.?!;]/.test(token) || side.test(token));
  return (end === -1 ? near : near.slice(0, end)).filter(isContentWord).map(stem);
}

/** `lungs are clear bilaterally`. */
function preceding(tokens: readonly string[], to: number): string[] {
  return tokens
    .slice(Math.max(0, to - reach), to)
    .filter((token) => /\p{L}/u.test(token) && isContentWord(token))
    .map(stem);
}
