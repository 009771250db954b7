import { eitherOf } from './patterns.ts';
import type { Sentence } from './sentences.ts';

/** What only answers: it means nothing without its question. */
const bareAnswer = new RegExp(
  `^(?:${eitherOf(
    /(?:yes|yeah|yep|yup|no|nope|nah|not|never|none|correct|right|sometimes|always|maybe|a little|a bit)(?![\p{L}\p{N}])/u,
    /(?:mm-?hmm|mhm|uh-?huh|uh-uh|mm-mm|nuh-uh|it (?:is|does|did|was))(?![\p{L}\p{N}])/u,
    /i (?:am|do|did|have|was)(?: not|n't)?(?=\s*[,.!]|$)/,
  )})`,
  'iu',
);

/** What tells of a person by itself, perhaps after its yes or no, and needs no question: `No, I had my appendix taken out.` */
const fullAnswer =
  /^(?:(?:yes|yeah|yep|no|nope|nah|well)[\s,.]+)*(?:i|i'm|i've|my|he|she|he's|she's)\s(?!(?:am|do|did|have|was)(?: not|n't)?\s*(?:[,.!]|$))/i;

/** An answer of at most this many content words rests on its question, whatever its first word. */
const shortAnswer = 3;
/** One that tells of a person, and has so many, stands alone. */
const leastFull = 1;

/**
 * Joins a question with the short answer that follows it, so that neither `Any fever?` nor `No.` is left to mislead by itself: the
 * result is `Any fever? No.`, quoted from both passages. A full answer stands alone, and its question is left as a bare question.
 */
export function joinAnswers(sentences: readonly Sentence[]): Sentence[] {
  const joined: Sentence[] = [];
  let open: Sentence | undefined;
  for (const sentence of sentences) {
    if (open !== undefined && asks(open) && answers(sentence, open)) {
      joined[joined.length - 1] = pair(open, sentence);
      open = undefined;
    } else {
      joined.push(sentence);
      open = sentence;
    }
  }
  return joined;
}

function asks(sentence: Sentence): boolean {
  return sentence.words.length > 0 && sentence.isQuestion;
}

function answers(sentence: Sentence, question: Sentence): boolean {
  if (sentence.isQuestion) return false;
  const isBare = bareAnswer.test(sentence.text);
  const length = sentence.words.length;
  if (length >= leastFull && fullAnswer.test(sentence.text)) return false;
  // One voice, or voices not told apart: only a plain yes or no is surely an answer, and only after a question mark.
  if (sentence.speaker === question.speaker) return question.isQuestion && isBare && length <= shortAnswer;
  return isBare ? length <= 2 * shortAnswer : length > 0 && length <= shortAnswer;
}

function pair(question: Sentence, answer: Sentence): Sentence {
  return {
    ...answer,
    text: `${question.text} ${answer.text}`,
    evidence: [...new Set([...question.evidence, ...answer.evidence])],
    asked: { question: question.text, answer: answer.text },
    words: [...question.words, ...answer.words],
  };
}
