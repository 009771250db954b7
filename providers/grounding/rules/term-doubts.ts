import type { Assertion, Passage } from 'chronoscribe/kinds/grounding';
import { clausesOf } from './facts/clauses.ts';
import { readingsOf } from './facts/readings.ts';

/** What speaks against a statement once both sides are read as facts. */
export type TermDoubt = 'medicine' | 'negation';

/**
 * Compares the terms of a statement with those of the passages that it cites: a medicine that none of them names, and a
 * term that they only deny where the statement affirms it, or the other way round. Names count, not spellings: Tylenol
 * is acetaminophen.
 */
export function termDoubts(statement: string, cited: readonly Passage[]): TermDoubt[] {
  const said = readTerms(cited, true);
  const stated = readTerms([{ id: '', speaker: null, text: statement }], false);
  const doubts = new Set<TermDoubt>();
  for (const [name, { isMedicine, assertions }] of stated) {
    const source = said.get(name);
    if (source === undefined) {
      if (isMedicine) doubts.add('medicine');
      continue;
    }
    if (isContrary(assertions, source.assertions)) doubts.add('negation');
  }
  return [...doubts];
}

interface ReadTerm {
  readonly isMedicine: boolean;
  readonly assertions: ReadonlySet<Assertion>;
}

function readTerms(passages: readonly Passage[], asksQuestions: boolean): ReadonlyMap<string, ReadTerm> {
  const clauses = clausesOf(passages);
  // A note asks nothing.
  const read = readingsOf(asksQuestions ? clauses : clauses.map((clause) => ({ ...clause, isQuestion: false })));
  const byName = Map.groupBy(read, ({ mention }) => mention.term.name);
  return new Map(
    byName.entries().map(([name, readings]): [string, ReadTerm] => [
      name,
      {
        isMedicine: readings.some(({ mention }) => mention.term.kind === 'medication'),
        assertions: new Set(readings.map(({ assertion }) => assertion)),
      },
    ]),
  );
}

/** One side only denies and the other never does. */
function isContrary(stated: ReadonlySet<Assertion>, said: ReadonlySet<Assertion>): boolean {
  const deniesOnly = (assertions: ReadonlySet<Assertion>) => assertions.size === 1 && assertions.has('absent');
  return (deniesOnly(stated) && !said.has('absent')) || (deniesOnly(said) && !stated.has('absent'));
}
