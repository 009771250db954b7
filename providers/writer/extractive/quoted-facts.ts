import type { Fact, FactKind } from 'chronoscribe/kinds/grounding';
import type { Statement } from 'chronoscribe/kinds/writer';
import { contentWords, numbersToDigits, tokenizeWords } from 'chronoscribe/language';
import { deniesPlainly, isPlainAnswer, isSmallTalk } from 'chronoscribe/reading';
import { actions, conditions, measures, namedIn, placeOfName } from './fact-coverage.ts';
import { asksForList } from './question-answers.ts';
import type { Candidate } from './selection.ts';
import { exchangeOf, type Sentence, wordCount } from './sentences.ts';
import { inQuotes } from './statements.ts';

/** Content words of a sentence beside those of a fact: so many may change what it says of it. */
const leastBeside = 2;
/** In words: nobody reads a longer quotation. */
const longestQuoted = 30;
/** What is not sure is quoted however it was said: `To be confirmed: x-ray` would make a plan of it. */
const longestOpen = 60;

/**
 * The one sentence that a fact stands in, where that says more than the fact does. It is told in its own words, since what it says
 * beside the name may change it: `I'm treating it as a fracture.`, `Would I need the blood tests? – Just kidneys.`
 */
export function fullerSentence(
  fact: Fact,
  candidates: readonly Candidate[],
  facts: readonly Fact[],
): Candidate | undefined {
  if (fact.text.includes(' – ') || fact.term === 'allergies') return undefined;
  const near = candidates.filter(({ sentence }) => sentence.evidence.some((id) => fact.evidence.includes(id)));
  const amounts = fact.value?.match(/[\d.]+/g) ?? [];
  const hasValue = (text: string) => amounts.every((amount) => tokenizeWords(numbersToDigits(text)).includes(amount));
  const named = near.filter(({ sentence: { text } }) => namedIn(text, fact) && hasValue(text));
  const isOpen = actions.has(fact.kind) && (fact.assertion === 'possible' || fact.assertion === 'conditional');
  const only = isOpen
    ? (named.findLast((each) => !each.isLeftOut && !each.sentence.isQuestion) ?? named.at(-1))
    : named[0];
  if (only === undefined || (named.length > 1 && !isOpen)) return undefined;
  // An allergy stands under its heading, wherever else it is quoted.
  if (only.isQuoted) return fact.kind === 'allergy' ? undefined : only;
  if (only.isLeftOut || (only.sentence.isQuestion && answerTo(only.sentence, candidates) === undefined))
    return undefined;
  // `No, it just began, sorry. Yes, it has.`: the second answer tells.
  if (only.sentence.asked !== null && restOf(only.sentence, candidates).some(({ text }) => answersAnew.test(text)))
    return undefined;
  const { text, role, evidence } = only.sentence;
  const { asked } = withQuestion(only, candidates);
  // An allergy is told with its reaction.
  if (fact.kind === 'allergy' && fact.assertion === 'present' && / \(/.test(fact.text)) return undefined;
  // Numbers are told as they are read, and a denial of an allergy as what it is.
  const beside = facts.filter((each) => each.evidence.some((id) => evidence.includes(id)));
  const isMeasured = asked !== null && beside.some(({ kind }) => measured.has(kind));
  if (isMeasured || (fact.kind === 'allergy' && fact.assertion === 'absent')) return undefined;
  // A no that may not deny it all is no denial among the facts, but quoted.
  if (
    asked !== null &&
    fact.assertion === 'absent' &&
    conditions.has(fact.kind) &&
    deniesPlainly([asked.answer], asked.question)
  )
    return undefined;
  // `Any fever, chills or a cough? – No.`: what else is asked is told by itself.
  const isOfSort = (each: Fact) =>
    each === fact || (asked !== null && role !== 'clinician' && sortOf(each) === sortOf(fact) && sortOf(fact) !== null);
  const told = beside.filter(isOfSort);
  const said = new Set(contentWords(numbersToDigits(told.map((each) => `${each.text} ${each.term}`).join(' '))));
  // A list that was asked for, or a mere no, says nothing beside the facts.
  const isListed = asked !== null && asksForList.test(asked.question);
  const whole = asked !== null && isPlainAnswer(asked.answer) ? asked.question : isListed ? asked.answer : text;
  const more = contentWords(numbersToDigits(whole)).filter((word) => !said.has(word) && !measures.has(word));
  // Whether it is taken or ordered is not known: only the words tell.
  const isBare = fact.kind === 'medication' && fact.value === null && role === 'clinician';
  const isFuller = isBare || isOpen || more.length >= leastBeside || withReply(only, fact, candidates) !== undefined;
  return isFuller && wordCount(text) <= (isOpen ? longestOpen : longestQuoted) ? only : undefined;
}

/** The sentence of a fact in quotation marks, with what else tells what it means. */
export function quotedFact(best: Candidate, fact: Fact, candidates: readonly Candidate[]): Statement {
  const answered = best.sentence.isQuestion ? answerTo(best.sentence, candidates) : undefined;
  if (answered !== undefined) return inQuotes(answered);
  return withReply(best, fact, candidates) ?? inQuotes(withRest(withQuestion(best, candidates), candidates));
}

/** In words: what of a long sentence is quoted before and after a name, and how far back a word that turns it is looked for. */
const excerpt = { before: 12, after: 12, turned: 24 } as const;
const turning = /^(?:if|no|not|unless|without|never|maybe|might|may|could|cannot|\p{L}+n't|den(?:y|ies))$/iu;

/**
 * The words around a name, where a line of its own would claim more than they do: `No referral`, `Stopped: inhalers`, `Tumor`.
 * Undefined where the line is as safe, or nothing names it.
 */
export function excerptOf(
  fact: Fact,
  isSaidByPatient: boolean,
  candidates: readonly Candidate[],
): Statement | undefined {
  if (fact.text.includes(' – ')) return undefined;
  const isOfAction = actions.has(fact.kind) && (fact.assertion !== 'present' || fact.kind === 'order');
  const isName = contentWords(fact.text).length === 1 || fact.assertion === 'possible';
  const isOfCondition = conditions.has(fact.kind) && isName && fact.assertion !== 'absent' && !isSaidByPatient;
  const isOpen = fact.of !== 'patient' || openKinds.has(fact.kind);
  const isClaimed = isOfAction || (fact.value === null && (isOfCondition || isOpen));
  if (!isClaimed && !(fact.kind === 'medication' && fact.value === null)) return undefined;
  const named = candidates.filter(
    ({ sentence: { text, evidence } }) => evidence.some((id) => fact.evidence.includes(id)) && namedIn(text, fact),
  );
  const best = named.findLast(({ sentence }) => !sentence.isQuestion);
  if (best === undefined) return undefined;
  const replied = isOfAction ? withReply(best, fact, candidates) : undefined;
  if (replied !== undefined && wordCount(replied.text) <= longestOpen) return replied;
  // `Should I go on with the ibuprofen? – You can stop it.`: what was said of it before tells something else.
  const { asked } = best.sentence;
  if (
    asked !== null &&
    !isOfAction &&
    (isPlainAnswer(asked.answer) || (fact.of !== 'patient' && /\bfamily\b/i.test(asked.question)))
  )
    return undefined;
  if (asked !== null && wordCount(best.sentence.text) <= longestQuoted) return inQuotes(best.sentence);
  const words = best.sentence.text.split(' ');
  const at = placeOfName(words, fact);
  // `Clindamycin before the dentist` is more than its name.
  if (!isClaimed && !goesOnSaying.test(words.slice(at, at + 3).join(' '))) return undefined;
  if (at === -1 || contentWords(best.sentence.text).length - contentWords(fact.text).length < leastBeside)
    return undefined;
  const near = Math.max(0, at - excerpt.before);
  const turned = words.slice(Math.max(0, at - excerpt.turned), near).findIndex((word) => turning.test(word));
  const from = turned === -1 ? near : Math.max(0, at - excerpt.turned) + turned;
  const to = at + excerpt.after;
  const cut = `${from > 0 ? '… ' : ''}${words.slice(from, to).join(' ')}${to < words.length ? ' …' : ''}`;
  return { text: `“${cut.replace(/\bi(?=[ '])/g, 'I')}”`, evidence: best.sentence.evidence };
}

/** What somebody does, or a relative has, in the words that say how much, when and whose. */
const openKinds: ReadonlySet<FactKind> = new Set(['social', 'advice', 'family']);
const goesOnSaying = /^\S*\p{L}(?: (?!and\b|or\b|as\b|but\b|so\b|too\b|okay\b)\p{L}+){1,2}/u;

const measured: ReadonlySet<FactKind> = new Set(['score', 'vital', 'result']);

/** What is asked for in one list. */
function sortOf({ kind }: Fact): string | null {
  if (kind === 'symptom' || kind === 'problem' || kind === 'finding' || kind === 'history') return 'condition';
  return kind === 'medication' || kind === 'social' || kind === 'family' || kind === 'safety' ? kind : null;
}

/** In sentences of each turn: as much as tells what became of a proposal. */
const mostOfTurn = 2;

/** A question and its answer in the turns in which they were said. */
function partsOf(sentence: Sentence): readonly Sentence[] {
  const { asked, turn } = sentence;
  if (asked === null) return [sentence];
  const question = { ...sentence, asked: null, text: asked.question, isQuestion: true, turn: turn - 1, speaker: null };
  return [question, { ...sentence, asked: null, text: asked.answer }];
}

const accepts = /^(?:yes|yeah|yep|ok|okay|sure|fine|good|great|thank|all ?right|that's (?:fine|good|great))\b/i;

/** What is proposed with what is said to it; undefined where nothing is: `I'd offer a statin. – I'd rather try diet.` */
function withReply(
  { sentence: own }: Candidate,
  { kind, assertion }: Fact,
  candidates: readonly Candidate[],
): Statement | undefined {
  if (
    assertion === 'absent' ||
    assertion === 'historical' ||
    !actions.has(kind) ||
    own.role !== 'clinician' ||
    own.asked !== null
  )
    return undefined;
  const after = candidates.flatMap(({ sentence }) => (sentence.position >= own.position ? partsOf(sentence) : []));
  const [said = [], reply = [], answer = []] = [0, 1, 2].map((turns) =>
    after
      .filter(
        ({ turn, speaker }) =>
          turn === own.turn + turns && (turns === 1 || speaker === null || speaker === own.speaker),
      )
      .slice(0, mostOfTurn),
  );
  // `I'll take a swab. You're not allergic? – No.` answers what was asked last.
  const last = after.findLast(({ turn }) => turn === own.turn);
  if (last?.isQuestion === true && !said.includes(last)) return undefined;
  const isAsked = said.at(-1)?.isQuestion === true || said.at(-1)?.asked !== null;
  if (
    (assertion !== 'declined' && reply.every(({ text }) => isSmallTalk(text))) ||
    (!isAsked && accepts.test(reply[0]?.text ?? ''))
  )
    return undefined;
  const turns = [said, reply, answer].filter(({ length }) => length > 0);
  const words = turns.map((each) => each.map((sentence) => inQuotes(sentence).text.slice(1, -1)).join(' '));
  return { text: `“${words.join(' – ')}”`, evidence: [...new Set(turns.flat().flatMap(({ evidence }) => evidence))] };
}

/** A full answer with what was asked at once before: `How low? – 3.1, sweating.` */
function withQuestion({ sentence }: Candidate, candidates: readonly Candidate[]): Sentence {
  const before = candidates.findLast(({ sentence: { position } }) => position < sentence.position)?.sentence;
  const isAsked =
    before?.isQuestion === true && before.turn === sentence.turn - 1 && before.speaker !== sentence.speaker;
  if (!isAsked || sentence.asked !== null || sentence.role === 'clinician') return sentence;
  return exchangeOf([before], [sentence]);
}

/** A question with a full answer in the next turn: `How's your warfarin been? – I'm on apixaban now.` */
function answerTo(question: Sentence, candidates: readonly Candidate[]): Sentence | undefined {
  const [first, ...more] = candidates
    .map(({ sentence }) => sentence)
    .filter(({ turn, speaker }) => turn === question.turn + 1 && speaker !== question.speaker)
    .slice(0, mostOfTurn);
  if (first === undefined || [first, ...more].some(({ isQuestion, asked }) => isQuestion || asked !== null))
    return undefined;
  return exchangeOf([question], [first, ...more]);
}

/** What the speaker of a sentence goes on to say. */
function restOf({ turn, speaker, position }: Sentence, candidates: readonly Candidate[]): readonly Sentence[] {
  const rest = candidates
    .map((each) => each.sentence)
    .filter(
      (each) => each.turn === turn && each.speaker === speaker && each.position > position && each.asked === null,
    );
  const end = rest.findIndex(({ isQuestion }) => isQuestion);
  return rest.slice(0, end === -1 ? mostOfTurn : Math.min(end, mostOfTurn));
}

const answersAnew = /^(?:yes|yeah|no|nope|actually)\b/i;

/** An answer with what its speaker goes on to say, which may narrow it: `No. Only when I climb the stairs.` */
function withRest(sentence: Sentence, candidates: readonly Candidate[]): Sentence {
  const { asked, evidence } = sentence;
  if (asked === null) return sentence;
  const more = restOf(sentence, candidates);
  const answer = [asked.answer, ...more.map(({ text }) => text)].join(' ');
  return {
    ...sentence,
    asked: { ...asked, answer },
    evidence: [...new Set([...evidence, ...more.flatMap((each) => each.evidence)])],
  };
}
