import type { Clause } from '../reading/clauses.ts';
import { textOf } from '../reading/mentions.ts';

/** In words: `on the water pill` */
const longestNamed = 4;
const pointsBack =
  /(?<!\p{L})(?:it|that|this|them|those|these|one|ones|something|es|das|die|den|davon|damit|welche)(?!\p{L})/u;

/**
 * The clause that somebody asks about who only names what is meant; undefined where the question stands alone. What is done
 * with it stands in that clause.
 *
 * @example `Please stop that.` – `The naproxen?` – `Yes.`
 */
export function askedBackAt(clauses: readonly Clause[], at: number): number | undefined {
  const own = clauses[at];
  const before = clauses[at - 1];
  if (own?.isQuestion !== true || before === undefined || own.tokens.length > longestNamed) return undefined;
  if (before.turn !== own.turn - 1 || before.speaker === own.speaker || before.isQuestion) return undefined;
  const sentence = clauses.filter(({ turn, sentence }) => turn === before.turn && sentence === before.sentence);
  const points = sentence.some(({ tokens }) => pointsBack.test(textOf(tokens)));
  return points ? clauses.indexOf(sentence[0] ?? before) : undefined;
}

/** Whether a clause is all that is said to such a question: `The Lexapro.`, `No, the bisoprolol.` It is told with it. */
export function answersAskedBack(clauses: readonly Clause[], at: number): boolean {
  const own = clauses[at];
  if (own === undefined || own.isQuestion || own.tokens.length > longestNamed) return false;
  const before = clauses.findLastIndex(({ turn }, index) => index < at && turn === own.turn - 1);
  return before !== -1 && clauses[before]?.speaker !== own.speaker && askedBackAt(clauses, before) !== undefined;
}
