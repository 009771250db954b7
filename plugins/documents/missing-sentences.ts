import { type Fact, isRequired, type Passage } from 'chronoscribe/kinds/grounding';
import type { Statement } from 'chronoscribe/kinds/writer';

/** What a summary of a document never leaves out, also where it is denied or was stopped: `no known allergies`. */
const always: ReadonlySet<Fact['kind']> = new Set(['allergy', 'medication', 'follow_up']);

/** Tests whose results are to come. */
const pending =
  /\b(?:pending|await(?:ed|ing|s)|outstanding|to follow|not yet (?:available|back|resulted|reported)|ausstehend)\b/i;
const followUp =
  /\b(?:follow[- ]?up|return (?:to|if)|appointment|review in|see (?:your|his|her) (?:gp|doctor|pcp)|recheck|repeat .{1,40} in \d+)\b/i;

/** Whether a document's summary must state a fact. */
export function mustState(fact: Pick<Fact, 'kind' | 'assertion' | 'of'>): boolean {
  return isRequired(fact) || (always.has(fact.kind) && fact.of === 'patient');
}

/**
 * The sentences of a document that its summary leaves out and must not: those of facts that it does not state, and of
 * results and visits to come.
 *
 * @param omitted the facts that it must state and does not
 * @returns statements in the words of the document, in its order, each once
 */
export function missingSentences(
  passages: readonly Pick<Passage, 'id' | 'text'>[],
  omitted: readonly Fact[],
  statements: readonly Statement[],
): Statement[] {
  const stated = statements.map(({ text }) => lettersAndDigits(text));
  const missing = passages.flatMap(({ id, text }) => {
    const facts = omitted.filter(({ evidence }) => evidence.includes(id));
    const isToCome = pending.test(text) || followUp.test(text);
    if (facts.length === 0 && !isToCome) return [];
    const sentences = sentencesOf(text);
    const found = new Set(facts.flatMap((fact) => sentences.filter((sentence) => says(sentence, fact))));
    // The words of the fact are its canonical name, which the passage may not have.
    if (found.size === 0 && facts.length > 0) for (const sentence of sentences) found.add(sentence);
    for (const sentence of sentences) if (pending.test(sentence) || followUp.test(sentence)) found.add(sentence);
    return sentences
      .filter((sentence) => found.has(sentence))
      .filter((sentence) => !stated.some((said) => said.includes(lettersAndDigits(sentence))))
      .map((sentence) => ({ text: sentence, evidence: [id] }));
  });
  const byText = new Map(missing.toReversed().map((statement) => [statement.text, statement]));
  return [...byText.values()].toReversed();
}

function says(sentence: string, { term, text }: Fact): boolean {
  const said = sentence.toLowerCase();
  const words = [term, ...text.split(/\s+/)].map((word) => word.toLowerCase()).filter((word) => word.length > 3);
  return words.some((word) => said.includes(word));
}

function sentencesOf(text: string): string[] {
  const parts = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)];
  return parts.map(({ segment }) => segment.trim()).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
