import type { SectionContent } from 'chronoscribe/kinds/writer';
import { countCuePhrases } from './cue-phrases.ts';
import { isIntroduction, isSmallTalk } from './dialogue-acts.ts';
import { cosineSimilarity, lexRank, tfIdfVectors, type Vector } from './lexrank.ts';
import { type Sentence, wordCount } from './sentences.ts';

export interface Candidate {
  /** Score; comparable only with other candidates. */
  readonly score: number;
  readonly vector: Vector;
  /** Length in words. */
  readonly length: number;
}

/** Weight of a candidate's score against its similarity to what is already selected. */
const relevance = 0.7;

/**
 * Selects candidates until the budget is filled, each time the one with the highest marginal relevance: high score,
 * dissimilar to those already selected (Carbonell and Goldstein, 1998).
 *
 * @param room budget in words
 * @param pause awaited after each choice, which visits every candidate, so that other tasks can run
 * @returns indices in the order of the candidates
 */
export async function selectByRelevance(
  candidates: readonly Candidate[],
  room: number,
  pause: () => Promise<void>,
): Promise<readonly number[]> {
  const chosen: number[] = [];
  const left = new Set(candidates.keys());
  const repeated = candidates.map(() => 0);
  let used = 0;
  while (left.size > 0 && used < room) {
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (const index of left) {
      const worth = relevance * (candidates[index]?.score ?? 0) - (1 - relevance) * (repeated[index] ?? 0);
      if (worth > most) [best, most] = [index, worth];
    }
    const taken = candidates[best];
    if (taken === undefined) break;
    left.delete(best);
    chosen.push(best);
    used += taken.length;
    for (const index of left) {
      const candidate = candidates[index];
      if (candidate !== undefined)
        repeated[index] = Math.max(repeated[index] ?? 0, cosineSimilarity(candidate.vector, taken.vector));
    }
    await pause();
  }
  return chosen.toSorted((a, b) => a - b);
}

/** More cue phrases than this do not raise the score. */
const enoughCues = 3;
/** A sentence with this many distinct content words gets the full score for content. */
const fullSentence = 14;

/** Weights of the parts of a score. */
const weight = { central: 1, cues: 0.7, full: 1.7, introduction: 0.3, wished: 1 };

/**
 * Scores sentences of one content: by centrality among them, cue phrases, number of content words, and words shared
 * with the prompt.
 *
 * @param options `wished`: stems of the prompt; `cued`: false if the cue phrases do not know the language
 */
export function scoreSentences(
  sentences: readonly Sentence[],
  content: SectionContent,
  options: { readonly wished: ReadonlySet<string>; readonly cued: boolean },
): Candidate[] {
  const vectors = tfIdfVectors(sentences.map(({ words }) => words));
  const ranks = lexRank(vectors);
  return sentences.map((sentence, index) => {
    const different = new Set(sentence.words);
    const cues = options.cued ? Math.min(countCuePhrases(sentence.text, content), enoughCues) / enoughCues : 0;
    const wished = [...different].filter((word) => options.wished.has(word)).length;
    return {
      vector: vectors[index] ?? new Map(),
      length: wordCount(sentence.text),
      score:
        weight.central * (ranks[index] ?? 0) +
        weight.cues * cues +
        weight.full * Math.min(different.size / fullSentence, 1) +
        weight.wished * Math.min(wished, 2) +
        (isIntroduction(sentence.text) ? weight.introduction : 0),
    };
  });
}

/** Removes sentences that the same role said before in the same words: page headers, a dose that is repeated. */
export function deduplicate(sentences: readonly Sentence[]): readonly Sentence[] {
  const said = new Set<string>();
  return sentences.filter(({ role, text }) => {
    const spoken = `${role}: ${text.toLowerCase()}`;
    const isNew = !said.has(spoken);
    said.add(spoken);
    return isNew;
  });
}

/**
 * Length of a summary in words: minimum and maximum. It grows by a word per `sourceWordsPerWord` words of the source.
 */
const [least, most] = [120, 200] as const;
const sourceWordsPerWord = 50;
/** Longer sentences are unpunctuated tables or lists; a summary uses them only if there is nothing else. */
const longestSentence = 60;

/**
 * Selects the most central sentences of a source, in its order, whatever their content.
 *
 * @param pause awaited after each choice
 */
export async function summarySentences(
  sentences: readonly Sentence[],
  options: { readonly wished: ReadonlySet<string>; readonly cued: boolean },
  pause: () => Promise<void>,
): Promise<Sentence[]> {
  const telling = deduplicate(sentences).filter(
    ({ text, isQuestion, role }) => !isQuestion && !(options.cued && role !== null && isSmallTalk(text)),
  );
  const short = telling.filter(({ text }) => wordCount(text) <= longestSentence);
  const members = short.length > 0 ? short : telling;
  const length = sentences.reduce((sum, { text }) => sum + wordCount(text), 0);
  const room = Math.min(most, least + length / sourceWordsPerWord);
  const picks = await selectByRelevance(scoreSentences(members, 'summary', options), room, pause);
  return picks.flatMap((pick) => members[pick] ?? []);
}
