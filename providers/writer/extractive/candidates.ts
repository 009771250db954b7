import type { Fact } from 'chronoscribe/kinds/grounding';
import { factsStatedBy } from './fact-coverage.ts';
import type { Candidate } from './selection.ts';
import type { Sentence } from './sentences.ts';
import type { StatementBuilder } from './statements.ts';

/** Number of sentences after which other tasks run. */
const batch = 50;

/**
 * Lists what a note can state, without repetitions.
 *
 * @param tell makes a statement of a sentence, or none; it takes time, so it is called for sentences that state a fact,
 *   and for others once they are selected
 * @param pause awaited now and then
 */
export async function candidatesFrom(
  sentences: readonly Sentence[],
  tell: StatementBuilder,
  facts: readonly Fact[],
  pause: () => Promise<void>,
): Promise<Candidate[]> {
  const factsOf = factsStatedBy(facts);
  const candidates = new Map<string, Candidate>();
  for (const [index, sentence] of sentences.entries()) {
    const words = `${sentence.role}: ${sentence.text.toLowerCase()}`;
    if (candidates.has(words)) continue;
    const statement = once(() => tell(sentence));
    const told = factsOf(sentence).length > 0 ? statement() : null;
    candidates.set(words, { sentence, statement, facts: told === null ? [] : factsOf(told) });
    if (index % batch === batch - 1) await pause();
  }
  return [...candidates.values()];
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
