import type { Passage } from 'chronoscribe/kinds/grounding';
import { contentWords, normalizeSynonyms, numbersToDigits, reportingWords } from 'chronoscribe/language';

/** Forms of one word begin with the same letters: `stopped`, `stopping`. */
const sharedStart = 4;

/** The stems of the words that tell something. */
export function tellingWords(text: string): readonly string[] {
  return contentWords(numbersToDigits(normalizeSynonyms(text)));
}

/** Those of a statement, without numbers and what frames it. */
export function ownWords(statement: string): readonly string[] {
  return [...new Set(tellingWords(statement))].filter((word) => !reportingWords.has(word) && !/\d/.test(word));
}

/** Whether a word, or another form of it, is among others. */
export function isIn(words: readonly string[], word: string): boolean {
  return words.some(
    (other) => other === word || (word.length >= sharedStart && other.startsWith(word.slice(0, sharedStart))),
  );
}

export type Role = NonNullable<Passage['speaker']>['role'];

/** When something is so tells little of what is meant. */
const isTime = /^(?:dai|day|week|month|year|morn|even|night|hour|time|need)/;

/** The sentences of passages that have most words of a statement, `at` which passage; none if none has any. */
export function said(statement: string, cited: readonly Passage[]) {
  const own = ownWords(statement).filter((word) => !isTime.test(word));
  const sentences = cited.flatMap(({ text, speaker }, at) =>
    text.split(/(?<=[.?!;])\s+/u).map((each) => {
      const words = tellingWords(each);
      return { text: each, role: speaker?.role, at, shared: own.filter((word) => isIn(words, word)).length };
    }),
  );
  const most = Math.max(0, ...sentences.map(({ shared }) => shared));
  return most === 0 ? [] : sentences.filter(({ shared }) => shared === most);
}
