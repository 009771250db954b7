import { denies, deniesPlainly, staysWith } from '../dialogue/plain-denials.ts';
import type { Clause } from '../reading/clauses.ts';
import { mentionsIn, textOf } from '../reading/mentions.ts';

/** In words: who says more than this asks for something else. */
const longestDoubt = 6;
const asksAnew =
  /^(?:and|und)(?!\p{L})|(?<!\p{L})(?:what|how|when|where|who|which|why|was|wie|wann|wo|wer|welche\p{L}*|warum|wieso)(?!\p{L})/u;

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
  const turn = (after: number) => [...clauses.keys()].filter((index) => clauses[index]?.turn === own.turn + after);
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
  const sequel = sequelOf(clauses, at);
  if (sequel === undefined) return false;
  const { doubt, doubts, replies } = sequel;
  const text = doubts.join(' ');
  if (text.split(' ').length > longestDoubt || asksAnew.test(text)) return false;
  const kind = clauses[at]?.language.replyKind(replies.join(' '));
  const isPlain = deniesPlainly(replies, text) && (kind === 'no' || kind === 'yes');
  return !isPlain && doubt.every((clause) => mentionsIn(clause).length === 0);
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
