import { isIn, ownWords, tellingWords } from './said.ts';

/** Of two words, one that the lines have by chance is half of what a sentence says. */
const few = 3;

/**
 * The words of a short English sentence that nobody said in the lines that it cites. In a longer one, other words for the
 * same are too many to tell; one that names a fact of these lines is compared with it by rules.
 *
 * @param facts the names of the facts of these lines
 * @example
 * unsaidOfFew('The patient is to stay a few days.', 'If it was more than five days, we begin again.'); // ['stai']
 */
export function unsaidOfFew(sentence: string, cited: string, facts: readonly string[] = []): readonly string[] {
  const own = ownWords(sentence);
  const named = tellingWords(facts.join('\n'));
  if (own.length > few || own.some((word) => isIn(named, word))) return [];
  const words = tellingWords(cited);
  return own.filter((word) => !isIn(words, word));
}
