import { turnsOf } from './quoted-exchanges.ts';
import { remembered } from './remembered.ts';
import { numbersToDigits } from './spoken-numbers.ts';
import { stem } from './words.ts';

/** What a statement changes in words that it otherwise takes from its source. */
export type QuotedChange = 'quantity' | 'side' | 'negation';

/** Words that a note leaves out or replaces when it quotes. */
const dropped =
  /^(?:um+|uh+|er|hm+|so|well|okay|ok|like|just|know|really|the|an?|have|has|had|having|do|does|did|is|are|am|was|were|been|reports?)$/;
const person = /^(?:i|you|he|she|we|me|him|patient|my|your|his|her|our)$/;
/** After these a `no` is an answer and denies nothing that follows. */
const afterAnswer = /^(?:,|no|i|you|he|she|we|it|they|that|this|there|the|my|your|his|her|okay|so|and|but|just)$/;
const negating = /^(?:no|not|never|none|nor|denies|denied|without|cannot)$/;
/** A negation before these denies what follows them: `I don't see any redness`. */
const light = /^(?:any|see|appreciat|notic|feel|hear|there|evidenc|sign|of|patient|get|think|find|some)$/;
/** Consecutive words beside a changed word that must be the same on both sides together. */
const minAlike = 4;
/** Words compared on each side. */
const reach = 4;

interface QuotedText {
  readonly words: readonly string[];
  /** Word indexes before which a negation stands. */
  readonly negated: ReadonlySet<number>;
}

/**
 * Finds numbers, periods, sides and negations of a statement that differ from its source between equal words: `five out
 * of five on the right` for `four out of five on the right`. A word that occurs in the source elsewhere does not support
 * the statement if another place has more of its neighbours.
 *
 * @param source texts of the cited passages
 * @param statement in plain text
 */
export function quotedChanges(source: string, statement: string): ReadonlySet<QuotedChange> {
  const said = readQuoted(source);
  const stated = readQuoted(statement);
  const changes = new Set<QuotedChange>();
  stated.words.forEach((word, at) => {
    const kind = kindOf(word);
    if (kind !== undefined && isOtherWord(said.words, stated.words, at, (other) => kindOf(other) === kind))
      changes.add(kind === 'side' ? 'side' : 'quantity');
  });
  const turns = turnsOf(statement);
  const [asked, told] = turns.length === 2 ? turns : ['', statement];
  const answers = readQuoted(withoutQuestions(source));
  if (hasOtherPolarity(said, readQuoted(asked)) || hasOtherPolarity(answers, readQuoted(told))) changes.add('negation');
  return changes;
}

function hasOtherPolarity(said: QuotedText, stated: QuotedText): boolean {
  return stated.words.some((_, at) => isOtherPolarity(said, stated, at));
}

const readQuoted = remembered((text): QuotedText => {
  const plain = numbersToDigits(text.toLowerCase().replaceAll('’', "'"))
    // Numbers of a unit, as in `mL/min/1.73m2` and `x10^9/L`.
    .replace(/\b1\.73 ?m(?:2|²)|\bx? ?10\^\d+/g, 'unit')
    .replace(/\bonce\b/g, '1 times')
    .replace(/\btwice\b/g, '2 times')
    .replace(/\bdaily\b/g, 'day')
    .replace(/\bweekly\b/g, 'week')
    .replace(/\b(?:the )?patient(?:'s)?\b/g, 'patient')
    .replace(/ ?n't\b/g, ' not')
    .replace(/'(?:s|m|re|ve|ll|d)\b/g, '')
    .replace(/\bwithout\b/g, 'not with');
  const words: string[] = [];
  const negated = new Set<number>();
  const tokens = plain.match(/\d+(?:[.,:/]\d+)*|\p{L}+|,/gu) ?? [];
  for (const [index, word] of tokens.entries()) {
    if (word === ',' || (word === 'no' && afterAnswer.test(tokens[index + 1] ?? ','))) continue;
    if (negating.test(word)) negated.add(words.length);
    else if (!dropped.test(word)) {
      const said = person.test(word) ? 'patient' : stem(word);
      if (negated.has(words.length) && light.test(said)) negated.add(words.length + 1);
      words.push(said);
    }
  }
  return { words, negated };
});

/** A question denies nothing by itself, so a `no` that answers it is no change of its words. */
function withoutQuestions(source: string): string {
  const lines = source.split('\n');
  return lines
    .filter(
      (_, index) => !/^\W*(?:no|nope|nah|never|none|not|nothing|i (?:do|did|have|am))\b/i.test(lines[index + 1] ?? ''),
    )
    .flatMap((line) => line.split(/(?<=[.?!])\s+/))
    .filter((sentence) => !/\?\W*$/.test(sentence))
    .join('\n');
}

function kindOf(word: string): 'number' | 'period' | 'side' | undefined {
  if (/^\d/.test(word)) return 'number';
  if (/^(?:dai|day|week|month|year|hour)$/.test(word)) return 'period';
  return word === 'left' || word === 'right' ? 'side' : undefined;
}

function isOtherWord(
  said: readonly string[],
  stated: readonly string[],
  at: number,
  isRival: (word: string) => boolean,
): boolean {
  let same = 0;
  let other = 0;
  said.forEach((word, place) => {
    const isSame = word === stated[at];
    if (!isSame && !isRival(word)) return;
    const alike = alikeBefore(said, stated, place, at) + alikeAfter(said, stated, place + 1, at + 1);
    if (isSame) same = Math.max(same, alike);
    else other = Math.max(other, alike);
  });
  return other >= minAlike && other > same;
}

/** The words around a place are those of the source, but only one of both denies what follows. */
function isOtherPolarity(said: QuotedText, stated: QuotedText, at: number): boolean {
  let same = 0;
  let other = 0;
  said.words.forEach((word, place) => {
    if (word !== stated.words[at]) return;
    const before = alikeBefore(said.words, stated.words, place, at);
    const alike = before === 0 && at > 0 ? 0 : before + alikeAfter(said.words, stated.words, place, at);
    if (said.negated.has(place) === stated.negated.has(at)) same = Math.max(same, alike);
    else other = Math.max(other, alike);
  });
  return other >= minAlike && other > same;
}

function alikeBefore(said: readonly string[], stated: readonly string[], place: number, at: number): number {
  let alike = 0;
  while (alike < Math.min(reach, place, at) && said[place - 1 - alike] === stated[at - 1 - alike]) alike += 1;
  return alike;
}

function alikeAfter(said: readonly string[], stated: readonly string[], place: number, at: number): number {
  let alike = 0;
  while (alike < Math.min(reach, said.length - place, stated.length - at) && said[place + alike] === stated[at + alike])
    alike += 1;
  return alike;
}
