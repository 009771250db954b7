import { affirmsByVerb, namesOtherNumber } from '../dialogue/contests.ts';
import { denies, deniesPlainly, staysWith } from '../dialogue/plain-denials.ts';
import { isSmallTalk } from '../dialogue/small-talk.ts';
import { type Clause, placesOfTurn } from '../reading/clauses.ts';
import { mentionsIn, textOf } from '../reading/mentions.ts';

/** In words: who says more than this asks for something else. */
const longestDoubt = 6;
const asksAnew =
  /(?<!\p{L})(?:what|how|when|where|who|which|why|was|wie|wann|wo|wer|welche\p{L}*|warum|wieso)(?!\p{L})/u;

/** The next thing that is asked of everybody: `Are you taking any medications?` */
const asksOfHistory =
  /\b(?:medic(?:ines?|ations?|al)|meds|tablets|pills|surger(?:y|ies)|operations?|family|histor(?:y|ies)|smok\w*|drink\w*|alcohol|conditions|illnesses|work|job|tak(?:e|ing)|on any\w*)\b|(?<!\p{L})(?:medikament\p{L}*|operation\p{L}*|familie\p{L}*|rauch\p{L}*|trink\p{L}*|vorerkrankung\p{L}*|beruf\p{L}*)/u;

/** What somebody else says after the turn of a clause, and what the speaker says to that. */
interface Sequel {
  readonly said: readonly string[];
  readonly doubt: readonly Clause[];
  readonly doubts: readonly string[];
  /** Indexes of clauses. */
  readonly reply: readonly number[];
  readonly replies: readonly string[];
}

function sequelOf(clauses: readonly Clause[], at: number): Sequel | undefined {
  const own = clauses[at];
  if (own === undefined) return undefined;
  const turn = (after: number) => placesOfTurn(clauses, own.turn + after);
  const words = (part: readonly number[]) => part.map((index) => textOf(clauses[index]?.tokens ?? []));
  const [said, doubt, reply] = [turn(0), turn(1), turn(2)];
  const [asker, answerer] = [doubt, reply].map(([first = -1]) => clauses[first]?.speaker);
  if (asker === undefined || asker === own.speaker || answerer !== own.speaker) return undefined;
  return {
    ...{ said: words(said), doubts: words(doubt), reply, replies: words(reply) },
    doubt: doubt.flatMap((index) => clauses[index] ?? []),
  };
}

/** Whether words that name nothing else may ask the same again, in words that no list has: `You'd tell me?`, `Promise?` */
export function isAskedBack(clauses: readonly Clause[], at: number): boolean {
  const own = clauses[at];
  const sequel = sequelOf(clauses, at);
  if (own === undefined || sequel === undefined) return false;
  const { doubt, doubts, reply, replies } = sequel;
  const text = doubts.join(' ');
  if (text.split(' ').length > longestDoubt || asksAnew.test(text) || asksOfHistory.test(text)) return false;
  const kind = clauses[at]?.language.replyKind(replies.join(' '));
  const isPlain = deniesPlainly(replies, text) && (kind === 'no' || kind === 'yes');
  if (isPlain || doubt.some((clause) => mentionsIn(clause).length > 0)) return false;
  // `And medications? – Just the lisinopril.`
  const goesOn = reply.some((index) => mentionsIn(clauses[index] ?? own).some(({ term }) => isTopic.test(term.kind)));
  return !goesOn || !/^(?:and|und)(?!\p{L})/u.test(text);
}

/** What a question of two words may ask for next. */
const isTopic = /^(?:medication|procedure|problem|social|family)$/;
/** The clauses in which a third person says more than yes: `Any thoughts of suicide? – No. – He wrote a letter.` */
export function contestedBy(clauses: readonly Clause[], at: number, asker: string | null): readonly number[] {
  const own = clauses[at];
  const reply = [...Array(longestTurn).keys()]
    .map((index) => at + 1 + index)
    .filter((index) => clauses[index]?.turn === (own?.turn ?? 0) + 1);
  const said = reply.flatMap((index) => clauses[index] ?? []);
  const [first] = said;
  if (own === undefined || first === undefined || [own.speaker, asker].includes(first.speaker)) return [];
  if (!isLay(own) || !isLay(first) || said.some(({ isQuestion }) => isQuestion)) return [];
  const text = said.map(({ tokens }) => textOf(tokens)).join(' ');
  const ownText = textOf(own.tokens);
  const isMore = denies.test(text) || said.every((clause) => mentionsIn(clause).length === 0);
  // Whoever says yes after a no agrees to nothing: `No. – She did say so last week.`
  const kind = own.language.replyKind(text);
  const isAgreed = denies.test(ownText)
    ? kind === 'no'
    : affirmsByVerb.test(text) || kind === 'yes' || kind === 'detail';
  return (isMore && !isAgreed && !isSmallTalk(text)) || namesOtherNumber(ownText, text) ? reply : [];
}

/** In clauses. */
const longestTurn = 20;
const isLay = ({ role }: Clause) => role === 'patient' || role === 'other';

/** In clauses: how long a denial may be doubted by who gave it. */
const doubtReach = 8;
const bareDoubt =
  /^(?:(?:yes|yeah|so|well|then|okay|i guess|ja|also|dann|,) ?)*(?:maybe|possibly|perhaps|could be|vielleicht)[ ,]*$/;

/** `No. – When was your last period? – October. – So maybe.`: what names nothing takes the no back. */
export function isDoubtedLater(clauses: readonly Clause[], at: number): boolean {
  const later = clauses.slice(at + 2, at + 2 + doubtReach);
  return later.some(({ speaker, tokens }, index) => {
    const before = clauses[at + 1 + index];
    const isOwn = speaker === clauses[at]?.speaker && before?.speaker !== speaker && bareDoubt.test(textOf(tokens));
    return isOwn && before !== undefined && mentionsIn(before).length === 0;
  });
}

/**
 * The clauses that take a denial back that was asked again: `I have no allergies. – None at all? – Just bees.` What an
 * examiner does not find is no such denial.
 */
export function takenBack(clauses: readonly Clause[], at: number): readonly number[] {
  const own = clauses[at];
  const sequel = own?.isQuestion === false && own.role !== 'clinician' ? sequelOf(clauses, at) : undefined;
  if (sequel === undefined) return [];
  const { said, doubt, doubts, reply, replies } = sequel;
  const isDoubted = doubt.some((clause) => clause.isQuestion || denies.test(textOf(clause.tokens)));
  const isSame = doubts.every((text) => staysWith(text, said));
  return isDoubted && isSame && !deniesPlainly(replies, said.join(' . ')) ? reply : [];
}
