import type { Passage } from 'chronoscribe/kinds/grounding';
import { numbersToDigits } from 'chronoscribe/language';
import { remembered, rememberedFor } from '../../language/remembered.ts';
import { isConditionOnly } from '../../language/speech/conditions.ts';
import { cutMark, pauseMark } from '../../language/speech/marks.ts';
import { speakerTurns } from '../../language/speech/speaker-turns.ts';
import { answersByAsking, asksToConfirm } from '../dialogue/exchanges.ts';
import type { ClauseWords, ReadingLanguage } from './reading-language.ts';
import { repaired } from './repairs.ts';
import { termStem } from './terms.ts';

export interface Token {
  /** In lower case; a punctuation mark is a token. */
  readonly text: string;
  readonly stem: string;
}

/** A part of a sentence with one predicate, as far as words tell. Spoken text may lack every punctuation mark. */
export interface Clause {
  /** Index of the turn: what one speaker says without another between. */
  readonly turn: number;
  /** Indexes of the passages that its words come from, in order. */
  readonly passages: readonly number[];
  /** Number of the sentence within the turn, where punctuation or a pause tells. */
  readonly sentence: number;
  readonly tokens: readonly Token[];
  readonly isQuestion: boolean;
  /** Who speaks: the label; null if it was not spoken. */
  readonly speaker: string | null;
  readonly role: NonNullable<Passage['speaker']>['role'] | null;
  /** Its sentence is cut across speakers: nothing is stated of it. */
  readonly isTorn: boolean;
  /** By whose words it is read. */
  readonly language: ReadingLanguage;
}

/** `Go to the ER`, which is no hesitation, also where a recogniser writes it small. */
const emergencyRoom = 'emergency room';
const unmarkedEr =
  /(?<=\b(?:(?:to|in|at|from|into|through|of|or|and|visit|visited) (?:the|an)|(?:go|goes|went|going|come|came|sent|taken|been) (?:back |straight )?to) )er(?=$| ?[.,;?!]| (?:if|and|or|right|for|with|today|tonight|immediately|now|again|last|on|because|where|they|doctor|visit)\b)/g;

/** Speech as recognisers and corpora write it, in lower case, with digits for spoken numbers. */
function plainText(text: string): string {
  const words = text
    .replace(/\bER\b/g, emergencyRoom)
    .toLowerCase()
    .replace(unmarkedEr, emergencyRoom)
    .replaceAll('’', "'")
    .replace(/ n't\b/g, "n't")
    // Recognisers leave the apostrophe out.
    .replace(/\b(do|does|did|is|was|have|has|had|ca|wo|could|would|should|are|were)nt\b/g, "$1n't")
    .replace(/\b(i)(m|ve)\b/g, "$1'$2")
    .replace(/\b(that|what|there|let)s\b/g, "$1's")
    .replace(/\bits (?=(?:a|not|been|better|worse|getting|just|like|really|still)\b)/g, "it's ")
    .replace(/\b(gon|wan) na\b/g, '$1na')
    .replace(/\bgot ta\b/g, 'gotta')
    .replace(/\bno one\b/g, 'nobody')
    .replace(/\.{2,}|…/g, ' , ')
    .replace(/\b(?:uh uh|uh-uh|nuh-uh|mm-mm)\b/g, 'nope')
    .replace(/\b(?:uh|mm|mh)[ -]?(?:hmm?|huh)\b|\bmhm\b/g, 'yes')
    .replace(/,? ?\b(?:um+|uh+|er|hm+|like like)\b ?,?/g, ' ')
    // `I've never, thank God, had a stroke`
    .replace(
      /(?<=\b(?:never|not)|n't) ?, (?:thank (?:god|goodness|heavens)|knock on wood|touch wood|fortunately|luckily|mercifully|you know|i mean|to be honest) ?,/g,
      '',
    )
    // `And the abnormal gait. Has that been there before?` asks.
    .replace(
      /(?<=^|[.?!] )((?:(?:and|so|okay|now|then),? )*(?:the|your|that|this|these|those)(?: (?!is\b|are\b|was\b|were\b|has\b|looks?\b)\p{L}+){1,4})\. (?=(?:has|is|does|did|was|have|are|do|were) (?:that|it|this|they|those|these)\b)/gu,
      '$1, ',
    )
    .replace(/\b(\w+) , \1\b/g, '$1')
    // `The atenolol no not the atenolol the amlodipine`
    .replace(
      /\b(?:the |your |my )*(\w{4,}) ,? ?no ,? ?(?:sorry ,? ?|wait ,? ?)*not (?:the |your |my )?\1 ,? ?(?=(?:the|your|my) )/g,
      '',
    );
  return numbersToDigits(words);
}

/** Words with which a clause begins. */
const starters = new RegExp(
  `^(?:${[
    'okay|ok|alright|all right|but|now|because|cause|although|though|except|however|if|when|which|so',
    'and (?:then|i|you|we|it|he|she|any|are|is|how|what|have|do|did|there|for|if|no)',
    "and (?:the|your|my|his|her|this|that)(?: [\\w']+){0,3} (?:is|are|was|were|has|have|had|does|did|looks?|seems?|feels?|sounds?|shows?|hurts?|started|comes?|goes|gets?|got|will|can|could|would|should|needs?|says?|said|told|gave|made|makes|keeps?)",
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
  /^(?:what|how|when|where|why|which|who|if|that|and|or|so|but|because|then|than|the|a|as|gonna|wanna|ahead|sure|i|will|also|to|like|to|think|believe|know|see|say|said|well|of|do|not|no|can|should|would|will|might|could|may|\w+n't|cannot|never)$/;
const questionStart =
  /^(?:(?:okay|ok|alright|all right|well|so|and|um|uh|now|then|,|but|or|i guess|just out of curiosity) )*(?:any|do you|did you|have you|has (?:he|she|it|there|any|your)|are (?:you|there|the|your|they)|were you|was (?:it|there|the|your|he|she)|is (?:there|it|that|your|the|he|she|this)|does (?:it|that|the|he|she|your|anything)|do (?:they|your|we)|did (?:it|that|they|he|she)|how|what|when|where|which|who|(?:can|could|would) you|(?:can|could|should|shall|may|must|do|am|will) i|(?:can|could|should|shall) we|anybody|anyone|what's)\b/;
/** `I want you to rest, okay?` asks for assent. */
const assentTag = /(?:^|, )(?:okay|ok|all right|alright|you know|sounds good|is that okay|right)$/;
/** `You don't have asthma, do you?` */
const questionTag =
  /^(?:do|does|did|is|are|was|were|have|has|had|can|could|will|would|should|isn't|aren't|don't|doesn't|didn't|haven't|hasn't|wasn't) (?:you|he|she|it|they|there|that)$/;
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
  return end === '?' && (!assentTag.test(text) || asksToConfirm(text));
}

/** Splits passages into clauses. A sentence that was cut into passages is read as one. */
export function clausesOf(passages: readonly Passage[], language: ReadingLanguage): readonly Clause[] {
  return clausesBy(language)(passages);
}

const clausesBy = rememberedFor((language: ReadingLanguage) => {
  const clausesIn = clauseReader(language.clauses);
  return rememberedFor((passages: readonly Passage[]): readonly Clause[] =>
    speakerTurns(passages).flatMap(({ text, passages: own, speaker, role, isTorn = false }, turn) =>
      clausesIn(text).map(({ from, to, ...clause }) => ({
        ...clause,
        ...{ turn, speaker, role, language, isTorn },
        passages: own.slice(from, to + 1),
      })),
    ),
  );
});

const placesByTurn = rememberedFor((clauses: readonly Clause[]) =>
  Map.groupBy(clauses.keys(), (at) => clauses[at]?.turn ?? 0),
);

/** The indexes of the clauses of a turn, in order: a long source has too many clauses to look through for each of them. */
export const placesOfTurn = (clauses: readonly Clause[], turn: number): readonly number[] =>
  placesByTurn(clauses).get(turn) ?? [];

/** The clauses of a turn. */
export const clausesOfTurn = (clauses: readonly Clause[], turn: number): readonly Clause[] =>
  placesOfTurn(clauses, turn).flatMap((at) => clauses[at] ?? []);

/** A clause of a turn, and its first and last passage there. */
interface ClauseOfTurn extends Pick<Clause, 'sentence' | 'tokens' | 'isQuestion'> {
  readonly from: number;
  readonly to: number;
}

const clauseReader = (by: ClauseWords) =>
  remembered((text): readonly ClauseOfTurn[] => {
    const words: Word[] = [];
    let passage = 0;
    let pauses = false;
    for (const [word] of by.plain(text.replace(labelled, '. ')).matchAll(spokenWord)) {
      const isMark = word === cutMark || word === pauseMark;
      if (isMark) passage += 1;
      else words.push({ text: word, passage, pauses });
      pauses = word === pauseMark;
    }
    const split = splitWords(by.repairs === undefined ? words : repaired(words, (word) => word.text, by.repairs), by);
    const wordsOf = (said: readonly Word[]) => said.map((word) => word.text).join(' ');
    // `No, why would I?` is an answer, though it is two clauses.
    const asks = ({ words: said, end, sentence }: (typeof split)[number], at: number) => {
      const before = split[at - 1]?.sentence === sentence ? wordsOf(split[at - 1]?.words ?? []) : '';
      return by.asks(wordsOf(said), end) && !answersByAsking(`${before} ${wordsOf(said)}`.trim());
    };
    return split.map((each, at) => ({
      sentence: each.sentence,
      tokens: each.words.map((word) => ({ text: word.text, stem: termStem(word.text) })),
      isQuestion: asks(each, at),
      from: each.words[0]?.passage ?? 0,
      to: each.words.at(-1)?.passage ?? 0,
    }));
  });

/** `Ramipril 5, stopped: bisoprolol`: a label is said of what comes after it. */
const labelled = /, (?=\p{L}[\p{L}-]*(?: \p{L}+){0,2}:)/gu;

/** `1-0-1` is one word: how often a day. */
const spokenWord = /\d+(?:\.\d)?(?:-\d+(?:\.\d)?){2,3}(?![\d-])|[\p{L}\p{N}]+(?:\.\d+)?(?:'\p{L}+)?|[.,?!;%/‖¶]/gu;

/** The clause before or after one in the same turn. */
export function neighbour(clauses: readonly Clause[], at: number, step: 1 | -1): Clause | undefined {
  const other = clauses[at + step];
  return other?.turn === clauses[at]?.turn ? other : undefined;
}

/** With these something has been said, and a question may follow. */
const settled =
  /\b(?:yes|yeah|yep|nope|good|great|okay|ok|fine|right|alright|well|too|better|today|now|sir|ma'am|thanks|ago)$/;

/** After these `any` is no question: `I haven't had any`. */
const governing =
  /\b(?:no|not|never|without|nor|if|whether|hardly|den(?:y|ies|ied|ying)|prevent|avoid|reduce|watch|monitor|any|\w+n't)\b|\b(?:and|or|of|for|with|in|at|from|by|to|on|about|as|than|like|into|under|have|has|had|having|is|are|was|were|there|do|does|did|need|needs|want|take|taking|get|getting|feel|see|notice|noticed|take|use|lost|tried|give|given|check|report|reports|it|that|this|these|those|they|i|you|we|he|she|,)$/;

const answered = /^any (?:\p{L}+ ){1,7}(?:no|nope|nah|yes|yeah|yep)\b/u;
/** In words: a negation before these governs nothing that follows. */
const nearest = 3;

function begins(next: string, current: readonly string[]): boolean {
  const before = current.join(' ');
  // `Two milligrams good any thoughts of harming yourself`
  if (/^any\b/.test(next) && (settled.test(before) || !governing.test(before))) return true;
  // `Never past the elbow any numbness or tingling no`
  if (answered.test(next) && !governing.test(before.split(' ').slice(-nearest).join(' '))) return true;
  if (/^and any\b/.test(next) && warned.test(before)) return false;
  return (
    starters.test(next.split(' ').slice(0, longestStarter).join(' ')) ||
    (firstPerson.test(next) && questionStart.test(before))
  );
}

/** `Any allergies yes penicillin`: speech without marks, in which the answer stands in the turn of the question. */
function isAnswerAt(word: string, next: string, said: readonly string[]): boolean {
  // `Any diabetes no my dad has it`
  if (said.length < (said[0] === 'any' ? 2 : minimumClause) || !questionStart.test(said.join(' '))) return false;
  if (/^(?:or|say|says|said|is|a|the|that's|and)$/.test(said.at(-1) ?? '')) return false;
  if (/^(?:yes|yeah|yep|yup|nope)$/.test(word)) return true;
  return (
    word === 'no' &&
    /^(?:|no|not|i|i'm|i've|never|nothing|none|okay|ok|just|it|it's|that|we|but|and|any|my|he|she|they|,|\.)$/.test(
      next,
    )
  );
}

/** `Any numbness or weakness numbness yes`: what was asked about is said again. */
function isRestated(word: string, said: readonly string[]): boolean {
  return word.length >= shortestName && said.at(-1) !== word && /^any/.test(said[0] ?? '') && said.includes(word);
}

const shortestName = 5;

/** A word where it stands. */
interface Word {
  readonly text: string;
  /** Number of the passage within the turn. */
  readonly passage: number;
  /** The speaker paused before it. */
  readonly pauses: boolean;
}

interface Part {
  readonly words: readonly Word[];
  /** The mark that ends it; empty if none does. */
  readonly end: string;
  readonly sentence: number;
}

/** In words: what tells that a clause begins. */
const [longestStart, longestStarter] = [9, 5] as const;

function splitWords(words: readonly Word[], by: ClauseWords): Part[] {
  const parts: { words: Word[]; end: string; sentence: number }[] = [];
  let current: Word[] = [];
  let sentence = 0;
  /** The first part of the sentence. */
  let first = 0;
  const close = (end: string): void => {
    if (current.length > 0) parts.push({ words: current, end, sentence });
    current = [];
  };
  const text = (at: number) => words[at]?.text ?? '';
  words.forEach((word, at) => {
    if (word.pauses && current.length > 0) {
      close('');
      sentence += 1;
      first = parts.length;
    }
    if (/^[.?!;]$/.test(word.text)) {
      const own = parts.slice(first).flatMap((each) => each.words);
      const said = [...own, ...current].map((each) => each.text).join(' ');
      close(word.text);
      // What is said after `If anything changes.` depends on it.
      if (word.text === '.' && isConditionOnly(said.replaceAll(' ,', ','))) return;
      sentence += 1;
      first = parts.length;
      return;
    }
    // `Any nausea or anything like that no`: the answer stands in the same turn.
    if (answerWord.test(word.text) && text(at - 1) === 'that' && text(at - 2) === 'like') close('');
    const said = current.map((each) => each.text);
    if (by.answersAt(word.text, text(at + 1), said)) close('');
    const isLongEnough = said.filter((each) => each !== ',').length >= minimumClause;
    const next = words.slice(at, at + longestStart).map((each) => each.text);
    if (isLongEnough && !by.openEnds.test(text(at - 1)) && by.begins(next.join(' '), said)) close('');
    if (current.length >= maximumClause) close('');
    current.push(word);
  });
  close('');
  for (const [at, { words: tag, end }] of [...parts.entries()].toReversed()) {
    const before = parts[at - 1];
    if (end !== '?' || before?.end !== '' || !questionTag.test(tag.map(({ text }) => text).join(' '))) continue;
    parts.splice(at - 1, 2, { ...before, words: [...before.words, ...tag], end });
  }
  // The question mark after `how about chest pain, fever?` belongs to every clause of the sentence that asks.
  const ends = new Map(parts.map((part) => [part.sentence, part.end]));
  return parts.map((part) =>
    ends.get(part.sentence) === '?' && by.questionStart.test(part.words.map((word) => word.text).join(' '))
      ? { ...part, end: '?' }
      : part,
  );
}

export const englishClauses = {
  ...{ plain: plainText, asks, begins, openEnds, questionStart },
  answersAt: (word: string, next: string, said: readonly string[]) =>
    isAnswerAt(word, next, said) || isRestated(word, said),
};
