import type { Passage } from 'chronoscribe/kinds/grounding';
import { statesRefusal, turnsOf } from 'chronoscribe/language';
import { type Clause, clausesOf } from './reading/clauses.ts';
import { mentionsIn } from './reading/mentions.ts';
import type { ReadAssertion } from './reading/reading.ts';
import { readingsOf } from './reading/readings.ts';
import { type StandingDoubt, standingDoubts } from './standing-doubts.ts';

/** What speaks against a statement once both sides are read as facts. */
export type TermDoubt = 'medicine' | 'negation' | StandingDoubt;

/**
 * Compares the terms of a statement with those of the passages that it cites: a medicine that none of them names, and a
 * term that they only deny where the statement affirms it, or the other way round. Names count, not spellings: Tylenol
 * is acetaminophen.
 */
export function termDoubts(statement: string, cited: readonly Passage[], isAboutChild: boolean): TermDoubt[] {
  const said = clausesOf(cited);
  const stated = clausesOfStatement(statement);
  const doubts = new Set<TermDoubt>(standingDoubts(said, stated, isAboutChild));
  const named = new Set(medicinesOf(said));
  if (medicinesOf(stated).some((name) => !named.has(name))) doubts.add('medicine');
  if (statesRefusal.test(statement)) return [...doubts];
  const told = assertionsOf(said);
  for (const [name, assertions] of assertionsOf(stated)) {
    const source = told.get(name);
    if (source !== undefined && isContrary(assertions, source)) doubts.add('negation');
  }
  return [...doubts];
}

/** A note asks nothing, unless it quotes a question with its answer. */
function clausesOfStatement(statement: string): Clause[] {
  const turns = turnsOf(statement);
  const clauses = clausesOf(turns.map((text, index) => ({ id: String(index), speaker: null, text })));
  return clauses.map((clause) => ({ ...clause, isQuestion: clause.isQuestion && clause.turn < turns.length - 1 }));
}

/** The medicines that clauses name, whatever they say of them. */
function medicinesOf(clauses: readonly Clause[]): readonly string[] {
  return clauses.flatMap(mentionsIn).flatMap(({ term }) => (term.kind === 'medication' ? term.name : []));
}

function assertionsOf(clauses: readonly Clause[]): ReadonlyMap<string, ReadonlySet<ReadAssertion>> {
  const byName = Map.groupBy(readingsOf(clauses), ({ mention }) => mention.term.name);
  return new Map([...byName].map(([name, readings]) => [name, new Set(readings.map(({ assertion }) => assertion))]));
}

/** One side only denies and the other never does. */
function isContrary(stated: ReadonlySet<ReadAssertion>, said: ReadonlySet<ReadAssertion>): boolean {
  const deniesOnly = (assertions: ReadonlySet<ReadAssertion>) => assertions.size === 1 && assertions.has('absent');
  return (deniesOnly(stated) && !said.has('absent')) || (deniesOnly(said) && !stated.has('absent'));
}
