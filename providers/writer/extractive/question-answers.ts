import { alternation, testAny } from './patterns.ts';
import type { Sentence } from './sentences.ts';
import { expandContractions } from './speech-normalization.ts';
import { conjugate } from './verb-forms.ts';

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

/** An answer with at most this many content words depends on its question. */
const shortAnswer = 3;
/** A statement about a person with at least this many content words stands alone. */
const leastFull = 1;

/**
 * Merges a question with the short answer that follows it, since neither `Any fever?` nor `No.` is clear alone: `Any
 * fever? No.` cites both passages. A full answer stands alone; its question remains a bare question.
 */
export function pairQuestionsWithAnswers(sentences: readonly Sentence[]): Sentence[] {
  const joined: Sentence[] = [];
  let open: Sentence | undefined;
  for (const sentence of sentences) {
    if (open !== undefined && isQuestionSentence(open) && isAnswerTo(sentence, open)) {
      joined[joined.length - 1] = pair(open, sentence);
      open = undefined;
    } else {
      joined.push(sentence);
      open = sentence;
    }
  }
  return joined;
}

function isQuestionSentence(sentence: Sentence): boolean {
  return sentence.words.length > 0 && sentence.isQuestion;
}

function isAnswerTo(sentence: Sentence, question: Sentence): boolean {
  if (sentence.isQuestion) return false;
  const isBare = bareAnswer.test(sentence.text);
  const length = sentence.words.length;
  if (length >= leastFull && fullAnswer.test(sentence.text)) return false;
  // Same speaker, or speakers not distinguished: only a plain yes or no after a question mark is certainly an answer.
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

/**
 * Turns a question and its plain answer into a statement in the clinician's words.
 *
 * @returns `The patient denies fever or chills.`, `You are taking lisinopril.` (the caller replaces `you`); null if the
 *   question and its answer must stay together
 */
export function questionToStatement(question: string, answer: string): string | null {
  const asked = expandContractions(question.replace(tag, '').trim());
  const given = expandContractions(answer.trim());
  const denial = given.match(fullDenial)?.[1];
  if (denial !== undefined) return `${denial}.`;

  const isYes = plainYes.test(given);
  if ((!isYes && !plainNo.test(given)) || openQuestion.test(asked) || (isYes && /\bor\b/i.test(asked))) return null;
  const symptoms = symptomsAlone.test(asked) ? asked : asked.match(ofSymptoms)?.[1];
  if (symptoms !== undefined) {
    const named = symptoms.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
    return clause.test(named) ? null : `The patient ${isYes ? 'reports' : 'denies'} ${named}.`;
  }
  const inverted = asked.match(/^(?:and )?(do|did|have|are|were|can) you (ever )?(.+)$/i);
  if (inverted !== null) return inverted[2] === undefined || !isYes ? uninvert(inverted, isYes) : null;
  return isYes && told.test(asked) ? `${withoutAny(asked)}.` : null;
}

/** A tag question: `…, right?` */
const tag = /\s?,?\s?(?:right|correct|okay|is that right)?\s?[?？]+$/i;

/** A plain yes or no and nothing else. */
const plainYes = onlyOf(
  /yes|yeah|yep|yup|mm-?hmm|uh-?huh|correct|absolutely|definitely|actually|that's (?:right|correct)/,
  /i (?:am|do|have|did)|it (?:is|does|did|was)|sir|ma'am|doctor/,
);
const plainNo = onlyOf(
  /no|nope|nah|none|never|not at all|uh-uh|no problems?|nothing(?: like that)?|none of (?:that|those)/,
  /i (?:am|do|have|did) not|actually|thankfully|luckily|fortunately|sir|ma'am|doctor/,
);
/** A complete denial: `No, no fever`. */
const fullDenial = /^(?:no|nope|nah)[\s,.]+(no (?!one\b|matter\b)[^.?!]+)\.?$/i;

/**
 * Questions that a plain answer does not settle: double, alternative or negated ones, and those about the conversation.
 */
const openQuestion = testAny(
  /[?？]/,
  /^(?:how (?!about)|what (?!about)|when|where|which|who|why)/,
  /\bor$|\bor (?:is|are|do|did|does|have|has|was|were|no|not|what|just)\b|\b(?:and|so) (?:are|do|did|have|how|what|any)\b/,
  /\b(?:do|did|are|have|were|can|is) you\b.*\b(?:do|did|are|have|were|can) you\b/,
  /\b(?:not|no|never|none|else|i|me|my|we|here|this|that one)\b/,
  /\b(?:questions?|concerns?|tell|recall|remember|know|mind|okay if|excited|holiday|want to)\b/,
);

/** Questions about symptoms; the rest of the sentence names them. */
const ofSymptoms = new RegExp(
  `^(?:(?:and )?(?:how|what) about )?(?:${alternation(
    /(?:do|did) you (?:ever )?(?:have|get|notice|feel|experience)/,
    /have you (?:ever |also |been )?(?:had|having|noticed|noticing|experienced|experiencing|felt|feeling|gotten)/,
    /are you (?:having|experiencing|noticing|getting)|you (?:have|are having)/,
  )})?\\s?(?:any\\s|(?=an?\\s))(?:other )?(?:(?:symptoms?|problems?|issues?)(?:,| like| such as)+\\s)?(.+)$`,
  'i',
);
const clause = /\b(?:you|when|that|because)\b/i;

/** Symptoms without a verb: `Fever, chills?` */
const symptom = alternation(
  /fevers?|chills|nausea|vomiting|diarrhea|constipation|cough|dizziness|headaches?|numbness|tingling|weakness|swelling|rash/,
  /body aches|(?:chest|abdominal|joint) pain|shortness of breath|palpitations/,
);
const symptomsAlone = new RegExp(`^(?:${symptom})(?:,? (?:or |and )?(?:${symptom}))*$`, 'i');

/** A statement that asks for confirmation: `You are taking it?` */
const told =
  /^(?:you|they|he|she|that|it|there|your \p{L}+) (?:are|is|have|has|were|was|had|take|takes|sounds like|looks like)\b/iu;

/** Turns `are you taking it` with its answer into `you are taking it` or `you are not taking it`. */
function uninvert([, auxiliary = '', ever = '', rest = '']: RegExpMatchArray, isYes: boolean): string | null {
  const verb = auxiliary.toLowerCase();
  if (!isYes) return `you ${verb} ${ever === '' ? 'not' : 'never'} ${rest}.`;
  if (verb === 'did') return null;
  if (verb !== 'do') return withoutAny(`you ${verb} ${rest}.`);
  const [first = ''] = rest.split(' ', 1);
  return conjugate(first.toLowerCase()) === null ? null : withoutAny(`you ${rest}.`);
}

function withoutAny(statement: string): string {
  return statement.replace(/\bany /gi, '');
}

function onlyOf(...alternatives: readonly RegExp[]): RegExp {
  return new RegExp(`^(?:(?:${alternation(...alternatives)})(?:[\\s,.!]+|$))+$`, 'i');
}
