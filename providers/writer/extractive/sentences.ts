import type { Passage } from 'chronoscribe/kinds/writer';
import { contentWords, endsInCondition, type SourceSentence, sentencesOf } from 'chronoscribe/language';
import { answersByAsking } from 'chronoscribe/reading';
import { isCorrection } from './english/corrections.ts';
import { alternation, testAny } from './english/patterns.ts';
import { removeDisfluencies } from './english/speech-normalization.ts';
import { isIncomplete, splitUnmarked } from './english/unpunctuated.ts';

export type Role = 'clinician' | 'patient' | 'other' | 'unknown';

/** A sentence of the source without disfluencies, or a question with its answer. */
export interface Sentence {
  readonly text: string;
  /** Ids of the quoted passages, in order. */
  readonly evidence: readonly string[];
  /** The role of the speaker (for a question with its answer: of the answer); null for text that was not spoken. */
  readonly role: Role | null;
  /** Label of the speaker; null for text that was not spoken. */
  readonly speaker: string | null;
  /** Number of the turn: what one speaker says without another between. */
  readonly turn: number;
  /** Position in the source, 0 (first sentence) to 1 (last). */
  readonly position: number;
  /** A question without its answer. */
  readonly isQuestion: boolean;
  /** Takes back or narrows what its speaker said before, or contains what does; a note quotes it with that. */
  readonly isCorrection: boolean;
  /** It is cut across speakers: a note may quote it, and say nothing of its own. */
  readonly isTorn: boolean;
  /** The words that it was cut from, where only words tell where a sentence ends; null where punctuation does. */
  readonly unmarked: string | null;
  /** The parts of `text` if it is a question with its answer. */
  readonly asked: Asked | null;
  /** Stems of its content words, in order. */
  readonly words: readonly string[];
}

/** A question, or what is answered as one, with what is said to it. */
export interface Asked {
  readonly question: string;
  readonly answer: string;
  /** Its speaker goes on with what may change the answer. */
  readonly isPart?: boolean;
  /** Both are told in the words that were said, and in no other way. */
  readonly isQuoted?: boolean;
  /** What the answer decides on, where it only points at it. */
  readonly object?: string;
  /** What the question goes on about without naming it. */
  readonly topic?: string;
}

/**
 * A question, or what is answered as one, and what is said to it, as one sentence of who answers.
 *
 * @param more how it is told, beside its words
 */
export function exchangeOf(
  asked: readonly Sentence[],
  said: readonly [Sentence, ...Sentence[]],
  more: Omit<Asked, 'question' | 'answer'> = {},
): Sentence {
  const all = [...asked, ...said];
  const question = asked.map((each) =>
    each.asked === null ? each.text : `${each.asked.question} – ${each.asked.answer}`,
  );
  const answer = said.map((each) => each.asked?.answer ?? each.text).join(' ');
  return {
    ...said[0],
    isQuestion: false,
    text: all.map(({ text }) => text).join(' '),
    evidence: [...new Set(all.flatMap(({ evidence }) => evidence))],
    words: all.flatMap(({ words }) => words),
    asked: { question: question.join(' '), answer, ...more },
  };
}

/** A question without a question mark. */
const spokenQuestion = new RegExp(
  `^(?:${alternation(
    /(?:any|do|does|did|has|are|is|was|were|can|could|would)\b(?! that (?:i|you|we|he|she|they)\b)/,
    /have (?:you|they|he|she|there|your)\b/,
    /(?:how|where|why|who|which|what|when|tell me)\b(?!\s(?:i|we|i'm|we're|you|it|he|she|they|my|that|this|to|about your)\b)/,
  )})[^.?!]*(?:\\.{3})?$`,
  'i',
);

/** Number of passages after which other tasks run. */
const batch = 50;

/**
 * Segments the passages into sentences, in order.
 *
 * @param isEnglish whether disfluencies are removed from speech (`removeDisfluencies`)
 * @param pause awaited now and then: a source may be hours long
 */
export async function segment(
  passages: readonly Passage[],
  isEnglish: boolean,
  pause: () => Promise<void>,
): Promise<Sentence[]> {
  const quotations: { from: SourceSentence; quoted: string; corrects: boolean; unmarked: string | null }[] = [];
  for (const [index, from] of sentencesOf(passages, Number.POSITIVE_INFINITY).entries()) {
    const parts = splitRunOn(from.text);
    const spoken = (words: string) => (from.speaker === null || !isEnglish ? words : removeDisfluencies(words));
    const unmarked = parts.length > 1 && !marks.test(from.text.slice(0, -1)) ? spoken(from.text) : null;
    for (const sentence of parts) {
      const quoted = spoken(sentence);
      if (/[\p{L}\p{N}]/u.test(quoted))
        quotations.push({
          from,
          quoted,
          unmarked,
          corrects: from.speaker !== null && (isEnglish ? isCorrection(sentence) : isGermanCorrection.test(sentence)),
        });
    }
    if (index % batch === batch - 1) await pause();
  }
  const last = Math.max(1, quotations.length - 1);
  return quotations.map(({ from, quoted, corrects, unmarked }, index) => ({
    text: quoted,
    evidence: from.passages.flatMap((at) => passages[at]?.id ?? []),
    role: from.isTorn ? 'unknown' : (passages[from.passages[0] ?? 0]?.speaker?.role ?? null),
    speaker: from.speaker,
    turn: from.turn,
    position: index / last,
    isQuestion: !answersByAsking(quoted) && (/[?？]$/.test(quoted) || (isEnglish && spokenQuestion.test(quoted))),
    isCorrection: corrects,
    isTorn: from.isTorn,
    unmarked,
    asked: null,
    words: contentWords(quoted),
  }));
}

/** Length in words. In scripts without spaces two characters count as a word, roughly true for Chinese and Japanese. */
export function wordCount(text: string): number {
  const unspaced = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  return text.split(/\s+/).length + unspaced / 2;
}

/** `Nein, nach rechts, Entschuldigung.` */
const isGermanCorrection =
  /^(?:(?:ach|äh|ähm|oh),? )*(?:nein|nee|quatsch|halt|moment|entschuldigung|ich meine|besser gesagt|genauer gesagt|vielmehr|doch nicht|nicht)(?!\p{L})/iu;

const marks = /[.?!,;]/;
/** A recogniser without punctuation produces "sentences" longer than this many words. */
const longestUnmarked = 12;
/** The limit for sentences with punctuation. */
const longestMarked = 25;
/** Minimum length of a part in words. */
const leastPart = 5;

/** Splits a very long sentence where clauses begin; returns others unchanged. */
export function splitRunOn(sentence: string): string[] {
  const isMarked = marks.test(sentence);
  if (wordsIn(sentence) <= (isMarked ? longestMarked : longestUnmarked)) return [sentence];
  const clauses = sentence.split(newClause);
  return joinFragments(isMarked ? clauses : clauses.flatMap(splitUnmarked));
}

/** Joins parts that are no sentence to what they belong to: `On your exam` to what follows, a few words to what precedes. */
function joinFragments(clauses: readonly string[]): string[] {
  const parts: string[] = [];
  for (const clause of clauses) {
    const previous = parts.at(-1);
    const isOpen =
      previous !== undefined &&
      ((wordsIn(previous) < leastPart && !isShortFinding.test(previous)) ||
        isIncomplete(previous) ||
        endsInCondition(previous) ||
        followsFrom.test(clause) ||
        (qualifies.test(clause) && wordsIn(previous) + wordsIn(clause) <= longestQualified));
    if (isOpen && !question.test(clause)) parts[parts.length - 1] = `${previous} ${clause}`;
    else parts.push(clause);
  }
  return parts;
}

/** `The uvula is midline` */
const isShortFinding = /^(?:the|your|his|her) \p{L}+ (?:is|are|was|were|looks?|appears?) \p{L}+$/iu;
/** `Or you develop any weakness, then I want you to come back`: what it depends on stands before. */
const followsFrom = /^then,? (?:i|we|you|it|that|please|come|go|call|ring)\b/i;

/** What takes back or limits what stands before: `a scare with cancer, but the biopsy was fine`, `so it doesn't come back`. */
const qualifies =
  /^(?:but(?! (?:then |now |also |for now |,? )*(?:(?:i|we)(?:'ll|'d|'m (?:going|gon)|'re (?:going|gon)| will| want| wan| would| am going| are going| do want| recommend| suggest| can)|let's|let me|if|any|do|did|have|are|how|what|your)\b)|except|although|unless|until|so (?:that\b|(?:it|that|they|he|she|you|i|we) (?:(?:do|does|wo|ca)(?:n't| n't| not)|can|could|cannot)))\b/i;
/** In words. */
const longestQualified = 45;

/** A connective followed by a subject: `… on your knee and you have some swelling`. */
const joint =
  /(?:and|but|so|now|okay|alright|(?<!\b(?:really|very|pretty|so|as|doing|feel|feeling|do|goes|going|went|works?|sleep|sleeping|eat|eating|tolerated) )well|then|because)\s(?:(?:then|so|now|also|again)\s)*/
    .source;
const subject = alternation(
  /i|i'm|i've|you|you're|your|we|we're|he|she|his|her|it|it's|they|there(?! (?:but|or|and|with|because|so|when|if)\b)|there's|that's|the|my/,
  /on|for|let's|in terms|as far|how|do|does|did|are|is|any|have you/,
);

/** An intention of the clinician, unless a word before it subordinates it: not `what i want to do`. */
const intention = alternation(
  /i want (?:to|you)|i wan na|i(?:'m| am) (?:gon na|going to)|i(?:'d| would) like|i (?:do )?(?:n't )?appreciate|i(?:'ll| will)/,
  /we(?:'re| are) (?:gon na|going to)|we(?:'ll| will)|let's(?! (?:make (?:it|that)|say)\b)|let me|lem me/,
);
const notBeforeIntention =
  /(?<!\b(?:what|that|if|when|where|because|which|like|as|until|since|than|while|think|know|said|things?|how|so|and|but|or|why|who|before|after|now|then|well|okay))/
    .source;

/** A question, unless a word before it subordinates it: not `what do you`, not `i'll have you`. */
const notBeforeQuestion =
  /(?<!\b(?:what|how|when|where|why|who|which|kind|many|much|long|often|bad|to|will|would|can|could|you|i|we|they|going|that|let's|than|\p{L}+'ll))/u
    .source;
const asked =
  /(?:do|did|have|are|were|can|could|would|is|does) (?:you|it|that)\b|how (?:long|bad|much|many|often|have|are|do|does|is)\b|what kind\b|tell me\b/
    .source;
const question = new RegExp(`^(?:${asked})`, 'i');

/** Where a new clause begins. No negation spans such a place; `no fever and chills` is never split. */
const newClause = testAny(
  new RegExp(`\\s(?=${joint}(?:${subject})(?![\\p{L}'-]))`, 'u'),
  /(?<!\b(?:i'm|\p{L}+'(?:re|s)|is|are|was|were|be|been|am|an|do|does|doing|feel|feeling|feels|looks?|pretty|really|it|if)) (?=(?:okay|alright|all right)\b)/u,
  /\s(?=(?:as far as|in terms of|with regards? to|regarding)\b)/,
  /(?<!\b(?:based|see|saw|seen|noticed|found|goes|go|depending|appreciated?))\s(?=on (?:[\p{L}-]+ ){1,2}(?:exam|examination),? (?:there|the|you|your|i|no|he|she|it|we)\b|(?:on|for) (?:your|the) (?:[\p{L}-]+ ){0,3}(?:exam|examination|(?:first|second|third|next) problem)\b)/u,
  new RegExp(`${notBeforeIntention}\\s(?=(?:${intention})(?![\\p{L}']))`, 'u'),
  new RegExp(`${notBeforeQuestion}\\s(?=${asked})`, 'u'),
);

function wordsIn(text: string): number {
  return text.split(' ').length;
}
