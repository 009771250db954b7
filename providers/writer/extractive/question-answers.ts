import { answersIn, denies, type Exchange, exchangesOf, replyKind } from 'chronoscribe/reading';
import { answeredStatement } from './answers/answered-questions.ts';
import { isRetraction } from './english/corrections.ts';
import { isIncomplete } from './english/unpunctuated.ts';
import { exchangeOf, type Sentence, wordCount } from './sentences.ts';
import { goesOnAbout } from './topics.ts';

/** A statement about a person that needs no question, possibly after a yes or no: `No, I had my appendix taken out.` */
const fullAnswer =
  /^(?:(?:yes|yeah|yep|no|nope|nah|well|actually|oh|um)[\s,.]+)*(?:i|i'm|i've|my|he|she|he's|she's)\s(?!(?:am|do|did|have|was)(?: not|n't)?\s*(?:[,.!]|$|(?:and|but|because)\b))/i;

/** An answer that is a person alone, or tells of `it` only: `My mother.`, `No, I stopped it.` */
const needsQuestion =
  /^(?:(?:no|yes|yeah)[\s,.]+)*(?:(?:my|his|her) [\p{L}-]+|(?:i'm|i am|it's|it is) (?:about |around |almost )?[\p{L}\d-]+ (?:weeks?|months?|days?|years?)(?: along| now)?(?:, actually)?|i (?:still |just |never )?\p{L}+(?: taking| using)? (?:it|them|that))[\s.!]*$/iu;

const denial = /^(?:no|nope|nah)\b(?! (?:problem|worries|thank))/i;
/** An answer with at most this many content words depends on its question. */
const shortAnswer = 3;
/** A statement about a person with at least this many content words stands alone. */
const leastFull = 1;

/**
 * Joins corrections to what they correct, and merges questions with the short answer to them, since neither `Any fever?` nor
 * `No.` is clear alone: `Any fever? No.` cites both passages. A full answer stands alone; its question remains a bare
 * question. An answer that may be to any of several questions is merged with all.
 *
 * @param cued false for a language without rules
 */
export function pairQuestionsWithAnswers(sentences: readonly Sentence[], cued = true): Sentence[] {
  return exchangesOf(joinCorrections(sentences)).flatMap((exchange) =>
    cued ? tellable(exchange) : tellableWhole(exchange),
  );
}

/** `Was führt Sie zu mir?` */
const opensVisit =
  /(?:was|womit|worum|wie) (?:führt|bringt|kann ich|gibt|geht|ist (?:los|passiert)|haben sie (?:auf dem herzen|für beschwerden))(?!\p{L})/iu;

/** Where no words tell which answer stands alone, none does: `Wie lange dauert das? Eine halbe Minute.` */
function tellableWhole({ asked, said }: Exchange<Sentence>): Sentence[] {
  const [first, ...rest] = said;
  const last = asked.at(-1);
  const begins = asked.findLastIndex(({ speaker }) => speaker !== last?.speaker) + 1;
  const [question, ...more] = asked.slice(begins);
  const isReply = question?.isQuestion === true && first !== undefined && first.speaker !== question.speaker;
  if (!isReply || opensVisit.test(question.text)) return [...asked, ...said];
  return [...asked.slice(0, begins), exchangeOf([join([question, ...more])], [first]), ...rest];
}

/** The sentences of an exchange that a note can tell by themselves. */
function tellable(exchange: Exchange<Sentence>): Sentence[] {
  const { asked, said } = exchange;
  const answerTo = answersIn(exchange);
  const answered = asked.filter((each) => answerTo(each).length > 0);
  const [question, ...more] = answered.length > 0 ? answered : asked;
  const standing = said.findIndex(
    (each, at) =>
      question === undefined || !isAnswerTo(each, question) || (at > 0 && more.length === 0 && !isYesOrNo(each.text)),
  );
  const [first, ...others] = said.slice(0, standing === -1 ? said.length : standing);
  if (question === undefined || first === undefined) return [...asked, ...said];
  // A no is never told without what else is said, which may take it back: `No. Well, a bottle of wine.`
  if (asked.length > 0 && denies.test(first.text)) {
    const rest = Map.groupBy(said.slice(1), ({ text }) => fullAnswer.test(text));
    const whole = exchangeOf([join([question, ...more])], [join([first, ...(rest.get(false) ?? [])])]);
    return [whole, ...(rest.get(true) ?? [])];
  }
  const left = [...asked.filter((each) => each !== question && !more.includes(each))];
  const after = said.slice(1 + others.length);
  const end = after.findIndex((each) => !goesOn(each, first));
  const rest = end === -1 ? after : after.slice(0, end);
  const asks = join([question, ...more]);
  const voice = first.role === 'clinician' ? 'clinician' : 'patient';
  const whole = exchangeOf([asks], [join([first, ...others, ...rest])]);
  const isTurned = after[rest.length]?.isCorrection === true && after[rest.length]?.turn === first.turn;
  if (rest.length === 0 && !isTurned) return [...left, whole, ...after];
  if (!isTurned && whole.asked !== null && answeredStatement(whole.asked.question, whole.asked.answer, voice) !== null)
    return [...left, whole, ...after.slice(rest.length)];
  // What points at what was asked says nothing without it: `Is your speech different? – Yes. It's slower.`
  const isOfOneThing = left.every(({ words }) => words.some((word) => question.words.includes(word)));
  if (!isTurned && isOfOneThing && rest.some(({ text }) => pointsAt.test(text) && !agrees.test(text)))
    return [exchangeOf(asked, [join([first, ...others, ...rest])], { isQuoted: true }), ...after.slice(rest.length)];
  const part = exchangeOf([asks], [join([first, ...others])]);
  return [...left, { ...part, asked: part.asked && { ...part.asked, isPart: true } }, ...after];
}

/** What says nothing without the answer before it: `Yes, yellow. It's more brown now.`, `Sometimes. They make me sweat.` */
function goesOn({ text, words, isQuestion, turn, speaker }: Sentence, first: Sentence): boolean {
  if (isQuestion || turn !== first.turn || speaker !== first.speaker || fullAnswer.test(text)) return false;
  return words.length <= shortAnswer || pointsAt.test(text) || isIncomplete(text.replace(/[.!\s]+$/, ''));
}

const pointsAt = /^(?:but |and |well,? |actually,? )?(?:it|they|that|those|these|them)\b/i;

const agrees =
  /^(?:\P{L}|and|but|so)*(?:that|it)(?:'s| is) (?:me|it|all|right|fine|ok|okay|good|great|correct|true)\P{L}*$/iu;

function isYesOrNo(text: string): boolean {
  return /^(?:yes|no|no-but|maybe|unclear)$/.test(replyKind(text));
}

/** The clinician assumes something of the patient, who says no: `So you have asthma. – No, that is my brother.` */
function isDenial(sentence: Sentence, assumed: Sentence): boolean {
  const isOfPatient = assumed.role === 'clinician' && /\byou(?:r|'re|'ve)?\b/i.test(assumed.text);
  return isOfPatient && sentence.role === 'patient' && denial.test(sentence.text);
}

function isAnswerTo(sentence: Sentence, question: Sentence): boolean {
  if (sentence.isQuestion) return false;
  if (!question.isQuestion) return isDenial(sentence, question);
  const isBare = isYesOrNo(sentence.text);
  const length = sentence.words.length;
  if (question.words.length > 0 && (pointsBack(sentence.text) || turns.test(question.text))) return true;
  // `What did they do? – Just told me to carry on.`: who did it stands in the question.
  if (
    asksOpenly.test(question.text) &&
    !asksForList.test(question.text) &&
    !hasSubject.test(sentence.text) &&
    wordCount(sentence.text) <= longestBare
  )
    return true;
  // `And if it's not? – Then he stays.`
  if (question.isQuestion && asksOfCase.test(question.text) && wordCount(sentence.text) <= longestBare) return true;
  // `Can you pass water? – I can and there was blood.`, `How are your readings at home? – It's been pretty good.`
  if (isHalf.test(sentence.text) && wordCount(sentence.text) <= longestBare) return true;
  if (pointsAtAsked.test(sentence.text) && answeredStatement(question.text, sentence.text) !== null) return true;
  const isFull = fullAnswer.test(sentence.text) && !isIncomplete(sentence.text.replace(/[.!\s]+$/, ''));
  if (length >= leastFull && isFull && !needsQuestion.test(sentence.text)) return false;
  // Same speaker, or speakers not distinguished: only a plain yes or no after a question mark is certainly an answer.
  if (sentence.speaker === question.speaker) return question.isQuestion && isBare && length <= shortAnswer;
  if (goesOnAbout(question.text)) return true;
  if (needsQuestion.test(sentence.text)) return true;
  return isBare ? length <= 2 * shortAnswer : length > 0 && length <= shortAnswer;
}

const asksOfCase =
  /^(?:(?:and|but|so|yeah|okay|well|yes),? )*(?:(?:what )?if\b.{0,40}|what then|otherwise|or else)\?*$/i;
const pointsAtAsked = /^(?:(?:yes|yeah|yep|no|nope|well|oh|um|so)[\s,.]+)*(?:it|they|those|these)(?:'\p{L}+)?\s/iu;
const isHalf =
  /^(?:(?:yes|yeah|no|well|oh|um)[\s,.]+)*(?:i|it|he|she|they) (?:am|is|are|do|does|did|have|has|was|were|can|could|will|would)(?: not|n't)? (?:and|but|because|so)\b/i;
/** What is listed in an answer is told without it. */
export const asksForList =
  /\bwhat (?:do|are|else do) you (?:take|taking|on)\b|\bwhat (?:other |else )?(?:medical |health )?(?:problems|conditions|illnesses|medications?|medicines?|meds|tablets|pills|surger(?:y|ies)|operations)\b|\b(?:are you on|do you take) any (?:medications?|medicines?|meds|tablets|pills)\b/i;
const asksOpenly = /^(?:\W|and|so|okay|well|um|uh)*(?:what|which|where|when|who|how|why)\b/i;
/** In words. */
const longestBare = 25;
const hasSubject =
  /^(?:\W|um+|uh+|well|so|just|and|but|oh|yes|yeah|no|okay|like|maybe|probably|usually|sometimes|then|now)*(?:(?:i|you|he|she|it|they|we|there|that|this|those|these|nobody|everyone|everything)\b|(?:my|the|his|her|our|their|an?|one|some|both|all|\p{L}+) (?:\p{L}+ ){0,4}?(?:is|was|are|were|has|have|had|does|do|did|will|would|can|could|said|told|gave|\p{L}{3,}ed|hurts?|comes?|goes|gets?|feels?|makes?)\b)/iu;

/** `What can't you do? – Reach the shelf.` */
const turns = /^(?:\p{L}+ )?(?:what|which|where|when|who|how)\b.*(?:\bnot\b|n't\b)/iu;

/** An echo that asks again, or an acknowledgement: `40?`, `Okay.` */
const longestEcho = 3;

/** Joins each correction to what it corrects, so that a note never states the one without the other. */
function joinCorrections(sentences: readonly Sentence[]): Sentence[] {
  const joined: Sentence[] = [];
  for (const sentence of sentences) {
    const last = joined.at(-1);
    if (last !== undefined && goesOnAsking(last, sentence)) joined[joined.length - 1] = join([last, sentence]);
    else if (!sentence.isCorrection || !correct(joined, sentence)) joined.push(sentence);
  }
  return joined;
}

/** `Have you tried anything? Any creams?` asks for no symptom. */
function goesOnAsking(last: Sentence, { text, turn, isQuestion }: Sentence): boolean {
  const isElliptic = isQuestion && /^(?:and |or )?any\b/i.test(text) && wordCount(text) <= longestElliptic;
  return isElliptic && last.isQuestion && last.turn === turn && uses.test(last.text);
}

const longestElliptic = 6;
const uses = /\b(?:tried|try|us(?:e|ed|ing)|tak(?:e|en|ing)|bought|put|given)\b/i;

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
  const isShort = /\?$/.test(last.text) && last.text.split(' ').length <= longestEcho;
  // `The left. – All the time? – No, just at night.` asks something else.
  const isEcho = isShort && (/\d/.test(last.text) || last.words.every((word) => before?.words.includes(word)));
  const isAcknowledged = !last.isQuestion && last.words.length === 0 && isRetraction(correction.text);
  if (before?.speaker !== correction.speaker || before.isQuestion || (!isEcho && !isAcknowledged)) return false;
  joined.splice(-2, 2, isEcho ? exchangeOf([join([before, last])], [correction]) : join([before, correction]));
  return true;
}

/** Makes one sentence of several that belong together. */
export function join(sentences: readonly [Sentence, ...Sentence[]]): Sentence {
  const [first, ...others] = sentences;
  if (others.length === 0) return first;
  return {
    ...first,
    text: others.reduce(
      (said, { text, speaker }, at) =>
        `${said}${speaker === sentences[at]?.speaker ? ' ' : ' – '}${asEnded(capital(text))}`,
      asEnded(first.text),
    ),
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

/**
 * Whether an answer speaks of what its question named, so that it says nothing without it: `They bumped it to 20`,
 * `My mum said so`. What it names itself before it says `it` needs no question: `I had a scan and it was fine`.
 */
function pointsBack(answer: string): boolean {
  return pronoun.test(answer);
}

const pronoun =
  /^(?:\W|yes\b|yeah\b|no\b|well\b|oh\b)*(?:(?!and\b|but\b|because\b|when\b|if\b|(?:a|an|the|my|his|her|our|some|your)\s+\p{L}+\s+(?!said|says|told|thinks|thought|put|took|stopped|gave|wanted|wants|changed|did|does)\p{L}+)[\p{L}\p{N}'’-]+\s+){1,6}(?:it|them|so|that|this|those|these|one|ones)(?=\W*$|[.,;!]|\s+(?:to|by|for|in|at|on|up|down|off|out|away|over|from|last|yesterday|today|this|because|since|when|but|and|again|now|once|twice|every|about|with|without|too|any\s?more|back|before|after|as|until|years?|a)\b)/iu;
