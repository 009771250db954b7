import { holdsOfSpeaker } from '../../language/speech/likewise.ts';
import { deniesPlainly } from '../dialogue/plain-denials.ts';
import { sidesIn } from '../dialogue/sides.ts';
import { isAssent } from '../dialogue/small-talk.ts';
import { type Clause, clausesOfTurn, placesOfTurn } from '../reading/clauses.ts';
import type { Mention } from '../reading/mention.ts';
import { textOf } from '../reading/mentions.ts';
import type { ReadAssertion, Reading } from '../reading/reading.ts';
import { answerTo } from './answers.ts';
import { contestedBy, takenBack } from './asked-again.ts';
import { retractedBy } from './retractions.ts';

/** `That's a mistake`, `it isn't true`: nothing of what was said before it stands. */
const retracts =
  /\b(?:that|it|this)(?:'s|'d| is| was| has been| must be| isn't| wasn't)(?: \w+){0,2}? (?:wrong|mistaken?|errors?|incorrect|untrue|false|else's|(?<=(?:not|n't) )(?:true|mine|me|correct))\b|\bthat(?:'s not| is not| isn't) (?:right|so)\b|^(?:(?:,|no|nope) )*not (?:me|mine|true)\b|\bdon't think (?:\w+ )?(?:\w+'(?:s|ve) got|has|have) (?:it|that|this)\b|\bdon't think \w+ (?:'s |'ve )?(?:got|has|have) (?:it|that|this)\b/;
/** What somebody does with a medicine that was named before: `I never did`, `take it`. */
const deniesTaking =
  /^(?!.*\b(?:if|you|you're|insurance|much)\b).*(?<!would |try )\b(?:never|not|haven't|hasn't|hadn't|didn't|don't|doesn't|couldn't|wouldn't)(?: (?:even|really|ever|actually|yet|been|got|gotten|get|to|bring myself to))*(?: (?!really|even|ever|actually|yet|been|miss|forg|skip|mind|like|help|know|think|remember|work|hurt|want|need|do|seem|sure|bother(?:ed)? (?:me|him|her))\w+(?: (?:it|that|them|one|with it|to it)\b|(?: \w+)? ?$)| (?:did|happened|have)(?: it| that)?(?: ,|$))/;
const affirms =
  /\b(?:i|he|she|we|they)(?: (?:do|still|now|just|always|did|finally))* (?:take|takes|use|uses|inject|injects|(?:am|is|are) on|have been on|started|start) (?:it|that|them|one)\b(?! (?:once|years|before|back|when i))/;
/** In clauses: how soon after a claim it is taken back. */
const reach = 3;
/** Before a fragment that stands for what was meant: `No, it's apixaban`, `the right one`. */
const opening =
  /^(?:(?:no|nope|well|oh|um|actually|sorry|i think|i mean|it's|it is|it was|that's|that is|that was|the|my|a|an|in my|in the)\b ?|, ?)+/;
const longestFragment = 3;
const openWords =
  /\b(?:and|also|too|both|all|every\w*|sometimes|i|you|he|she|we|they|what|okay|yes|yeah|right|correct)\b/;
const proposes =
  /\b(?:will|would|could|should|can|going|gonna|want|like|let|let's|recommend|suggest|if|start|need|order|refer|\w+'ll)\b/;
const sides = /\b(?:left|right)\b/g;

export const englishLastWords = {
  ...{ retracts, denies: deniesTaking, affirms, opening, openWords, proposes },
  isOver: /\b(?:have|has)(?:n't| not)\b.*\b(?:in|for|since)\b/,
  you: /\b(?:you|your|you're|you've)\b/,
  others: /\b(?:i|we|i'm|there|there's|i've|we're)\b/,
  // `Oh no` regrets, and `no, yeah, I do` agrees.
  isNoDenial: /^(?:, )?oh (?:, )?no\b|\b(?:yes|yeah|just|want|need|like|know|think)\b/,
  plainDenial: /\b(?:never|not|none|\w+n't)\b/,
};

type Mentions = readonly (readonly Mention[])[];

/**
 * Reads what became of a claim by the words after it. Who is spoken to denies it, or names something else in its place;
 * who said it takes it back, or says what is done with a medicine. What is only unclear is possible.
 */
export function withLastWords(clauses: readonly Clause[], mentions: Mentions, readings: readonly Reading[]): Reading[] {
  return readings.flatMap((reading): Reading[] => {
    const clause = clauses[reading.clause];
    const corrected = claimed.has(reading.assertion) ? correctedBy(clauses, reading) : [];
    if (corrected.length > 0) return [told(clauses, reading, corrected)];
    const isOpen = reading.assertion === 'possible' && reading.mention.term.kind === 'safety';
    const contested =
      contests.has(reading.assertion) || isOpen
        ? contestedBy(clauses, answeredIn(clauses, reading), clause?.speaker ?? null)
        : [];
    if (contested.length > 0) return [told(clauses, reading, [...(reading.answer ?? []), ...contested])];
    const retracted = retractedBy(clauses, mentions, reading);
    if (retracted.length > 0) return [told(clauses, reading, retracted)];
    const reply = reading.assertion === 'absent' ? shortReplyTo(clauses, reading.clause) : undefined;
    if (reply !== undefined && disagrees.test(reply.text))
      return [
        told(
          clauses,
          reading,
          reply.turn.map((_, index) => reply.from + index),
        ),
      ];
    const challenged = reading.assertion === 'absent' ? challengedBy(clauses, reading) : [];
    if (challenged.length > 0) return [told(clauses, reading, challenged)];
    if (reading.assertion === 'family' && isOfSpeakerToo(clauses, reading))
      return [reading, told(clauses, reading, [])];
    const recounted = clause === undefined ? undefined : replyToRecounted(clauses, reading, clause);
    if (recounted !== undefined) return [told(clauses, reading, recounted)];
    const taken = reading.assertion === 'absent' ? takenBack(clauses, reading.clause) : [];
    if (taken.length > 0) return [told(clauses, reading, taken)];
    if (clause === undefined || !isOpenTo(reading)) return [reading];
    const by = clause.language.lastWords;
    const later = ownWords(clauses, mentions, reading);
    if (later.some((text) => by.retracts.test(text))) return [{ ...reading, assertion: 'absent' }];
    const own = reading.mention.term.kind === 'medication' ? takenLater(reading, later, by) : reading;
    return clause.role === 'patient' || own.assertion === 'absent' ? [own] : replied(clauses, mentions, own);
  });
}

/** What is said to `You hear voices that tell you to hurt people`, unless it plainly agrees: `Not people. Myself.` */
function replyToRecounted(clauses: readonly Clause[], { clause: at, mention }: Reading, own: Clause) {
  if (mention.term.kind !== 'safety' || own.role !== 'clinician' || own.isQuestion) return undefined;
  // `If you pass out again, go to the hospital.` recounts nothing.
  if (forLater.test(textOf(own.tokens))) return undefined;
  if (!own.language.lastWords.you.test(textOf(own.tokens))) return undefined;
  const reply = shortReplyTo(clauses, at, longestOfHarm);
  const isYes =
    own.language.replyKind(reply?.text ?? '') === 'yes' && (reply?.text ?? '').split(' ').length <= longestYes;
  return reply === undefined || isYes || isAssent(reply.text)
    ? undefined
    : reply.turn.map((_, index) => reply.from + index);
}

const forLater = /^(?:(?:and|so|but|now|then|okay|,) )*(?:if|when|whenever|should|in case|unless)\b/;
/** In words: of harm more is heard. */
const [longestOfHarm, longestYes] = [20, 5] as const;

/** The clause in which something is claimed: of a question, its answer. */
function answeredIn(clauses: readonly Clause[], { clause, answer }: Reading): number {
  return clauses[clause]?.isQuestion === true ? (answer?.at(-1) ?? clause) : clause;
}

const contests: ReadonlySet<ReadAssertion> = new Set(['present', 'absent', 'historical']);

/** What somebody says after a denial of harm that the asker does not believe: `No. – The nurse said otherwise. – Okay, Tuesday.` */
function challengedBy(clauses: readonly Clause[], { clause: at, mention, answer }: Reading): number[] {
  const [own, end] = [clauses[at], clauses[answer?.at(-1) ?? -1]];
  if (mention.term.kind !== 'safety' || own?.isQuestion !== true || end === undefined) return [];
  const [doubt, reply] = [1, 2].map((after) => placesOfTurn(clauses, end.turn + after));
  const said = (places: readonly number[] = []) =>
    places.map((place) => textOf(clauses[place]?.tokens ?? [])).join(' ');
  const isDoubt = clauses[doubt?.[0] ?? -1]?.speaker === own.speaker && doubts.test(said(doubt));
  const isPlain = deniesPlainly([said(reply)], said(doubt)) || isAssent(said(reply));
  return isDoubt && reply !== undefined && reply.length > 0 && !isPlain
    ? [...(answer ?? []), ...(doubt ?? []), ...reply]
    : [];
}

const doubts =
  /\b(?:said|says|told|tells|wrote|writes|found|chart|note|nurse|husband|wife|mother|mom|mum|father|dad|son|daughter|sister|brother|friend|teacher|otherwise|sure|really|honest\w*|but|worried|looks?|see)\b/;

/** Whether what a relative has holds of who speaks too: `My mother is allergic to penicillin, and so am I.` */
function isOfSpeakerToo(clauses: readonly Clause[], { clause: at, mention }: Reading): boolean {
  const own = clauses[at];
  const [rest = own, ...more] = clauses
    .slice(at, at + longestCorrection)
    .filter(({ turn, sentence }) => turn === own?.turn && sentence === own.sentence);
  const after = [...(rest?.tokens.slice(mention.to) ?? []), ...more.flatMap(({ tokens }) => tokens)];
  return holdsOfSpeaker.test(textOf(after));
}

/** A claim that only its words and the reply to it tell. */
function told(clauses: readonly Clause[], reading: Reading, answer: readonly number[]): Reading {
  const passages = [...reading.passages, ...answer.flatMap((at) => clauses[at]?.passages ?? [])];
  return { ...reading, assertion: 'possible', isQuoted: true, answer, passages: [...new Set(passages)] };
}

/** In words, and so in clauses: who says more than this speaks of something else. */
const longestCorrection = 8;

/**
 * The reply that names the other side of what is said, or another number, whoever gives it: `Your left knee is swollen. –
 * It's the right one.`, `You're on lisinopril 10. – Twenty, since June.` Neither is stated then, only what both said.
 */
function correctedBy(clauses: readonly Clause[], { clause: at, mention }: Reading): number[] {
  const { kind } = mention.term;
  const reply = shortReplyTo(clauses, at);
  if (reply === undefined) return [];
  const { between, turn, text, from } = reply;
  // What is repeated counts.
  const repeated = numbersIn(clausesOfTurn(clauses, (turn[0]?.turn ?? 0) + 1).slice(0, longestCorrection));
  const number = otherNumberIn(reply);
  const isNew = number !== undefined && (kind !== 'medication' || !repeated.includes(number));
  const isOther = namesOtherSide(reply.own, between, turn, text) || isNew;
  return isOther ? turn.map((_, index) => from + index) : [];
}

/** What another speaker says at once to a clause, if it is short; undefined for a question. */
function shortReplyTo(clauses: readonly Clause[], at: number, longest = longestCorrection) {
  const own = clauses[at];
  const last = placesOfTurn(clauses, own?.turn ?? 0).at(-1) ?? at;
  const from = last + 1;
  const first = clauses[from];
  if (last - at > longestCorrection) return undefined;
  if (own === undefined || own.isQuestion || first === undefined || first.speaker === own.speaker) return undefined;
  const turn = clausesOfTurn(clauses, first.turn);
  if (turn.length > longest) return undefined;
  const text = turn.map(({ tokens }) => textOf(tokens)).join(' ');
  if (text.split(' ').length > longest || turn.some(({ isQuestion }) => isQuestion)) return undefined;
  return { own, between: clauses.slice(at + 1, from), turn, text, from };
}

/** Whether somebody answers a clause by another number in place of its own: `The pain is a four. – More like a seven.` */
export function isOtherNumberNamed(clauses: readonly Clause[], at: number): boolean {
  const reply = shortReplyTo(clauses, at);
  return reply !== undefined && otherNumberIn(reply) !== undefined;
}

function namesOtherSide(own: Clause, between: readonly Clause[], turn: readonly Clause[], text: string): boolean {
  const [side, ...more] = sidesIn(textOf(own.tokens));
  if (side === undefined || more.length > 0 || between.some(({ tokens }) => sidesIn(textOf(tokens)).length > 0))
    return false;
  const named = new Set(turn.flatMap(({ tokens }) => sidesIn(textOf(tokens))));
  const isOther = named.size === 0 ? theOther.test(text) : named.size === 1 && !named.has(side);
  return isOther && !goesOn.test(text);
}

/** The number with which a reply begins, where the speaker before had said another of its sort. */
function otherNumberIn({ own, between, text }: NonNullable<ReturnType<typeof shortReplyTo>>): string | undefined {
  const said = numbersIn([own, ...between]);
  const named = inPlace.exec(text)?.[1];
  const isOfSort = (number: string) => /\d/.test(number) === /\d/.test(named ?? '');
  return said.some(isOfSort) && !said.includes(named ?? '') ? named : undefined;
}

const numbersIn = (clauses: readonly Clause[]) =>
  clauses.flatMap(({ tokens }) => textOf(tokens).match(anyNumber) ?? []);
const anyNumber = /\d+(?:\.\d+)?|\b(?:once|twice|thrice)\b/g;
/** `No, it's 25`, `more like a 7`, `20 , since june`; not `2 weeks ago`, `10 years`. */
const inPlace =
  /^(?:(?:no|nope|nah|well|oh|um|uh|sorry|actually|now|i think|i mean|more like|closer to|make (?:it|that)|it's|it is|it was|they're|that's|i was told|they (?:said|told me)|i take|i'm on|up to|down to|(?:it|the \w+|here it) (?:says|has)|i (?:have|see)|nein|eher|jetzt|es sind|ich nehme|an?|about|around|,) ?)*(\d+(?:\.\d+)?|once|twice|thrice)(?! (?:(?:years?|months?|weeks?|days?|hours?|minutes?|times?|a day|per day|daily|tablets?|pills?|every|jahren?|monaten?|wochen?|tagen?|stunden?|mal)\b|o'clock|%))/;

const theOther =
  /(?<!\p{L})(?:other|opposite|ander\p{L}*) (?:one|side|hand|arm|leg|foot|knee|hip|shoulder|eye|ear|wrist|ankle|elbow|seite|bein|arm|fuß|auge|ohr)(?!\p{L})|\bwrong side\b|\bfalsche seite/u;
const goesOn = /(?<!\p{L})(?:and|too|also|as well|both|und|auch|beide\p{L}*)(?!\p{L})/u;

const claimed: ReadonlySet<ReadAssertion> = new Set(['present', 'historical', 'possible', 'declined']);
const personal = new Set(['medication', 'allergy', 'problem', 'symptom', 'safety', 'procedure', 'history', 'order']);

function isOpenTo({ assertion, mention, isUnanswered }: Reading): boolean {
  return claimed.has(assertion) && personal.has(mention.term.kind) && isUnanswered !== true;
}

/** What the speaker goes on to say, until another thing of its sort is named. */
function ownWords(clauses: readonly Clause[], mentions: Mentions, { clause: at, mention }: Reading): string[] {
  const own = clauses[at];
  const after = clauses.slice(at + 1, at + 1 + reach);
  const end = after.findIndex(
    ({ turn, isQuestion }, index) =>
      turn !== own?.turn ||
      isQuestion ||
      mentions[at + 1 + index]?.some(({ term }) => term.kind === mention.term.kind && mention.term.kind !== 'symptom'),
  );
  const others = (mentions[at] ?? []).some(({ from, term }) => from >= mention.to && term.kind === mention.term.kind);
  if (others) return [];
  const rest = textOf(own?.tokens.slice(mention.to) ?? []).split(/ (?:,|but|and) /);
  return [...rest.slice(1), ...(end === -1 ? after : after.slice(0, end)).map(({ tokens }) => textOf(tokens))];
}

function takenLater(
  reading: Reading,
  later: readonly string[],
  { denies, affirms, isOver }: typeof englishLastWords,
): Reading {
  if (reading.assertion === 'historical') return reading;
  const last = later.findLast((text) => denies.test(text) || affirms.test(text));
  if (last === undefined) return reading;
  return { ...reading, assertion: !denies.test(last) ? 'present' : isOver.test(last) ? 'historical' : 'possible' };
}

/** A claim of the listener, as the listener's reply leaves it. */
function replied(clauses: readonly Clause[], mentions: Mentions, reading: Reading): Reading[] {
  const { clause: at, mention, assertion } = reading;
  const own = clauses[at];
  if (own === undefined || assertion === 'declined' || !isOfListener(own, mention)) return [reading];
  const { retracts, affirms, isNoDenial, plainDenial } = own.language.lastWords;
  let [first, next] = [at, at + 1];
  while (clauses[first - 1]?.turn === own.turn) first -= 1;
  while (clauses[next]?.turn === own.turn) next += 1;
  const reply = clauses[next];
  if (reply === undefined || reply.speaker === own.speaker || reply.role === 'clinician') return [reading];
  // What the reply answers is a question, if there is one.
  const isLast = clauses
    .slice(first, next)
    .every(
      ({ isQuestion }, index) =>
        first + index === at || (!isQuestion && (first + index < at || !mentions[first + index]?.length)),
    );
  if (!isLast) return [reading];
  const { kind, clauses: answer = [next] } = answerTo(clauses, next - 1) ?? {};
  const said = answer.map((index) => textOf(clauses[index]?.tokens ?? [])).join(' ');
  const passages = [...new Set([...reading.passages, ...reply.passages])];
  const fragment = meantInstead(clauses, mentions, next, mention, kind === 'no');
  if (fragment !== undefined) {
    if (mention.term.kind === 'safety') return [{ ...reading, assertion: 'possible', answer, passages }];
    return fragment === 'surely' ? [] : [{ ...reading, assertion: 'possible' }];
  }
  if (own.isQuestion && (mention.term.kind !== 'medication' || !elliptic.test(textOf(own.tokens)))) return [reading];
  // `You're on metoprolol 50. – No, 25.` denies the dose, and not the medicine.
  if (mention.term.kind === 'medication' && kind === 'no' && /\d/.test(said) && /\d/.test(textOf(own.tokens)))
    return [{ ...reading, assertion: 'possible', isQuoted: true, answer, passages }];
  if (retracts.test(said)) return [{ ...reading, assertion: 'absent', passages }];
  // `You're on the letrozole. – Supposed to be.`
  const isHedged =
    mention.term.kind === 'medication' &&
    assertion === 'present' &&
    !own.isQuestion &&
    /^(?:other|maybe|detail|unclear)$/.test(kind ?? '') &&
    said.split(' ').length <= longestCorrection &&
    answer.every((index) => mentions[index]?.length === 0) &&
    !isAssent(said) &&
    !howOften.test(said);
  if (isHedged) return [{ ...reading, assertion: 'possible', isQuoted: true, answer, passages }];
  if (kind !== 'no' || assertion !== 'present' || affirms.test(said) || isNoDenial.test(said)) return [reading];
  const isPlain = said.split(' ').length <= 3 || plainDenial.test(said);
  return [{ ...reading, assertion: isPlain && !own.isQuestion ? 'absent' : 'possible', passages }];
}

const disagrees =
  /^(?:(?:well|um|uh|oh|,) )*(?:not (?:exactly|really|quite|true|any ?more|always)|i wouldn't (?:say|call)|i(?:'m| am) not so sure|that's not|it isn't|it's not)\b/;
const howOften =
  /\b(?:da(?:y|ily)|mornings?|nights?|evenings?|once|twice|week\w*|months?|years?|bed|breakfast|lunch|dinner|\d+)\b/;

/** `What about the methotrexate?` asks whether it is taken. */
const elliptic =
  /^(?:(?:and|so|okay|,) )*(?:what about|how about|how (?:is|are|was)|the|your|did you (?:ever )?(?:start|pick|fill|try|get|take))\b/;

/** `You have asthma`, `your pacemaker`, `allergic to naltrexone`: said of who listens, and nothing that is proposed. */
function isOfListener({ tokens, isQuestion, language }: Clause, { from, term }: Mention): boolean {
  const { proposes, you, others } = language.lastWords;
  const text = textOf(tokens);
  if (proposes.test(text)) return false;
  if (you.test(textOf(tokens.slice(0, from)))) return true;
  return ofRecord.test(text) || (!others.test(text) && (term.kind === 'allergy' || isQuestion));
}

/** `The chart says a hysterectomy` */
const ofRecord = /\b(?:chart|records?|notes?|file|list|it|letter|pharmacy) (?:says?|shows?|has|have|lists?)\b/;

/** Whether a short reply names something else of its sort, which the other repeats or a `no` opens. */
function meantInstead(
  clauses: readonly Clause[],
  mentions: Mentions,
  at: number,
  mention: Mention,
  isDenied: boolean,
): 'surely' | 'perhaps' | undefined {
  const reply = clauses[at];
  const turn = reply?.turn ?? 0;
  if (reply === undefined || reply.isQuestion || (clauses[at + 1]?.turn === turn && !isDenied)) return undefined;
  const { opening, openWords } = reply.language.lastWords;
  const whole = textOf(reply.tokens);
  const words = whole.replace(opening, '').replace(/(?: ,)? (?:actually|one|sorry|now)$/, '');
  if (words === '' || words.split(' ').length > longestFragment || openWords.test(words.replace(sides, '')))
    return undefined;
  const named = (mentions[at] ?? []).filter(({ term }) => term.kind === mention.term.kind);
  const isOther = named.length === 1 && named[0]?.term.name !== mention.term.name;
  const echo = clausesOfTurn(clauses, turn + 1).slice(0, 2);
  const isRepeated = ` ${echo.map(({ tokens }) => textOf(tokens)).join(' ')} `.includes(` ${words.split(' ').at(-1)}`);
  const isSame = mention.said.includes(words);
  if (isOther) return isDenied || isRepeated ? 'surely' : 'perhaps';
  const isNoun =
    /^[a-z0-9 -]+$/.test(words) &&
    !/\b(?:\d+|once|twice|daily|weekly|for|in|at|on|since|from|with|when|after)\b/.test(words);
  return named.length === 0 && isRepeated && isNoun && !isSame ? 'surely' : undefined;
}
