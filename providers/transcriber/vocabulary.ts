import { commonMedicines } from 'chronoscribe/language';
import { z } from 'zod';

/** Stands in the list for the names of common medicines. */
const medicines = '$medicines';

/**
 * The setting `vocabulary`: words that a recogniser should expect, such as names of medicines. The entry `$medicines`
 * stands for the names of common ones.
 *
 * @param limits the most terms, the most words of a term, and the most characters of all terms together
 */
export function vocabularySetting(limits: {
  readonly terms: number;
  readonly words: number;
  readonly characters: number;
}) {
  const { terms, words, characters } = limits;
  return z
    .array(
      z
        .string()
        .trim()
        .min(1)
        .regex(/^[^\p{C}]*$/u, 'must be one line')
        .refine((term) => term.split(/\s+/).length <= words, `must have at most ${words} words`),
    )
    .transform((all) => [...new Set(all.flatMap((term) => (term === medicines ? commonMedicines : [term])))])
    .refine((all) => all.length <= terms, `must have at most ${terms} terms, those of ${medicines} included`)
    .refine(
      (all) => all.join(', ').length <= characters,
      `must have at most ${characters} characters together, those of ${medicines} included: name the words that are misheard`,
    )
    .default([]);
}
