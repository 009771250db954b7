import type { Passage } from 'chronoscribe/kinds/grounding';
import { numbersToDigits } from 'chronoscribe/language';
import { remembered } from '../../language/remembered.ts';
import { termStem } from './terms.ts';

export interface Token {
  /** In lower case; a punctuation mark is a token. */
  readonly text: string;
  readonly stem: string;
}

/** A part of a sentence with one predicate, as far as words tell. Spoken text may lack every punctuation mark. */
export interface Clause {
  /** Index of the passage. */
  readonly passage: number;
  /** Number of the sentence within the passage, where punctuation tells. */
  readonly sentence: number;
  readonly tokens: readonly Token[];
  readonly isQuestion: boolean;
  /** Who speaks: the label; null if it was not spoken. */
  readonly speaker: string | null;
  readonly role: NonNullable<Passage['speaker']>['role'] | null;
}

/** Speech as recognisers and corpora write it, in lower case, with digits for spoken numbers. */
function plainText(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/ n't\b/g, "n't")
    .replace(/\b(gon|wan) na\b/g, '$1na')
    .replace(/\bgot ta\b/g, 'gotta')
    .replace(/\bno one\b/g, 'nobody')
    .replace(/\.{2,}|…/g, ' , ')
    .replace(/\b(?:uh uh|uh-uh|nuh-uh|mm-mm)\b/g, 'nope')
    .replace(/\b(?:uh|mm|mh)[ -]?(?:hmm?|huh)\b|\bmhm\b/g, 'yes')
    .replace(/,? ?\b(?:um+|uh+|er|hm+|like like)\b ?,?/g, ' ')
    .replace(/\b(\w+) , \1\b/g, '$1');
  return numbersToDigits(words)
    .replace(/(?<=\b\d{1,3}),(?=\d{3}\b)/g, '')
    .replace(/(?<=\b\d{1,3}) ?\. ?(?=\d{1,2}\b)/g, '.')
    .replace(/(?<=\d)(?:-|–| - )(?=\d)/g, ' to ')
    .replace(/(?<=\d)(?=(?:mg|mcg|ml|cm|mm|kg|lbs?|x|g)\b)/g, ' ');
}

/** Words with which a clause begins. */
const starters = new RegExp(
  `^(?:${[
    'okay|ok|alright|all right|but|now|because|cause|although|though|except|however|if|when|which|so',
    'and (?:then|i|you|we|your|my|it|he|she|any|are|is|how|what|have|do|did|there|the|for|if|this|that|his|her|no)',
    'then (?:i|you|we|for)|do you|did you|have you|are you|were you|is there|are there|any other|has (?:he|she)',
    'how (?:about|are|is|long|has|have|do|did|many|much|often)|what about|what (?:are|is|do|did|have)|tell me',
    "let's|let me|i'm gonna|i'm going|i want|i wanna|i would|i'd like|i don't|i haven't|i have|i had|i think|i will|i'll|i do",
    "you have|you don't|you haven't|you do|you are|you're|there (?:is|are|was|were)|there's|for your|that's|they|we'll|we're|we can",
    'your \\w+ (?:is|are|was|were|looks?|seems?|sounds?|shows?)|no no|no i|yes i|yeah i|no nothing|nope|he (?:is|has|was|had|denies)|she (?:is|has|was|had|denies)|it (?:is|was|does|has)',
    'on (?:your|the) (?:\\w+ )?(?:exam|examination)|hey dragon|take |continue |order ',
  ].join('|')})\\b`,
);
/** With these an answer begins, where nothing marks the end of its question. */
const firstPerson = /^(?:i feel|i'm|i am|i've|i get|i was|my)\b/;
/** `Prevent dehydration and any further weight loss`: what is to be prevented goes on. */
const warned = /\b(?:prevent|avoid|reduce|watch|monitor|look out|relieve|in case of)\b/;
/** After these no clause begins. */
const openEnds =
  /^(?:what|how|when|where|why|which|who|if|that|and|or|so|but|because|then|than|the|a|as|gonna|wanna|ahead|sure|i|will|also|to|like|to|think|believe|know|see|say|said|well|of|do|not|no|can|should|would|will|might|could|may)$/;
const questionStart =
  /^(?:(?:okay|ok|alright|all right|well|so|and|um|uh|now|then|,|but|or|i guess|just out of curiosity) )*(?:any|do you|did you|have you|has (?:he|she|it|there|any|your)|are you|were you|was (?:it|there|he|she)|is (?:there|it|that|your|he|she|this)|are there|does (?:it|that|the|he|she|your|anything)|do (?:they|your|we)|did (?:it|that|they|he|she)|how|what|when|where|which|who|can you|could you|would you|anybody|anyone|what's)\b/;
/** `I want you to rest, okay?` asks for assent. */
const assentTag = /(?:^|, )(?:okay|ok|all right|alright|you know|sounds good|is that okay|right)$/;
const answerWord = /^(?:no|nope|nah|yes|yeah|yep|not)$/;
const minimumClause = 3;
/** Longer ones are cut, so that odd texts take no quadratic time. */
const maximumClause = 120;

function asks(text: string, end: string): boolean {
  if (/^(?:so |okay |and |well )*what (?:i|we)\b/.test(text)) return false;
  if (questionStart.test(text))
    return (
      end !== '.' &&
      !/^(?:what|how|when|where|which|who)(?: \w+)? (?:i'm|i am|we|i) (?:gonna|do|think|want|can|wanna|like)/.test(text)
    );
  return end === '?' && !assentTag.test(text);
}

/** Splits passages into clauses. */
export function clausesOf(passages: readonly Passage[]): Clause[] {
  return passages.flatMap((passage, index) => {
    const speaker = passage.speaker?.label ?? null;
    const role = passage.speaker?.role ?? null;
    return clausesIn(passage.text).map((clause) => ({ ...clause, passage: index, speaker, role }));
  });
}

const clausesIn = remembered((text): readonly Pick<Clause, 'sentence' | 'tokens' | 'isQuestion'>[] => {
  const words = plainText(text).match(/[a-z0-9]+(?:\.\d+)?(?:'[a-z]+)?|[.,?!;%/]/g) ?? [];
  return splitWords(words).map(({ words: said, end, sentence }) => ({
    sentence,
    tokens: said.map((word) => ({ text: word, stem: termStem(word) })),
    isQuestion: asks(said.join(' '), end),
  }));
});

/** The clause before or after one in the same turn. */
export function neighbour(clauses: readonly Clause[], at: number, step: 1 | -1): Clause | undefined {
  const other = clauses[at + step];
  return other?.passage === clauses[at]?.passage ? other : undefined;
}

function begins(next: string, current: readonly string[]): boolean {
  const before = current.join(' ');
  if (/^and any\b/.test(next) && warned.test(before)) return false;
  return starters.test(next) || (firstPerson.test(next) && questionStart.test(before));
}

interface Part {
  readonly words: readonly string[];
  /** The mark that ends it; empty if none does. */
  readonly end: string;
  readonly sentence: number;
}

function splitWords(words: readonly string[]): Part[] {
  const parts: { words: string[]; end: string; sentence: number }[] = [];
  let current: string[] = [];
  let sentence = 0;
  const close = (end: string): void => {
    if (current.length > 0) parts.push({ words: current, end, sentence });
    current = [];
  };
  words.forEach((word, at) => {
    if (/^[.?!;]$/.test(word)) {
      close(word);
      sentence += 1;
      return;
    }
    // `Any nausea or anything like that no`: the answer stands in the same turn.
    if (answerWord.test(word) && words[at - 1] === 'that' && words[at - 2] === 'like') close('');
    const isLongEnough = current.filter((said) => said !== ',').length >= minimumClause;
    if (isLongEnough && !openEnds.test(words[at - 1] ?? '') && begins(words.slice(at, at + 5).join(' '), current))
      close('');
    if (current.length >= maximumClause) close('');
    current.push(word);
  });
  close('');
  // The question mark after `how about chest pain, fever?` belongs to every clause of the sentence that asks.
  const ends = new Map(parts.map((part) => [part.sentence, part.end]));
  return parts.map((part) =>
    ends.get(part.sentence) === '?' && questionStart.test(part.words.join(' ')) ? { ...part, end: '?' } : part,
  );
}
