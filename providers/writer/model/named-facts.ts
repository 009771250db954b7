import { oneLine } from 'chronoscribe/host';
import { type Fact, isRequired } from 'chronoscribe/kinds/grounding';
import type { Assignment, Statement } from 'chronoscribe/kinds/writer';
import { estimateTokens, type SourceItem } from './chunking.ts';

/** Share of the room for the source that the list of facts may take. What does not fit is not listed. */
const maxShare = 0.25;

/** Tokens to reserve in every request for its list of facts. @param room tokens for the source and the list */
export function factTokens({ facts }: Assignment, source: readonly SourceItem[], room: number): number {
  return Math.min(tokensOf(linesOf(facts, source)), Math.floor(room * maxShare));
}

/** The facts that a note must state on these items, a line each, as many as fit. @param limit in tokens */
export function namedFacts({ facts }: Assignment, items: readonly SourceItem[], limit: number): string[] {
  const listed: string[] = [];
  let room = limit;
  for (const line of linesOf(facts, items)) {
    room -= tokensOf([line]);
    if (room < 0) break;
    listed.push(line);
  }
  return listed;
}

/** `- medication, present [s3, s5]: lisinopril 10 mg` */
function linesOf(facts: readonly Fact[], items: readonly SourceItem[]): string[] {
  const labels = new Map(items.map(({ id, label }) => [id, label]));
  return facts.filter(isRequired).flatMap(({ kind, assertion, text, evidence }) => {
    const cited = evidence.flatMap((id) => labels.get(id) ?? []);
    return cited.length === 0 ? [] : [`- ${kind}, ${assertion} [${cited.join(', ')}]: ${oneLine(text)}`];
  });
}

function tokensOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTokens(`${line}\n`), 0);
}

/**
 * Whether statements speak of any fact that a note must state, however badly: one has a word of the fact, or of a
 * passage that says it and that it cites. True if there is no such fact.
 */
export function speaksOfFacts({ facts, passages }: Assignment, statements: readonly Statement[]): boolean {
  const required = facts.filter(isRequired);
  const said = new Map(passages.map(({ id, text }) => [id, text]));
  const written = statements.map(({ text, evidence }) => ({ words: wordsOf(text), evidence: new Set(evidence) }));
  const speaksOf = ({ term, text, parts, evidence }: Fact): boolean => {
    const own = wordsOf([term, text, ...Object.values(parts)].join(' '));
    return written.some(({ words, evidence: cited }) => {
      const shared = evidence.filter((id) => cited.has(id)).flatMap((id) => [...wordsOf(said.get(id) ?? '')]);
      return [...own, ...shared].some((word) => words.has(word));
    });
  };
  return required.length === 0 || required.some(speaksOf);
}

/** Long words by their beginnings, and numbers: what two texts share that say the same. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.toLowerCase().matchAll(/\p{L}{5,}|\d+/gu), ([word]) => word.slice(0, 6)));
}
