import type { SectionContent } from 'chronoscribe/kinds/writer';
import { cueCount } from './cues/contents.ts';
import { isIntroduction } from './cues/talk.ts';
import { centrality, vectorsOf } from './ranking.ts';
import type { Candidate } from './selection.ts';
import { lengthOf, type Sentence } from './sentences.ts';

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
export function candidatesOf(
  sentences: readonly Sentence[],
  content: SectionContent,
  options: { readonly wished: ReadonlySet<string>; readonly cued: boolean },
): Candidate[] {
  const vectors = vectorsOf(sentences.map(({ words }) => words));
  const ranks = centrality(vectors);
  return sentences.map((sentence, index) => {
    const different = new Set(sentence.words);
    const cues = options.cued ? Math.min(cueCount(sentence.text, content), enoughCues) / enoughCues : 0;
    const wished = [...different].filter((word) => options.wished.has(word)).length;
    return {
      vector: vectors[index] ?? new Map(),
      length: lengthOf(sentence.text),
      score:
        weight.central * (ranks[index] ?? 0) +
        weight.cues * cues +
        weight.full * Math.min(different.size / fullSentence, 1) +
        weight.wished * Math.min(wished, 2) +
        (isIntroduction(sentence.text) ? weight.introduction : 0),
    };
  });
}
