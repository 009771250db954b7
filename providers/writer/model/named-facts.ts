import { type Fact, isRequired } from 'chronoscribe/kinds/grounding';
import type { Assignment } from 'chronoscribe/kinds/writer';
import { estimateTokens, type SourceItem } from './chunking.ts';

/** A fact that the note must state, as the model reads it: data, quoted as JSON like the source. */
export interface NamedFact {
  readonly kind: Fact['kind'];
  readonly fact: string;
  readonly certainty: Fact['assertion'];
  readonly evidence: readonly string[];
}

/** Share of the room for the source that the list of facts may take. What does not fit is not listed. */
const maxShare = 0.25;

/** Tokens to reserve in every request for its list of facts. @param room tokens for the source and the list */
export function factTokens({ facts }: Assignment, room: number): number {
  return Math.min(tokensOf(facts.flatMap(named)), Math.floor(room * maxShare));
}

/** The facts that a note must state on these items, as many as fit. @param limit in tokens */
export function namedFacts({ facts }: Assignment, items: readonly SourceItem[], limit: number): NamedFact[] {
  const ids = new Set(items.map(({ id }) => id));
  const listed: NamedFact[] = [];
  let room = limit;
  for (const fact of facts.filter(({ evidence }) => evidence.some((id) => ids.has(id))).flatMap(named)) {
    room -= tokensOf([fact]);
    if (room < 0) break;
    listed.push(fact);
  }
  return listed;
}

function named(fact: Fact): NamedFact[] {
  const { kind, text, assertion, evidence } = fact;
  return isRequired(fact) ? [{ kind, fact: text, certainty: assertion, evidence }] : [];
}

function tokensOf(facts: readonly NamedFact[]): number {
  // JSON in JSON: quotation marks are escaped.
  return facts.reduce((sum, fact) => sum + estimateTokens(JSON.stringify(JSON.stringify(fact))), 0);
}
