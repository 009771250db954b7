import { z } from 'zod';

/**
 * The setting `vocabulary`: words that a recogniser should expect, such as names of medicines.
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
    .max(terms)
    .refine(
      (all) => all.join(', ').length <= characters,
      `must have at most ${characters} characters together: name the words that are misheard`,
    )
    .default([]);
}
