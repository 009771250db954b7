import { contentOf } from './content.ts';
import { denies, staysWith } from './plain-denials.ts';
import { replyKind } from './replies.ts';
import { isAssent, isHesitation, isSmallTalk } from './small-talk.ts';

/** What somebody says: a sentence or a clause. */
export interface Said {
  readonly text: string;
  /** Index of the turn: what one speaker says without another between. */
  readonly turn: number;
  /** Who speaks: the label; null if it was not spoken. */
  readonly speaker: string | null;
  readonly isQuestion: boolean;
  /** In speech without marks: it surely answers the question before it, whoever is named as its speaker. */
  readonly isAnswer?: boolean;
}

/** Questions with their answer, or a sentence that is neither (`asked` is empty). */
export interface Exchange<T extends Said = Said> {
  readonly asked: readonly T[];
  /** The answer; of several speakers where more than one answers. Empty if there is none. */
  readonly said: readonly T[];
}

/** In sentences: as much of an answer as cannot be understood without its question. */
const longestAnswer = 5;
const shortAnswer = 4;
const longestPointing = 10;
/** In sentences: how much may be said after a question in its turn. */
const mostAfter = 2;
/** In turns: how long a question waits while the other hesitates. */
const patience = 3;

/**
 * Puts each question together with its answer, in the order of the source; no answer stands without what it answers.
 * Hesitation before an answer is left out. Facts, notes and lists of what was said take theirs from it, and none has a
 * pairing of its own.
 *
 * @param sentences in the order of the source
 */
export function exchangesOf<T extends Said>(sentences: readonly T[]): Exchange<T>[] {
  const isDialogue = new Set(sentences.map(({ speaker }) => speaker)).size > 1;
  const turns = isDialogue
    ? [...Map.groupBy(sentences, ({ turn }) => turn).values()]
    : sentences.map((sentence) => [sentence]);
  const exchanges: Exchange<T>[] = [];
  /** The questions that wait for an answer, and since when. */
  let open: { asked: T[]; turn: number } | undefined;
  for (const [turn, all] of turns.entries()) {
    let rest: readonly T[] = all;
    const asker = open?.asked.at(-1)?.speaker;
    if (open !== undefined && turn - open.turn < patience && all.every(hesitates)) continue;
    if (open !== undefined && (!isDialogue || asker !== all[0]?.speaker)) {
      if (all.every(({ isQuestion }) => isQuestion)) {
        open.asked.push(...all);
        open.turn = turn;
        continue;
      }
      const said = answerIn(all);
      const isAssented = open.asked.every(asksForAssent) && said.every(({ text }) => isAssent(text));
      exchanges.push(...(isAssented ? open.asked.map(alone) : [{ asked: open.asked, said }]));
      open = undefined;
      rest = all.slice(said.length);
    } else if (open === undefined && isDialogue) {
      const before = turns[turn - 1]?.at(-1);
      const answered = exchanges.findLast((each) => each.said.at(-1) === before);
      if (answered !== undefined && isAnswer(rest, answered, turns[turn - 1])) {
        const said = answerIn(rest);
        const [asked, earlier] = answered.asked.length === 0 ? [answered.said, []] : [answered.asked, answered.said];
        exchanges.splice(exchanges.indexOf(answered), 1, { asked, said: [...earlier, ...said] });
        rest = rest.slice(said.length);
      }
    }
    const inTurn = isDialogue ? answeredInTurn(rest) : { exchanges: [], rest };
    exchanges.push(...inTurn.exchanges);
    const asked = trailingQuestions(inTurn.rest);
    exchanges.push(...inTurn.rest.filter((each) => !asked.has(each)).map(alone));
    if (asked.size === 0) continue;
    const last = open?.asked.at(-1);
    // `Thoughts of suicide? – Hm. – Any chest pain? – No.` leaves the first one without an answer.
    const isLeft =
      last !== undefined &&
      (rest[0]?.turn ?? 0) - last.turn > 1 &&
      ![...asked].every(({ text }) => /^(?:or|and|like|oder|und)\b/i.test(text) || staysWith(text, [last.text]));
    const goesOn = isDialogue && last?.speaker === rest[0]?.speaker && !isLeft;
    if (open !== undefined && !goesOn) exchanges.push({ asked: open.asked, said: [] });
    open = { asked: [...(goesOn ? (open?.asked ?? []) : []), ...asked], turn };
  }
  if (open !== undefined) exchanges.push({ asked: open.asked, said: [] });
  const place = new Map(sentences.map((sentence, at) => [sentence, at]));
  const first = ({ asked, said }: Exchange<T>) => Math.min(...[...asked, ...said].map((each) => place.get(each) ?? 0));
  return withSequels(exchanges.toSorted((one, other) => first(one) - first(other)));
}

/**
 * A denial stands open until the asker speaks of something else. `Any fever? – No. – None? – 39 on Tuesday.` is one exchange,
 * with what is added unasked: `No. – Okay. – I mean, some weed.`
 */
function withSequels<T extends Said>(exchanges: readonly Exchange<T>[]): Exchange<T>[] {
  const joined: Exchange<T>[] = [];
  let open = -1;
  let isAssented = false;
  for (const next of exchanges) {
    const before = joined[open];
    const own = next.asked.length > 0 ? next.asked : next.said;
    const isBy = (speaker: string | null | undefined) => own.every((each) => each.speaker === speaker);
    const stays =
      before !== undefined &&
      isBy(before.asked[0]?.speaker) &&
      own.every(
        (each) =>
          !isOpen(each) &&
          staysWith(
            each.text,
            before.asked.map(({ text }) => text),
          ),
      );
    const answerer = before?.said.find(({ speaker }) => speaker !== before.asked[0]?.speaker)?.speaker;
    const isEchoed = isAssented || before?.said.at(-1)?.speaker !== answerer;
    const isAdded = isEchoed && answerer !== undefined && next.asked.length === 0 && isBy(answerer);
    if (before !== undefined && ((stays && next.asked.length > 0) || isAdded)) {
      joined[open] = { asked: [...before.asked, ...next.asked], said: [...before.said, ...next.said] };
      isAssented = false;
      continue;
    }
    joined.push(next);
    const isRest = next.said[0]?.turn === before?.said.at(-1)?.turn;
    isAssented = stays;
    if (next.asked.length > 0) open = next.said.some(({ text }) => denies.test(text)) ? joined.length - 1 : -1;
    else if (!stays && !isRest) open = -1;
  }
  return joined;
}

/** The questions of a turn after which little is said. */
function trailingQuestions<T extends Said>(turn: readonly T[]): ReadonlySet<T> {
  let others = 0;
  const last = turn.findLastIndex(({ isQuestion }) => !isQuestion && ++others > mostAfter);
  return new Set(turn.slice(last + 1).filter(({ isQuestion }) => isQuestion));
}

const hesitates = ({ text, isQuestion: asks }: Said) => !asks && isHesitation(text);

function alone<T extends Said>(sentence: T): Exchange<T> {
  return { asked: [], said: [sentence] };
}

/** `Any fever? No, you said so.`: questions that their speaker answers at once. */
function answeredInTurn<T extends Said>(turn: readonly T[]): { exchanges: Exchange<T>[]; rest: readonly T[] } {
  const exchanges: Exchange<T>[] = [];
  let rest = turn;
  for (const [at, sentence] of turn.entries()) {
    if (sentence.isQuestion || turn[at - 1]?.isQuestion !== true) continue;
    if (sentence.isAnswer !== true && !yesOrNo.test(sentence.text)) continue;
    const from = turn.findLastIndex((each, index) => index < at && !each.isQuestion) + 1;
    const asked = turn.slice(from, at);
    exchanges.push({ asked, said: [sentence] });
    rest = rest.filter((each) => each !== sentence && !asked.includes(each));
  }
  return { exchanges, rest };
}

const yesOrNo = /^(?:no|nope|nah|yes|yeah|yep|nein|ja|non|oui|sí)(?![\p{L}'])/iu;

/** `I want you to rest, okay?` is no question. */
function asksForAssent({ text }: Said): boolean {
  return /, *(?:okay|ok|right|all ?right|you know|ja|oder|oui|sí|vale) *\?$/iu.test(text) && !asksToConfirm(text);
}

/** `You have asthma, right?` asks whether it is so. */
export function asksToConfirm(text: string): boolean {
  return /^(?:(?:so|and|but|well|now|okay|ok)[ ,]+)*(?:you|you're|you've|your|he|she|it|that|there|no)\b.*, right ?\??$/i.test(
    text,
  );
}

const questionStart =
  /^(?:(?:okay|ok|alright|all right|well|so|and|um|uh|now|then|but|or|und|et|y|also) |, )*(?:any|do you|did you|have you|has (?:he|she|it|there|any|your)|are you|were you|is (?:there|it|that|your)|are there|does|did|how|what|when|where|which|who|why|can you|could you|would you|anybody|anyone|haben sie|hatten sie|nehmen sie|sind sie|gibt es|wie|wann|wo|was|welche\w*|avez-vous|est-ce|prenez-vous|tiene|toma|cuándo|cómo|dónde)\b/iu;

/** `No, why would I?`, but not `No, what do you take for it?` */
export function answersByAsking(text: string): boolean {
  return /^\W*(?:no|nope|nah|never|of course not|nein)\b[\s,.!]*(?:why (?:would|should) (?:i|we|he|she)\b|why do you ask|why not|what for|what makes you|who (?:would|told|said)|how could (?:i|he|she)\b|warum (?:sollte|denn)|wieso)[^?]{0,30}\?*$/iu.test(
    text,
  );
}

/** Whether a sentence asks, in any language with a question mark. */
export function isQuestion(text: string): boolean {
  if (answersByAsking(text)) return false;
  return /[?？]["”’)]*\s*$/u.test(text) || (!/[.!…:]\s*$/u.test(text) && questionStart.test(text));
}

const answerWord =
  /^(?:\W|well|oh|actually|um|uh|so|äh|euh|bueno)*(?:no|nope|nah|not|never|none|yes|yeah|yep|yup|sometimes|maybe|nein|nie|kein\w*|ja|doch|manchmal|non|oui|jamais|parfois|sí|nunca|a veces)\b/iu;

/**
 * Whether a turn says something only of what was said before it: `no`, `last night`, `I'd rather not`; or gives an answer
 * that is still due, as after `What is that? – When your heart races.` Assent to a statement adds nothing.
 */
function isAnswer<T extends Said>(
  turn: readonly T[],
  { asked, said }: Exchange<T>,
  before: readonly T[] = [],
): boolean {
  const [first] = turn;
  if (first === undefined || first.isQuestion) return false;
  const isDue = asked.length > 0 && said.every(({ speaker }) => speaker === asked[0]?.speaker);
  if (isDue && first.speaker !== asked[0]?.speaker) return true;
  // Who asked goes on: `You can keep those on.`, `No lifting for six weeks.`
  if (first.speaker === asked[0]?.speaker && first.turn !== asked[0]?.turn) return false;
  if (isSmallTalk(first.text) || before.every(({ text }) => isSmallTalk(text))) return false;
  if (answerWord.test(first.text) || wordCount(first.text) <= 3) return true;
  const { telling, numbers } = contentOf(first.text, 'as said');
  return telling.size + numbers.size === 0;
}

function answerIn<T extends Said>(turn: readonly T[]): T[] {
  const answer: T[] = [];
  let isComplete = false;
  for (const sentence of turn.slice(0, longestAnswer)) {
    const words = wordCount(sentence.text);
    const isShort = words <= shortAnswer || (words <= longestPointing && pointsAt.test(sentence.text));
    if (sentence.isQuestion || (isComplete && !isShort)) break;
    answer.push(sentence);
    isComplete ||= !isShort;
  }
  return answer.length === 0 ? turn.slice(0, 1) : answer;
}

/** `Is your speech different? – A bit harder. It takes me longer to find a word.` */
const pointsAt = /^(?:and |but |so )?(?:it|they|that|those|these)(?:'\p{L}+)?(?= \p{L})/iu;

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;
}

/**
 * The part of an answer that surely answers one of several questions; empty if that is not sure. A yes or no answers the
 * last question that can be answered so, and what was asked in one list with it (`any fever? chills?`). Another answer
 * answers the question that it names, or the last one.
 */
export function answersIn<T extends Said>({ asked, said }: Exchange<T>): (question: T) => readonly T[] {
  const isDialogue = new Set([...asked, ...said].map(({ speaker }) => speaker)).size > 1;
  const bySpeaker = new Map(
    [...Map.groupBy(asked, ({ speaker }) => speaker)].map(([speaker, questions]) => {
      const own = said.filter((each) => !isDialogue || each.speaker !== speaker || each.turn === questions[0]?.turn);
      return [speaker, { own, answered: answeredBy(own, questions) }];
    }),
  );
  return (question) => {
    const { own, answered } = bySpeaker.get(question.speaker) ?? {};
    return answered?.has(question) === true ? (own ?? []) : [];
  };
}

/** Which of the questions of one speaker an answer surely answers. */
function answeredBy<T extends Said>(answer: readonly T[], asked: readonly T[]): ReadonlySet<T> {
  const clinical = asked.filter(
    ({ text }, at) => !isSmallTalk(text) && (at === 0 || !staysWith(text, [asked[at - 1]?.text ?? ''])),
  );
  const questions = clinical.length === 0 ? asked : clinical;
  if (answer.length === 0 || questions.length < 2) return new Set(questions);
  const text = answer.map((each) => each.text).join(' , ');
  if (restToo.test(text)) return new Set(questions);
  const named = namedBy(text, questions, 'telling');
  if (named.length > 0) return new Set(named);
  const kind = replyKind(text);
  const end = questions.at(-1);
  if (kind === 'other' || kind === 'detail' || kind === 'denies-one')
    return new Set(end !== undefined && (isOpen(end) || kind === 'detail') ? [end] : []);
  const last = questions.findLastIndex((each) => !isOpen(each));
  // `Any chest pain? Do you get short of breath? – Yes.` says yes to the last, as far as anybody knows.
  if (kind === 'yes') return new Set(all.test(text) ? questions : questions.slice(last, last + 1));
  const first = questions.findLastIndex((each, at) => at < last && !(isListed(each) && isListed(questions[at + 1])));
  return new Set(questions.slice(first + 1, last + 1));
}

const all = /\b(?:both|all (?:of (?:them|it|that|those|the above)|three|four))\b/i;
const restToo = /\b(?:everything else|other than that|otherwise|nothing else|that's (?:it|about it|all))\b/i;

/** The questions with a word that the answer has, and no other question. */
function namedBy<T extends Said>(answer: string, questions: readonly T[], kind: 'telling' | 'everyday'): readonly T[] {
  const told = contentOf(answer, 'as said')[kind];
  const words = questions.map(({ text }) => [...contentOf(text, 'as said')[kind]].filter((word) => told.has(word)));
  const named = questions.filter((_, at) =>
    words[at]?.some((word) => words.filter((own) => own.includes(word)).length === 1),
  );
  // `Any chest pain? Back pain? – The back pain.`: what they share tells nothing apart.
  const isShared = kind === 'telling' && named.length === 0 && words.some(({ length }) => length > 0);
  return isShared ? namedBy(answer, questions, 'everyday') : named;
}

const lead = '^(?:(?:and|so|okay|ok|well|now|then|but|alright|um|uh)\\b[ ,]*)*';
const openStart = new RegExp(`${lead}(?:how(?! about)|where|why|who|which|what(?! about)|when|tell me)\\b`, 'i');
const listStart = new RegExp(
  `${lead}(?:any|no|or|what about|how about|(?:do|did|have|has|are|is|were|was) (?:you|he|she|it|there|they) (?:(?:ever|also|been|recently|still) )*(?:any|had|have|having|noticed|noticing|get|getting|got|experienc\\w+|an?)\\b)`,
  'i',
);
/** In words: a longer question has a verb of its own. */
const longestName = 4;

/** A question that `yes` or `no` does not answer. */
export function isOpen({ text }: Pick<Said, 'text'>): boolean {
  return openStart.test(text);
}

/** Whether a question asks for one of a list of things: `any chills?`, `chest pain?` */
function isListed(question: Said | undefined): boolean {
  const text = question?.text ?? '';
  if (listStart.test(text)) return true;
  return (
    wordCount(text) <= longestName &&
    !/\b(?:you|your|is|are|do|does|did|was|have|has|can|\w{3,}ing (?!or\b))\b/i.test(text)
  );
}
