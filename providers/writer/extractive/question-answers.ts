import { isSmallTalk } from 'chronoscribe/reading';
import { isRetraction } from './corrections.ts';
import { isAboutConversation } from './dialogue-acts.ts';
import { alternation } from './english/patterns.ts';
import { type Sentence, wordCount } from './sentences.ts';

/** An answer that means nothing without its question. */
const bareAnswer = new RegExp(
  `^(?:${alternation(
    /(?:yes|yeah|yep|yup|no|nope|nah|not|never|none|correct|right|sometimes|always|maybe|a little|a bit)(?![\p{L}\p{N}])/u,
    /(?:mm-?hmm|mhm|uh-?huh|uh-uh|mm-mm|nuh-uh|it (?:is|does|did|was))(?![\p{L}\p{N}])/u,
    /i (?:am|do|did|have|was)(?: not|n't)?(?=\s*[,.!]|$)/,
  )})`,
  'iu',
);

/** A statement about a person that needs no question, possibly after a yes or no: `No, I had my appendix taken out.` */
const fullAnswer =
  /^(?:(?:yes|yeah|yep|no|nope|nah|well)[\s,.]+)*(?:i|i'm|i've|my|he|she|he's|she's)\s(?!(?:am|do|did|have|was)(?: not|n't)?\s*(?:[,.!]|$))/i;

/** An answer that is a person alone, or tells of `it` only: `My mother.`, `No, I stopped it.` */
const needsQuestion =
  /^(?:(?:no|yes|yeah)[\s,.]+)*(?:(?:my|his|her) [\p{L}-]+|(?:i'm|i am|it's|it is) (?:about |around |almost )?[\p{L}\d-]+ (?:weeks?|months?|days?|years?)(?: along| now)?(?:, actually)?|i (?:still |just |never )?\p{L}+(?: taking| using)? (?:it|them|that))[\s.!]*$/iu;

const denial = /^(?:no|nope|nah)\b(?! (?:problem|worries|thank))/i;
/** An answer with at most this many content words depends on its question. */
const shortAnswer = 3;
/** A statement about a person with at least this many content words stands alone. */
const leastFull = 1;

/** A joined exchange is not made longer than this many words by answers that stand alone. */
const longestExchange = 40;

/**
 * Joins corrections to what they correct, and merges a question with the short answer that follows it, since neither
 * `Any fever?` nor `No.` is clear alone: `Any fever? No.` cites both passages. A full answer stands alone; its question
 * remains a bare question. Of several questions in one turn, an answer that names one is merged with that one; another
 * answer may be to any of them, and is merged with all.
 */
export function pairQuestionsWithAnswers(sentences: readonly Sentence[]): Sentence[] {
  const joined: Sentence[] = [];
  let asked: readonly Sentence[] = [];
  let open: Sentence | undefined;
  for (const turn of turnsOf(joinCorrections(sentences))) {
    const { exchange, rest } = answerSeveral(asked, turn);
    if (exchange.length > 0) {
      joined.splice(-asked.length, asked.length, ...exchange);
      open = undefined;
    }
    const begin = joined.length;
    for (const sentence of rest) {
      const isAnswer =
        open !== undefined && ((isQuestionSentence(open) && isAnswerTo(sentence, open)) || isDeniedBy(open, sentence));
      if (open !== undefined && isAnswer) {
        joined[joined.length - 1] = pair(open, sentence);
        open = undefined;
      } else {
        joined.push(sentence);
        open = sentence;
      }
    }
    asked = sinceFirstQuestion(joined.slice(begin));
  }
  return joined;
}

/** The sentences of each turn; those of a correction belong to the first. */
function turnsOf(sentences: readonly Sentence[]): Sentence[][] {
  const turns: Sentence[][] = [];
  for (const sentence of sentences) {
    const turn = turns.at(-1);
    if (turn?.[0]?.turn === sentence.turn) turn.push(sentence);
    else turns.push([sentence]);
  }
  return turns;
}

function sinceFirstQuestion(turn: readonly Sentence[]): readonly Sentence[] {
  const first = turn.findIndex((sentence) => isQuestionSentence(sentence) && sentence.asked === null);
  return first === -1 ? [] : turn.slice(first);
}

interface Answered {
  /** What takes the place of the questions; empty if the turn does not answer them. */
  readonly exchange: readonly Sentence[];
  /** What remains of the turn. */
  readonly rest: readonly Sentence[];
}

/** A question that `yes` or `no` does not answer. */
const openQuestion = /^(?:how|where|why|who|which|what|when|tell me)\b(?! about)/i;
const yesOrNo = /^(?:yes|yeah|yep|yup|no|nope|nah|none|mm-?hmm|mhm|uh-?huh)\b/i;

/** Merges a turn with the several sentences of the turn before since its first question. */
function answerSeveral(asked: readonly Sentence[], turn: readonly Sentence[]): Answered {
  const nothing = { exchange: [], rest: turn };
  const [question] = asked;
  if (question === undefined || asked.length < 2 || turn[0]?.speaker === question.speaker) return nothing;
  const standing = turn.findIndex((sentence) => !isAnswerTo(sentence, question));
  const [first, ...others] = standing === -1 ? turn : turn.slice(0, standing);
  if (first === undefined) return nothing;

  const givenTo = Map.groupBy([first, ...others], (given) => namedBy(given, asked));
  if (!givenTo.has(null)) {
    const exchange = asked.map((each) => {
      const [given, ...more] = givenTo.get(each) ?? [];
      return given === undefined ? each : pair(each, join([given, ...more]));
    });
    return { exchange, rest: turn.slice(1 + others.length) };
  }
  const possible = asked.filter((each) => !isSmallTalk(each.text) && !isAboutConversation(each.text));
  const settled = possible.filter((each) => !(yesOrNo.test(first.text) && openQuestion.test(each.text)));
  const [one = question, ...more] = settled.length > 0 ? settled : possible;
  const given: [Sentence, ...Sentence[]] = [first];
  if (more.length > 0)
    for (const each of turn.slice(1)) {
      const isShort = wordCount([...given, each].map(({ text }) => text).join(' ')) <= longestExchange;
      if (each.isQuestion || (given.length > others.length && !isShort)) break;
      given.push(each);
    }
  const exchange = [
    ...asked.filter((each) => each !== one && !more.includes(each)),
    pair(join([one, ...more]), join(given)),
  ];
  return { exchange, rest: turn.slice(given.length) };
}

/** The question that an answer names, if it is one only: `Any blood? Fever? – No blood.` */
function namedBy({ words }: Sentence, asked: readonly Sentence[]): Sentence | null {
  const named = asked.filter((each) => each.isQuestion && each.words.some((word) => words.includes(word)));
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** The clinician assumes something of the patient, who says no: `So you have asthma. – No, that is my brother.` */
function isDeniedBy(assumed: Sentence, sentence: Sentence): boolean {
  return (
    assumed.role === 'clinician' &&
    sentence.role === 'patient' &&
    !sentence.isQuestion &&
    /\byou(?:r|'re|'ve)?\b/i.test(assumed.text) &&
    denial.test(sentence.text)
  );
}

function isQuestionSentence(sentence: Sentence): boolean {
  return sentence.words.length > 0 && sentence.isQuestion;
}

function isAnswerTo(sentence: Sentence, question: Sentence): boolean {
  if (sentence.isQuestion) return false;
  const isBare = bareAnswer.test(sentence.text);
  const length = sentence.words.length;
  if (length >= leastFull && fullAnswer.test(sentence.text) && !needsQuestion.test(sentence.text)) return false;
  // Same speaker, or speakers not distinguished: only a plain yes or no after a question mark is certainly an answer.
  if (sentence.speaker === question.speaker) return question.isQuestion && isBare && length <= shortAnswer;
  if (needsQuestion.test(sentence.text)) return true;
  return isBare ? length <= 2 * shortAnswer : length > 0 && length <= shortAnswer;
}

/** An echo that asks again, or an acknowledgement: `40?`, `Okay.` */
const longestEcho = 3;

/** Joins each correction to what it corrects, so that a note never states the one without the other. */
function joinCorrections(sentences: readonly Sentence[]): Sentence[] {
  const joined: Sentence[] = [];
  for (const sentence of sentences) if (!sentence.isCorrection || !correct(joined, sentence)) joined.push(sentence);
  return joined;
}

/** Joins a correction to the speaker's sentence before, perhaps with an echo of somebody between. */
function correct(joined: Sentence[], correction: Sentence): boolean {
  const last = joined.at(-1);
  if (last === undefined || last.role === null) return false;
  if (last.speaker === correction.speaker) {
    if (last.isQuestion) return false;
    joined[joined.length - 1] = join([last, correction]);
    return true;
  }
  const before = joined.at(-2);
  const isEcho = /\?$/.test(last.text) && last.text.split(' ').length <= longestEcho;
  const isAcknowledged = !last.isQuestion && last.words.length === 0 && isRetraction(correction.text);
  if (before?.speaker !== correction.speaker || before.isQuestion || (!isEcho && !isAcknowledged)) return false;
  joined.splice(-2, 2, isEcho ? pair(join([before, last]), correction) : join([before, correction]));
  return true;
}

/** Makes one sentence of several that belong together. */
function join(sentences: readonly [Sentence, ...Sentence[]]): Sentence {
  const [first, ...others] = sentences;
  if (others.length === 0) return first;
  return {
    ...first,
    text: [first.text, ...others.map(({ text }) => capital(text))].map(asEnded).join(' '),
    evidence: [...new Set(sentences.flatMap(({ evidence }) => evidence))],
    words: sentences.flatMap(({ words }) => words),
    isCorrection: true,
  };
}

function capital(text: string): string {
  return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

function asEnded(text: string): string {
  return /[.?!,;:…。！？]["”')\]]?$/u.test(text) ? text : `${text}.`;
}

/** Makes one sentence of a question and its answer. */
function pair(question: Sentence, answer: Sentence): Sentence {
  return {
    ...answer,
    text: `${question.text} ${answer.text}`,
    evidence: [...new Set([...question.evidence, ...answer.evidence])],
    asked: { question: question.text, answer: answer.text },
    words: [...question.words, ...answer.words],
  };
}
