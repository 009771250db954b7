import type { SourceSentence as Sentence } from 'chronoscribe/language';
import { contentOf } from './content.ts';
import { isAssent, isFurniture, isHesitation, isPlainAnswer, isSmallTalk } from './small-talk.ts';

/** A sentence, or a question with its answer. */
export interface Exchange {
  readonly asked: readonly Sentence[];
  readonly said: readonly Sentence[];
}

/** In sentences: as much of an answer as cannot be understood without its question. */
const longestAnswer = 5;
const shortAnswer = 4;
/** In turns: how long a question waits while the other hesitates. */
const patience = 3;

/** Puts each question together with its answer; no answer stands without what it answers. */
export function exchangesOf(sentences: readonly Sentence[]): Exchange[] {
  const isDialogue = new Set(sentences.map(({ speaker }) => speaker)).size > 1;
  const turns = isDialogue
    ? [...Map.groupBy(sentences, ({ turn }) => turn).values()]
    : sentences.map((sentence) => [sentence]);
  const exchanges: Exchange[] = [];
  /** The questions that wait for an answer, and since when. */
  let open: { asked: Sentence[]; turn: number } | undefined;
  const close = () => {
    if (open !== undefined) exchanges.push({ asked: open.asked, said: [] });
    open = undefined;
  };
  for (const [turn, said] of turns.entries()) {
    let rest = [...said];
    const isOther = open !== undefined && (!isDialogue || open.asked.at(-1)?.speaker !== said[0]?.speaker);
    if (open !== undefined && isOther) {
      if (said.every(({ text }) => isHesitation(text)) && turn - open.turn < patience) {
        // The other hesitates.
      } else if (said.every(isQuestion)) {
        open = { asked: [...open.asked, ...said], turn };
        continue;
      } else {
        const answer = answerIn(rest);
        const isAssented = open.asked.every(asksForAssent) && answer.every(({ text }) => isAssent(text));
        for (const asked of isAssented ? open.asked : []) exchanges.push({ asked: [], said: [asked] });
        if (!isAssented) exchanges.push({ asked: open.asked, said: answer });
        open = undefined;
        rest = rest.slice(answer.length);
      }
    } else if (open === undefined && isDialogue && isAnswer(rest[0], turns[turn - 1])) {
      const answered = exchanges.findLast((each) => each.said.at(-1) === turns[turn - 1]?.at(-1));
      if (answered !== undefined) {
        exchanges.splice(exchanges.indexOf(answered), 1);
        const answer = answerIn(rest);
        const [asked, before] = answered.asked.length === 0 ? [answered.said, []] : [answered.asked, answered.said];
        exchanges.push({ asked, said: [...before, ...answer] });
        rest = rest.slice(answer.length);
      }
    }
    const questions = trailingQuestions(rest);
    const goesOn = open?.asked.at(-1)?.speaker === rest[0]?.speaker && isDialogue;
    for (const sentence of rest) if (!questions.includes(sentence)) exchanges.push({ asked: [], said: [sentence] });
    if (questions.length === 0) continue;
    const before = goesOn ? (open?.asked ?? []) : [];
    if (!goesOn) close();
    open = { asked: [...before, ...questions], turn };
  }
  close();
  return exchanges;
}

/** The last questions of a turn that follow each other; little may be said after them. */
function trailingQuestions(turn: readonly Sentence[]): Sentence[] {
  const last = turn.findLastIndex(isQuestion);
  if (last < turn.length - 2) return [];
  const before = turn.slice(0, last).findLastIndex((sentence) => !isQuestion(sentence));
  return turn.slice(before + 1, last + 1);
}

/** `I want you to rest, okay?` is no question. */
function asksForAssent({ text }: Sentence): boolean {
  return /, *(?:okay|ok|right|all ?right|you know|ja|oder|oui|sí|vale) *\?$/iu.test(text);
}

const questionStart =
  /^(?:(?:okay|ok|alright|all right|well|so|and|um|uh|now|then|but|or|und|et|y|also) |, )*(?:any|do you|did you|have you|has (?:he|she|it|there|any|your)|are you|were you|is (?:there|it|that|your)|are there|does|did|how|what|when|where|which|who|why|can you|could you|would you|anybody|anyone|haben sie|hatten sie|nehmen sie|sind sie|gibt es|wie|wann|wo|was|welche\w*|avez-vous|est-ce|prenez-vous|tiene|toma|cuándo|cómo|dónde)\b/iu;

function isQuestion({ text }: Sentence): boolean {
  return /[?？]["”’)]*\s*$/u.test(text) || (!/[.!…:]\s*$/u.test(text) && questionStart.test(text));
}

const answerWord =
  /^(?:\W|well|oh|actually|um|uh|so|äh|euh|bueno)*(?:no|nope|nah|not|never|none|yes|yeah|yep|yup|sometimes|maybe|nein|nie|kein\w*|ja|doch|manchmal|non|oui|jamais|parfois|sí|nunca|a veces)\b/iu;

/**
 * Whether a sentence says something only of what was said before it: `no`, `last night`, `I'd rather not`. Assent to a statement
 * adds nothing.
 */
function isAnswer(sentence: Sentence | undefined, before: readonly Sentence[] | undefined): boolean {
  if (sentence === undefined || before === undefined || isQuestion(sentence) || isSmallTalk(sentence.text))
    return false;
  if (before.every(({ text }) => isSmallTalk(text))) return false;
  if (answerWord.test(sentence.text) || wordCount(sentence.text) <= 3) return true;
  const { telling, numbers } = contentOf(sentence.text, 'as said');
  return telling.size + numbers.size === 0;
}

function answerIn(turn: readonly Sentence[]): Sentence[] {
  const answer: Sentence[] = [];
  let isComplete = false;
  for (const sentence of turn.slice(0, longestAnswer)) {
    const isShort = wordCount(sentence.text) <= shortAnswer;
    if (isQuestion(sentence) || (isComplete && !isShort)) break;
    answer.push(sentence);
    isComplete ||= !isShort;
  }
  return answer.length === 0 ? turn.slice(0, 1) : answer;
}

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;
}

/**
 * Whether an exchange is surely no content: small talk; a question about the conversation with a plain answer; words that
 * say nothing, such as `anything like that? – no`.
 */
export function isNoContent({ asked, said }: Exchange): boolean {
  const all = [...asked, ...said];
  if (all.every(({ text }) => isSmallTalk(text) || isFurniture(text))) return true;
  const saysLittle = said.every(({ text }) => isPlainAnswer(text) || isEmpty(text));
  return saysLittle && asked.every(({ text }) => isSmallTalk(text) || isEmpty(text));
}

/** Whether a text has nothing but function words: `it is`, `as well`. */
function isEmpty(text: string): boolean {
  const { telling, everyday, numbers } = contentOf(text, 'as said');
  return telling.size + everyday.size + numbers.size === 0 && !/\b(?:not|never|no)\b|n't\b/iu.test(text);
}
