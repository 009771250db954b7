import type { Passage } from 'chronoscribe/kinds/grounding';
import { endsInCondition, isConditionOnly } from './conditions.ts';
import { cutMark, pauseMark } from './marks.ts';
import { speakerTurns } from './speaker-turns.ts';

/** A sentence as it was said, which may come from several passages. */
export interface SourceSentence {
  readonly text: string;
  /** Indexes of its passages, in order. */
  readonly passages: readonly number[];
  /** Index of the turn: what one speaker says without another between. */
  readonly turn: number;
  /** The label; null if it was not spoken. */
  readonly speaker: string | null;
  /** It is cut across speakers: nothing is stated of it but its words. */
  readonly isTorn: boolean;
}

/**
 * Splits a source into sentences; one that cues or a recogniser cut is one.
 *
 * @param longest in words: a longer sentence is split where a connective stands
 */
export function sentencesOf(passages: readonly Passage[], longest = longestRead): SourceSentence[] {
  return speakerTurns(passages).flatMap(({ text, passages: own, speaker, isTorn = false }, turn) => {
    let piece = 0;
    return text.split(` ${pauseMark} `).flatMap((said) => {
      const pieces = said.split(` ${cutMark} `);
      const indexes = pieces.map(() => own[piece++] ?? 0);
      return sentencesIn(pieces, longest).map(({ text: sentence, from, to }) => ({
        ...{ text: sentence, turn, speaker, isTorn },
        passages: [...new Set(indexes.slice(from, to + 1))],
      }));
    });
  });
}

/** The sentences of texts that follow each other, each with its first and its last text. */
function sentencesIn(
  texts: readonly string[],
  longest: number,
): { readonly text: string; readonly from: number; readonly to: number }[] {
  const whole = texts.join(' ');
  const starts: number[] = [];
  let offset = 0;
  for (const text of texts) {
    starts.push(offset);
    offset += text.length + 1;
  }
  const pieceAt = (at: number) => starts.findLastIndex((start) => start <= at);
  const found: { text: string; from: number; to: number }[] = [];
  let start = 0;
  for (const end of [...endsIn(whole, longest), whole.length]) {
    const text = whole.slice(start, end);
    const first = start + text.length - text.trimStart().length;
    const last = start + text.trimEnd().length - 1;
    if (/[\p{L}\p{N}]/u.test(text))
      found.push({ text: text.trim().replace(/\s+/gu, ' '), from: pieceAt(first), to: pieceAt(last) });
    start = end;
  }
  return found;
}

const ending = /(?:[.?!…]+["”’')\]]*(?=\s|$)|[。！？]|\n)/gu;
/** A full stop after these ends no sentence: titles, abbreviations, initials, the numbers of a list. */
const abbreviated =
  /(?:\b(?:dr|mr|mrs|ms|st|prof|vs|approx|no|nr|bzw|ca|z\.b|d\.h|u\.a|e\.g|i\.e|inkl|evtl|mme|sra?)|(?:^|[\s.])\p{L}|^\s*\d{1,3})\.$/iu;
const numberEnd = /(?:\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|\p{L}+(?:teen|ty)|hundred)) \.$/iu;
const numberStart = /^\s*(?:\d|(?:zero|one|two|three|four|five|six|seven|eight|nine)\b)/iu;
/** In words. A longer sentence is read in parts, of which the note may state one and not the other. */
const longestRead = 30;
const shortest = 10;
const connective =
  /^(?:and|but|so|because|then|okay|und|aber|weil|dann|denn|et|mais|puis|parce|y|pero|entonces|porque)$/iu;

/** Where sentences end, and parts of those that are long. */
function endsIn(text: string, longest: number): number[] {
  const ends: number[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(ending)) {
    const end = index + mark.length;
    const before = text.slice(start, end);
    const after = text.slice(end);
    if (mark === '.' && (abbreviated.test(before.trimEnd()) || (numberEnd.test(before) && numberStart.test(after))))
      continue;
    // `If anything changes. Ring us.`
    if (!mark.includes('?') && /\S/u.test(after) && isConditionOnly(before)) continue;
    // `It was … hard to cook.` The speaker hesitates.
    if (/^(?:\.{2,}|…)/u.test(mark) && /^\s*\p{Ll}/u.test(after)) continue;
    ends.push(...partsOf(before, longest).map((at) => start + at), end);
    start = end;
  }
  return [...ends, ...partsOf(text.slice(start), longest).map((at) => start + at)];
}

function partsOf(sentence: string, longest: number): number[] {
  const words = [...sentence.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)];
  if (words.length <= longest) return [];
  let since = 0;
  let start = 0;
  return words.flatMap(({ 0: word, index }, at) => {
    since += 1;
    if (since <= shortest || words.length - at < shortest || !connective.test(word)) return [];
    if (endsInCondition(sentence.slice(start, index))) return [];
    since = 0;
    start = index;
    return [index];
  });
}
