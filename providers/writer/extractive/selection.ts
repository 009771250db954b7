import type { SectionContent } from 'chronoscribe/kinds/writer';
import { countCuePhrases } from './cue-phrases.ts';
import { isIntroduction, isSmallTalk } from './dialogue-acts.ts';
import { cosineSimilarity, lexRank, tfIdfVectors, type Vector } from './lexrank.ts';
import { type Sentence, wordCount } from './sentences.ts';

export interface Candidate {
  /** How much it deserves its place; compared with other candidates only. */
  readonly score: number;
  readonly vector: Vector;
  /** How much room it takes, in words. */
  readonly length: number;
}

/** Weight of a candidate's score against its likeness to what is chosen already. */
const relevance = 0.7;

/**
 * Chooses candidates until `room` words are filled, each time the one that adds most: high in score, unlike those chosen before
 * (maximal marginal relevance; Carbonell and Goldstein, 1998). Returns indices, in the order of the candidates.
 *
 * @param pause waited for after each choice, which looks at every candidate: a long source would else hold everything up
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

/** More cues than this say no more. */
const enoughCues = 3;
/** A sentence with this many different content words counts as full. */
const fullSentence = 14;

/** What each part can add to a score. */
const weight = { central: 1, cues: 0.7, full: 1.7, introduction: 0.3, wished: 1 };

/**
 * Scores sentences of one content against each other: how central each is among them, how many cues it holds, how full it is, and how
 * much it shares with what the client asked for. `cued` is false where the cues do not know the language.
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

/** Sentences without those that say word for word what the same role said before: the head of each page, a dose that is told twice. */
export function deduplicate(sentences: readonly Sentence[]): readonly Sentence[] {
  const said = new Set<string>();
  return sentences.filter(({ role, text }) => {
    const spoken = `${role}: ${text.toLowerCase()}`;
    const isNew = !said.has(spoken);
    said.add(spoken);
    return isNew;
  });
}

/** A summary's length in words: for a page or two, and at most. It grows by a word for each fifty of the source. */
const [least, most] = [120, 200] as const;
const sourceWordsPerWord = 50;
/** What is longer than this is a table or a list without marks, and no sentence for a summary, as long as there are others. */
const longestSentence = 60;

/**
 * The most central sentences of a source, in its order, whatever they are about.
 *
 * @param pause waited for after each choice
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
