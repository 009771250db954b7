import { type Fact, isRequired } from 'chronoscribe/kinds/grounding';
import type { SectionContent, Statement } from 'chronoscribe/kinds/writer';
import { countCuePhrases } from './cue-phrases.ts';
import { isIntroduction, isSmallTalk } from './dialogue-acts.ts';
import { factsStatedBy, overruledBy } from './fact-coverage.ts';
import { cosineSimilarity, lexRank, tfIdfVectors, type Vector } from './lexrank.ts';
import { type Sentence, wordCount } from './sentences.ts';
import type { StatementBuilder } from './statements.ts';

/** A sentence that a note can state. */
export interface Candidate {
  readonly sentence: Sentence;
  /** The statement that a note makes of it; null if it can make none. */
  readonly statement: () => Statement | null;
  /** The facts that the statement states. */
  readonly facts: readonly Fact[];
}

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
  const isOverruled = overruledBy(facts);
  const candidates = new Map<string, Candidate>();
  for (const [index, sentence] of sentences.entries()) {
    const words = `${sentence.role}: ${sentence.text.toLowerCase()}`;
    if (candidates.has(words)) continue;
    const statement = once(() => (isOverruled(sentence) ? null : tell(sentence)));
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

export interface SelectionOptions {
  /** Stems of the prompt. */
  readonly wished: ReadonlySet<string>;
  /** False if the cue phrases do not know the language. */
  readonly cued: boolean;
  /** The facts that the note states already; the selection adds those that it states. */
  readonly covered: Set<Fact>;
  /** Awaited after each choice, which visits every candidate, so that other tasks can run. */
  pause(): Promise<void>;
}

/** Weight of a candidate's score against its similarity to what is already selected. */
const relevance = 0.7;
/** What a fact that the note does not state yet adds to a candidate's worth. */
const [requiredFact, otherFact] = [0.6, 0.3] as const;

/**
 * Selects candidates of one content until the budget is filled, each time the one with the highest marginal relevance:
 * high score, new facts, dissimilar to those already selected (Carbonell and Goldstein, 1998).
 *
 * @param room budget in words
 */
export async function selectByRelevance(
  candidates: readonly Candidate[],
  content: SectionContent,
  room: number,
  options: SelectionOptions,
): Promise<readonly Candidate[]> {
  const vectors = tfIdfVectors(candidates.map(({ sentence }) => sentence.words));
  const scores = scoreSentences(candidates, content, vectors, options);
  const chosen: Candidate[] = [];
  const left = new Map(candidates.entries());
  const repeated = candidates.map(() => 0);
  let used = 0;
  while (left.size > 0 && used < room) {
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (const [index, { facts }] of left) {
      const told = facts.reduce(
        (sum, fact) => sum + (options.covered.has(fact) ? 0 : isRequired(fact) ? requiredFact : otherFact),
        0,
      );
      const worth = relevance * (scores[index] ?? 0) - (1 - relevance) * (repeated[index] ?? 0) + told;
      if (worth > most) [best, most] = [index, worth];
    }
    const taken = left.get(best);
    if (taken === undefined) break;
    left.delete(best);
    if (taken.statement() === null) continue;
    chosen.push(taken);
    for (const fact of taken.facts) options.covered.add(fact);
    used += wordCount(taken.sentence.text);
    const vector = vectors[best] ?? new Map();
    for (const index of left.keys())
      repeated[index] = Math.max(repeated[index] ?? 0, cosineSimilarity(vectors[index] ?? new Map(), vector));
    await options.pause();
  }
  return chosen;
}

/** More cue phrases than this do not raise the score. */
const enoughCues = 3;
/** A sentence with this many distinct content words gets the full score for content. */
const fullSentence = 14;

/** Weights of the parts of a score. */
const weight = { central: 1, cues: 0.7, full: 1.7, introduction: 0.3, wished: 2.5 };

/**
 * Scores candidates of one content: by centrality among them, cue phrases, number of content words, and words shared
 * with the prompt.
 */
function scoreSentences(
  candidates: readonly Candidate[],
  content: SectionContent,
  vectors: readonly Vector[],
  { wished, cued }: SelectionOptions,
): number[] {
  const ranks = lexRank(vectors);
  return candidates.map(({ sentence: { text, words } }, index) => {
    const different = new Set(words);
    const cues = cued ? Math.min(countCuePhrases(text, content), enoughCues) / enoughCues : 0;
    const shared = [...different].filter((word) => wished.has(word)).length;
    return (
      weight.central * (ranks[index] ?? 0) +
      weight.cues * cues +
      weight.full * Math.min(different.size / fullSentence, 1) +
      weight.wished * Math.min(shared, 2) +
      (isIntroduction(text) ? weight.introduction : 0)
    );
  });
}

/**
 * Length of a summary in words: minimum and maximum. It grows by a word per `sourceWordsPerWord` words of the source.
 */
const [least, most] = [120, 200] as const;
const sourceWordsPerWord = 50;
/** Longer sentences are unpunctuated tables or lists; a summary uses them only if there is nothing else. */
const longestSentence = 60;

/** Selects the most central candidates of a source, whatever their content. */
export async function summarize(
  candidates: readonly Candidate[],
  options: SelectionOptions,
): Promise<readonly Candidate[]> {
  const telling = candidates.filter(
    ({ sentence: { text, isQuestion, role } }) => !isQuestion && !(options.cued && role !== null && isSmallTalk(text)),
  );
  const short = telling.filter(({ sentence }) => wordCount(sentence.text) <= longestSentence);
  const length = candidates.reduce((sum, { sentence }) => sum + wordCount(sentence.text), 0);
  const room = Math.min(most, least + length / sourceWordsPerWord);
  return selectByRelevance(short.length > 0 ? short : telling, 'summary', room, options);
}
