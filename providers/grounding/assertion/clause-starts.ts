import { wordSet } from './cues.ts';
import type { AssertionTable } from './table.ts';

const mark = /^[.;!?]$/;

/** Numbers the tokens by the clause of the sentence that they are in. */
export type ClauseNumbering = (tokens: readonly string[], breaks: ReadonlySet<number>) => readonly number[];

/**
 * Finds clauses within a sentence: at a mark, at a subject (`i`), and at a comma or `and` if what stands before it and
 * what follows it each have a verb: a list has none.
 */
export function clauseNumbering(table: AssertionTable): ClauseNumbering {
  const joints = wordSet(table.joints);
  const alternatives = wordSet(table.alternatives);
  const subjects = wordSet(table.subjects);
  const openers = wordSet(table.openers);
  const verbs = wordSet(table.verbs);
  const isJoint = (word: string) => word === ',' || joints.has(word) || alternatives.has(word);
  const beforeDates = wordSet(table.beforeDates);
  const isVerb = (tokens: readonly string[], at: number) =>
    verbs.has(tokens[at] ?? '') && !beforeDates.has(tokens[at - 1] ?? '');
  const isSubject = (word: string) => subjects.has(word);

  /** Whether the part that begins here has a verb before the next joint. */
  const hasVerb = (tokens: readonly string[], from: number, breaks: ReadonlySet<number>): boolean => {
    for (let at = from; at < tokens.length; at += 1) {
      const word = tokens[at] ?? '';
      if (at > from && breaks.has(at)) return false;
      if (isVerb(tokens, at)) return true;
      if (at > from && (isJoint(word) || mark.test(word))) return false;
    }
    return false;
  };

  return (tokens, breaks) => {
    const numbers: number[] = [];
    let number = 0;
    let hasPredicate = false;
    tokens.forEach((word, at) => {
      const before = tokens[at - 1] ?? '';
      const startsWithSubject = isSubject(word) && !isJoint(before) && !openers.has(before);
      const next = isJoint(word) && isJoint(tokens[at + 1] ?? '') ? at + 2 : at + 1;
      const startsWithJoint =
        isJoint(word) &&
        !isJoint(before) &&
        (isSubject(tokens[next] ?? '') || (!alternatives.has(word) && hasVerb(tokens, next, breaks)));
      const starts = (hasPredicate && (startsWithSubject || startsWithJoint)) || mark.test(before) || breaks.has(at);
      if (starts && at > 0) {
        number += 1;
        hasPredicate = false;
      }
      hasPredicate ||= isVerb(tokens, at);
      numbers.push(number);
    });
    return numbers;
  };
}
