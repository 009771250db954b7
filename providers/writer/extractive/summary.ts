import { isChat } from './cues/talk.ts';
import { withoutRepeats } from './repeats.ts';
import { candidatesOf } from './scoring.ts';
import { select } from './selection.ts';
import { lengthOf, type Sentence } from './sentences.ts';

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
export async function summarize(
  sentences: readonly Sentence[],
  options: { readonly wished: ReadonlySet<string>; readonly cued: boolean },
  pause: () => Promise<void>,
): Promise<Sentence[]> {
  const telling = withoutRepeats(sentences).filter(
    ({ text, isQuestion, role }) => !isQuestion && !(options.cued && role !== null && isChat(text)),
  );
  const short = telling.filter(({ text }) => lengthOf(text) <= longestSentence);
  const members = short.length > 0 ? short : telling;
  const length = sentences.reduce((sum, { text }) => sum + lengthOf(text), 0);
  const room = Math.min(most, least + length / sourceWordsPerWord);
  const picks = await select(candidatesOf(members, 'summary', options), room, pause);
  return picks.flatMap((pick) => members[pick] ?? []);
}
