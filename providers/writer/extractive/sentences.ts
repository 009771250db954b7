import type { Passage } from 'chronoscribe/kinds/writer';
import { contentWords } from '../words.ts';
import { cutRunOn } from './run-ons.ts';

export type Role = 'clinician' | 'patient' | 'other' | 'unknown';

/** A quotation from the source: one sentence, or a question with its answer. */
export interface Sentence {
  readonly text: string;
  /** Ids of the passages quoted, in their order. */
  readonly evidence: readonly string[];
  /** Who says what matters in it; null for text that nobody spoke. */
  readonly role: Role | null;
  /** The same for one voice; null for text that nobody spoke. */
  readonly speaker: string | null;
  /** Where it stands in the source, 0 (first sentence) to 1 (last). */
  readonly position: number;
  /** A question without its answer. */
  readonly isQuestion: boolean;
  /** A question together with its answer. */
  readonly isAnswered: boolean;
  /** Stems of its content words, in order. */
  readonly words: readonly string[];
}

/** Short forms that end in a full stop without ending a sentence. */
const abbreviation = /(?:^|\s)(?:dr|mr|mrs|ms|st|vs|e\.g|i\.e|approx|fig|prof|p\.o|q\.d|b\.i\.d|t\.i\.d)\.$/i;
const longestAbbreviation = 10;

/** A place where a sentence can end: after its mark and before a space, or after a mark of a script that uses no spaces. */
const sentenceEnd = /(?<=[.?!…]["”')\]]?)\s+|(?<=[。！？])|\n{2,}/u;

/** Sounds of hesitation, and `you know` where commas set it apart: they carry no meaning. */
const filler = /(?<=^|[\s,])(?:u+m+|u+h+m?|e+r+m)(?=$|[\s,.?!])\s?,?\s?|(?<=^|,\s?)you know\s?,\s?|,\s?you know(?=\s?[.?!]|$)/giu;

/** Words that only join a sentence to the one before. `Yes`, `no` and `right` are answers, and stay. */
const opening = /^(?:(?:so|and|okay|ok|all right|alright|well|now|oh)(?![\p{L}\p{N}'’-])\s?[,.]?\s?)+/iu;

/** A request for assent at the end of a statement, which makes no question of it. */
const assent = /\s?,?\s(?:okay|ok|all right|alright|yeah)\s?\?$/iu;

/** Every sentence of the source in order. Wording and numbers stay as they are; only fillers and opening joints are left out. */
export function sentencesOf(passages: readonly Passage[]): Sentence[] {
  const quotations = passages.flatMap(({ id, speaker, text }) =>
    splitSentences(text)
      .map((sentence) => (speaker === null ? sentence : withoutFillers(sentence)))
      .filter((quoted) => /[\p{L}\p{N}]/u.test(quoted))
      .map((quoted) => ({ id, speaker, quoted })),
  );
  const last = Math.max(1, quotations.length - 1);
  return quotations.map(({ id, speaker, quoted }, index) => ({
    text: quoted,
    evidence: [id],
    role: speaker?.role ?? null,
    speaker: speaker?.label ?? null,
    position: index / last,
    isQuestion: /[?？]$/.test(quoted),
    isAnswered: false,
    words: contentWords(quoted),
  }));
}

/** Cuts a text after each sentence; `Dr. Lee`, `2.5 mg` and a pause (`...`) in a sentence do not end it. White space becomes one space. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let goesOn = false;
  for (const piece of text.split(sentenceEnd)) {
    const part = piece.replace(/\s+/gu, ' ').trim();
    if (part === '') continue;
    const previous = sentences.at(-1);
    const pause = previous !== undefined && /(?:\.\.\.|…)$/.test(previous.slice(-3)) && /^\p{Ll}/u.test(part);
    if (previous !== undefined && (goesOn || pause)) sentences[sentences.length - 1] = `${previous} ${part}`;
    else sentences.push(part);
    goesOn = abbreviation.test(part.slice(-longestAbbreviation));
  }
  return sentences.flatMap(cutRunOn);
}

/** The sentence without hesitations, opening joints and a request for assent; empty where nothing else was said. */
export function withoutFillers(sentence: string): string {
  return sentence.replace(filler, '').replace(opening, '').replace(assent, '.').trim();
}
