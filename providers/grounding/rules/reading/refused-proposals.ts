import { contentWords } from 'chronoscribe/language';
import type { Clause } from './clauses.ts';
import { textOf } from './mentions.ts';
import type { Reading } from './reading.ts';

/** Number of clauses after a proposal in which the same speaker may take it back, and another refuse it. */
export const reach = 3;

/** `I don't like pills, but okay` */
const concession = /\bbut (?:okay|ok|fine|sure|alright|all right)\b/;
/** What the clinician takes back. */
/** `Hold off for now`; `hold off on medication` is said of that. */
const holdOff = 'hold off(?! (?:on|with) (?!(?:it|that|this|those|these|them|one|doing)\\b))';
export const cancels = new RegExp(
  `\\b(?:${[
    `(?:we|i)(?:'ll| will)? ?(?:won't|will not|not (?:going to|gonna)|don't need to|can skip|skip|${holdOff}|leave)\\b.*\\b(?:it|that|one|those|them)`,
    `(?:we|i) (?:won't|will not)$|let's (?:not|${holdOff}|skip|forget|leave (?:it|that))|^(?:(?:okay|then|well|fine|,) )*(?:skip|leave|drop) (?:it|that)`,
    `scratch that|never ?mind|forget (?:it|that)|${holdOff}|not (?:today|now|yet) (?:though|then)|on second thought`,
  ].join('|')})\\b`,
);

/** The passages of the refusal in the next turn; undefined if there is none, or it is taken back. */
export function refusalOf(
  turns: ReadonlyMap<number, readonly Clause[]>,
  turn: number,
  speaker: string | null,
  name: string,
): readonly number[] | undefined {
  const reply = turns.get(turn + 1)?.slice(0, reach) ?? [];
  const [first] = reply;
  if (first === undefined || first.speaker === speaker) return undefined;
  const { refuses, answers, accepts } = first.language.decisions;
  const said = saidIn(reply);
  if (first.isQuestion && !/^(?:,|can|could|do) (?:we|i) (?:wait|hold|skip|have to|not)\b/.test(said)) return undefined;
  const isRefused =
    refuses.test(said) || deniesName(said, name) || reply.slice(1).some(({ tokens }) => textOf(tokens) === 'no');
  if (!isRefused || answers.test(said) || concession.test(said)) return undefined;
  const later = turns.get(turn + 3)?.[0];
  const isPersuaded =
    later?.speaker === first.speaker && accepts.test(textOf(later.tokens)) && !concedes(turns.get(turn + 2) ?? []);
  return isPersuaded ? undefined : first.passages;
}

/** Whether a refusal names what the proposal does not, or more was proposed after it: either may be meant. */
export function refusesElse(
  turn: readonly Clause[],
  own: Clause,
  said: string,
  { mention }: Reading,
  isProposed: (clause: Clause) => boolean,
): boolean {
  const { term } = mention;
  const object = refusedObject.exec(said)?.[1];
  if (object !== undefined) {
    if ((term.kind === 'medication' ? pills : /inject|shot|vaccin/.test(term.name) ? needles : never).test(object))
      return false;
    const words = contentWords(object);
    // `A mammogram and a colonoscopy. – I'm not doing that colonoscopy.`
    const named = new Set(contentWords(`${term.name} ${mention.said}`));
    return words.length > 0 && !words.some((word) => named.has(word));
  }
  const at = turn.indexOf(own);
  return turn.some(
    (later, index) => (later.sentence > own.sentence || index > at + mostOfSentence) && isProposed(later),
  );
}

/** Speech without marks is one sentence. */
export function isRunOn(turn: readonly Clause[], own: Clause): boolean {
  return sentenceOf(turn, own).length > mostOfSentence;
}

function sentenceOf(turn: readonly Clause[], own: Clause): readonly Clause[] {
  return turn.filter(({ sentence }) => sentence === own.sentence);
}

/** In clauses. */
const mostOfSentence = 4;

const pills = /^(?:pills?|tablets?|drugs?|medicines?|medications?|meds)\b/;
const needles = /^(?:needles?|shots?|jabs?|injections?)\b/;
const never = /(?!)/;
const refusedObject =
  /\b(?:(?:don't|do not|really|rather|never) (?:want|like|fancy|need)|(?:rather|prefer) (?:not|to (?:avoid|skip))|not (?:having|doing|taking|going|(?:really |very |so |that )?(?:keen|happy|comfortable|sure) (?:on|about|with))|can't (?:do|afford)|decided against|(?:won't|will not|not) (?:do|have|take|be)) (?:(?:to|any|the|an?|more|my|another|have|having|take|taking|go|going|be|get|do|doing|on|for|in|with|really|all|that many|so many) )*([^.]*)/;

/** `No shots`, said to the offer of a cortisone shot. */
function deniesName(said: string, name: string): boolean {
  const denied = /^(?:(?:well|oh|,) )*(?:no|kein\w*) (?:more )?([\p{L}-]{3,}?)(?:e?s)?$/u.exec(said)?.[1];
  return denied !== undefined && name.includes(denied);
}

/** `Okay, we won't.` */
function concedes(reply: readonly Clause[]): boolean {
  const said = saidIn(reply);
  return (
    cancels.test(said) ||
    /^(?:okay|ok|fine|alright|all right|sure|no problem|that's fine|understood|i understand)(?: (?:,|then|we|i|that's|no) ?|$)/.test(
      said,
    )
  );
}

/** The words of clauses. */
export function saidIn(clauses: readonly Clause[]): string {
  return clauses.map(({ tokens }) => textOf(tokens)).join(' ');
}
