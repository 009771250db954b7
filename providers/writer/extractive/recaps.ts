import type { Fact, FactKind } from 'chronoscribe/kinds/grounding';
import { numbersToDigits } from 'chronoscribe/language';
import { denies, isPlainAnswer, isSmallTalk } from 'chronoscribe/reading';
import { namedIn } from './fact-coverage.ts';
import { exchangeOf, type Sentence, wordCount } from './sentences.ts';
import { concludes, isDirection, speechAct } from './speech-acts.ts';

const lead =
  /^(?:(?:so|and|but|okay|ok|well|now|because|since|right|yeah|no|just|then|fine|good|great|for [^,]{1,30})[.,]?\s+)*/i
    .source;
/** It begins with who is spoken to or of, what was heard, or a summary; or it asks without a mark. */
const ofListener = new RegExp(
  [
    `${lead}(?:you|your)(?:'\\p{L}+)?\\b|${lead}(?:he|she)(?:'s|'d| has| is| had| was)\\b`,
    `${lead}(?:(?:i|they|the \\p{L}+|\\p{L}+) (?:know|see|understand|hear|heard|read|gather|remember|noticed?|saw|have|says?|said|told|tells|thinks?|wrote)|they(?:'ve|'re)?)\\b.*\\byour?\\b`,
    `${lead}(?:just )?to (?:recap|sum up|summari[sz]e|go over)\\b`,
    `^[^.?!]*, (?:and |that |but )?you(?:'re|'ve| have| are)\\b`,
    '^[^.?!,]*\\b(?:have|has|had|are|were|was|is|do|does|did|any|how|what|when|where)\\b[^.?!,]*\\byour?\\b',
  ].join('|'),
  'iu',
);
/** `So the left knee.`, `No fevers then.`, `The pain's gone.`: short, and of nobody else. */
const short = /^(?:(?:so|and|okay|but|then),? )?(?:so|no|the|and)\b(?:[^\p{L}.?!]+[\p{L}\p{N}'’-]+){1,6}\.$/iu;
/** In words: a reply to what is short. */
const longestToShort = 8;
/** What somebody did is no plan. */
const past = new RegExp(
  `${lead}(?:i (?:see|know|hear|understand) (?:that )?)?you(?:'ve| have|'d)? (?:\\p{L}+ed|came|come|went|gone|took|taken|had|were|got|began|felt|told|said)\\b`,
  'iu',
);
/** Who answers so takes note, or promises. */
const takesNote =
  /^(?:\W|um|uh|oh|and|so)*(?:(?:that|it|this)(?:'s| is| all| would be|'ll be| sounds?| makes?)+ (?:all )?(?:sounds? )?(?:a relief|good|great|fine|awesome|perfect|okay|ok|alright|all right|sense|interesting|helpful|reassuring)|sounds? (?:good|great|fine|okay)|i(?:'ll| will) (?:give (?:it|that)|try|call|make sure|do (?:it|that)|think about))\b/i;
const agrees =
  /^(?:\W|um|uh|oh|and|so)*(?:yes|yeah|yep|yup|right(?=[^\p{L}]*$|[,.!])|correct|exactly|true|mm|uh-huh|that's (?:right|it|correct|true))(?!\p{L})/iu;
/** After a yes, these may take a part of it back: `Yeah, most days.` */
const narrowing =
  /\b(?:no|not|\p{L}+n't|actually|only|more|less|longer|shorter|but|most|mostly|mainly|sometimes|usually|used|except|apart|until)\b/iu;
/** What a clinician has found, and does not ask to have confirmed. */
const found: ReadonlySet<FactKind> = new Set(['vital', 'result', 'finding', 'score']);
/** In words, of each of the two. What is said at length after a medicine is named may be of something else. */
const [longest, longestOfMedicine] = [30, 12] as const;

/**
 * Puts what a clinician takes to be so of the patient together with a reply that does not plainly agree: the reply may
 * correct it, in words that no list has, and then neither is told without the other.
 *
 * @example `You mentioned it started three days ago. – Four days ago.`
 */
export function withReplies(sentences: readonly Sentence[], facts: readonly Fact[]): readonly Sentence[] {
  const findings = facts.filter(({ kind }) => found.has(kind));
  const medicines = facts.filter(({ kind }) => kind === 'medication');
  const recounted = new Set(sentences.filter((each) => isRecap(each, findings)));
  const told: Sentence[] = [];
  let next = 0;
  for (const [at, sentence] of sentences.entries()) {
    if (at < next) continue;
    // `Is that right? – I had some on Sunday.`
    const last = told.at(-1);
    const isChecked = last?.isQuestion === true && checks.test(last.text);
    const recaps = recapsAtEnd(told.slice(-mostRecounted - 1, isChecked ? -1 : undefined), recounted);
    const reply = replyAt(sentences, at, recaps.at(-1), longestReplyTo(recaps, medicines));
    const contest = contestOf(sentences, at);
    if (contest !== undefined) {
      told.push(exchange([sentence], [contest.reply]));
      next = at + 1 + contest.length;
    } else if (recounted.has(sentence))
      told.push(answeredLater(sentence, sentences.slice(at + 1, at + 1 + reach)) ?? sentence);
    else if (reply !== undefined) {
      const asked = sentence.asked === null && !isChecked ? recaps.slice(-1) : recaps;
      told.splice(-asked.length - (isChecked ? 1 : 0));
      told.push(exchange(asked, reply));
      next = at + reply.length;
    } else told.push(sentence);
  }
  return told;
}

/**
 * What is said against a sentence in the next turn, and conceded in the one after it: `Every four hours. – Isn't it six? – Six,
 * you're right.` Then only all of it tells what holds.
 */
function contestOf(sentences: readonly Sentence[], at: number): { reply: Sentence; length: number } | undefined {
  const own = sentences[at];
  const after = sentences.slice(at + 1, at + 1 + reach);
  const [first] = after;
  if (own === undefined || own.asked !== null || own.isQuestion || own.role === null || first === undefined)
    return undefined;
  const isPaired = first.asked !== null && first.turn === own.turn + 2;
  const contest = isPaired ? [] : after.filter(({ turn, asked }) => turn === own.turn + 1 && asked === null);
  const concession = isPaired ? [first] : after.filter(({ turn }) => turn === own.turn + 2).slice(0, mostConceded);
  const said = [...contest.map(({ text }) => text), ...(isPaired ? [first.asked?.question] : [])].join(' ');
  const conceded = concession.map(({ text, asked }) => asked?.answer ?? text).join(' ');
  const [next, ...rest] = [...contest, ...concession];
  if (next === undefined || said === '' || conceded === '' || wordCount(said) > longestContest) return undefined;
  // `I take forty. – I have twenty here. – Yes, twenty.`
  const isOther = digitsIn(said).some((number) => !digitsIn(own.text).includes(number));
  const isAgreed = isOther && digitsIn(own.text).length > 0 && /^(?:yes|yeah|yep|right|true|correct)\b/i.test(conceded);
  if (!isAgreed && !(concedes.test(conceded) && contests.test(said))) return undefined;
  const evidence = [...new Set([next, ...rest].flatMap((each) => each.evidence))];
  const words = [next, ...rest].flatMap((each) => each.words);
  return { reply: { ...next, asked: null, text: `${said} – ${conceded}`, evidence, words }, length: 1 + rest.length };
}

const digitsIn = (text: string): readonly string[] => numbersToDigits(text).match(/\d[\d.]*/g) ?? [];

/** In words, and in sentences. */
const [longestContest, mostConceded] = [14, 2] as const;
const contests =
  /\d|\b(?:isn't|wasn't|aren't|not|thought|says|have \S+ here|written|last|one|two|three|four|five|six|seven|eight|nine|ten|\p{L}+ty|hundred)\b/iu;
const concedes =
  /^(?:(?:oh|ah|um|uh|yes|yeah|no)[ ,.]+)*(?:\S+, )?(?:you(?:'re| are) (?:absolutely |quite )?right|that's (?:right|my mistake)|my (?:mistake|bad)|sorry\b|i stand corrected|so it is|good (?:point|catch))|^oh,? (?:yes|yeah|right)\b/i;

function longestReplyTo(recaps: readonly Sentence[], medicines: readonly Fact[]): number {
  if (recaps.some(({ text }) => !ofListener.test(text))) return longestToShort;
  return recaps.some((each) => isNamedIn(each, medicines)) ? longestOfMedicine : longest;
}

/** In sentences: how much `Is that right?` asks about. */
const mostRecounted = 3;
/** In sentences: how soon a reply comes, though its question stands between. */
const reach = 12;

function recapsAtEnd(told: readonly Sentence[], recounted: ReadonlySet<Sentence>): readonly Sentence[] {
  const last = told.slice(-mostRecounted);
  const end = last.findLastIndex((each) => !recounted.has(each) || each.turn !== last.at(-1)?.turn);
  return last.slice(end + 1);
}

/** The sentences of a reply that does not plainly agree; those that begin it, and what is short. */
function replyAt(
  sentences: readonly Sentence[],
  at: number,
  recap: Sentence | undefined,
  most: number,
): readonly [Sentence, ...Sentence[]] | undefined {
  const first = sentences[at];
  if (first === undefined || recap === undefined || first.turn !== recap.turn + 1) return undefined;
  if (first.asked !== null)
    return checks.test(first.asked.question) && isOther(first.asked.answer) ? [first] : undefined;
  const rest = sentences.slice(at + 1, at + 1 + reach);
  const end = rest.findIndex(
    ({ turn, asked, isQuestion, text }) =>
      turn !== first.turn || asked !== null || isQuestion || wordCount(text) > longestEcho,
  );
  const [next] = rest;
  // `Have they? I'm still taking it.`
  if (first.isQuestion)
    return wordCount(first.text) <= longestEcho && next !== undefined && isReply(next, recap, most)
      ? [first, next]
      : undefined;
  return isReply(first, recap, most) ? [first, ...rest.slice(0, end === -1 ? rest.length : end)] : undefined;
}

/** In words. */
const longestEcho = 4;
const checks =
  /^(?:(?:and|so|okay),? )?(?:is (?:that|it|this) (?:right|correct|fair|so|true|accurate|still the case)|(?:have i|did i) (?:got|get|understand|hear) (?:that|it|all that|you)(?: right| correctly)?|right|correct|yes|yeah|does that sound right|am i right)\b[^\p{L}]*$/iu;

/** It stands where the recap does. */
function exchange(recaps: readonly Sentence[], reply: readonly [Sentence, ...Sentence[]]): Sentence {
  const position = recaps[0]?.position ?? reply[0].position;
  return { ...exchangeOf(recaps, reply, { isQuoted: true }), position };
}

const counts = /\d|\b(?:day|week|month|year|hour)s?\b/i;
const narrows = /\b(?:no|not)\b.*\b(?:just|only|actually)\b/is;

/**
 * A number, a time or an extent to which the next turn says another, though the speaker goes on before:
 * `You've had it for three days. Does it burn? – Just under a week, actually.`
 */
function answeredLater(recap: Sentence, after: readonly Sentence[]): Sentence | undefined {
  const own = numbersToDigits(recap.text);
  const [next] = after;
  if (!counts.test(own) || next === undefined || (next.turn !== recap.turn && next.asked === null)) return undefined;
  const end = after.findIndex(({ turn }) => turn > recap.turn + 1);
  const [first, ...more] = after
    .slice(0, end === -1 ? after.length : end)
    .filter(({ turn }) => turn === recap.turn + 1);
  if (first === undefined) return undefined;
  const reply = [first, ...more] as const;
  const said = numbersToDigits(reply.map(({ text, asked }) => asked?.answer ?? text).join(' '));
  const isOther = (said.match(/\d+/g) ?? []).some((number) => !own.includes(number));
  const isCounted = (counts.test(said) && (isOther || narrowing.test(said))) || narrows.test(said);
  if (!isCounted || wordCount(said) > longest) return undefined;
  // What was asked in between may be what the reply is to.
  const between = after.slice(0, end === -1 ? after.length : end).filter(({ turn }) => turn === recap.turn);
  const question = first.asked === null ? [] : [{ ...first, text: first.asked.question, asked: null }];
  return exchange([recap, ...between, ...question], reply);
}

function isRecap({ role, asked, isQuestion, text, evidence }: Sentence, findings: readonly Fact[]): boolean {
  if (role !== 'clinician' || asked !== null || isQuestion || wordCount(text) > longest) return false;
  if (
    !(ofListener.test(text) || short.test(text)) ||
    (speechAct(text) !== null && !past.test(text)) ||
    concludes.test(text) ||
    isDirection(text)
  )
    return false;
  return !isSmallTalk(text) && !isNamedIn({ text, evidence }, findings);
}

function isReply({ role, asked, isQuestion, text, turn }: Sentence, before: Sentence, most: number): boolean {
  if ((role !== 'patient' && role !== 'other') || asked !== null || isQuestion || turn !== before.turn + 1)
    return false;
  // `No fevers. – No.`
  const isAgreed = denies.test(before.text) && isPlainAnswer(text);
  return !isAgreed && wordCount(text) <= most && isOther(text);
}

function isOther(reply: string): boolean {
  return (!agrees.test(reply) || narrowing.test(reply)) && !takesNote.test(reply) && !isSmallTalk(reply);
}

function isNamedIn({ text, evidence }: Pick<Sentence, 'text' | 'evidence'>, facts: readonly Fact[]): boolean {
  return facts.some((fact) => fact.evidence.some((id) => evidence.includes(id)) && namedIn(text, fact));
}
