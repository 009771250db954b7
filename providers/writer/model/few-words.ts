import { contentWords, normalizeSynonyms, numbersToDigits, reportingWords } from 'chronoscribe/language';

/** Of two words, one that the lines have by chance is half of what a sentence says. */
const few = 3;
/** Forms of one word begin with the same letters: `stopped`, `stopping`. */
const sharedStart = 4;

/**
 * The words of a short English sentence that nobody said in the lines that it cites. In a longer one, other words for the
 * same are too many to tell; one that names a fact of these lines is compared with it by rules.
 *
 * @param facts the names of the facts of these lines
 * @example
 * unsaidOfFew('The patient is to stay a few days.', 'If it was more than five days, we begin again.'); // ['stai']
 */
export function unsaidOfFew(sentence: string, cited: string, facts: readonly string[] = []): readonly string[] {
  const wordsOf = (text: string) => contentWords(numbersToDigits(normalizeSynonyms(text)));
  const own = new Set(wordsOf(sentence).filter((word) => !reportingWords.has(word) && !/\d/.test(word)));
  const isIn = (words: readonly string[], word: string) =>
    words.some(
      (other) => other === word || (word.length >= sharedStart && other.startsWith(word.slice(0, sharedStart))),
    );
  const named = wordsOf(facts.join('\n'));
  if (own.size > few || own.values().some((word) => isIn(named, word))) return [];
  const said = wordsOf(cited);
  return [...own].filter((word) => !isIn(said, word));
}
