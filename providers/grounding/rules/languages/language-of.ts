import type { Passage } from 'chronoscribe/kinds/grounding';
import { type RulesLanguage, rulesLanguage } from 'chronoscribe/language';
import type { ReadingLanguage } from '../reading/reading-language.ts';
import { english } from './english.ts';
import { german } from './german.ts';

export const languages: Readonly<Record<RulesLanguage, ReadingLanguage>> = { en: english, de: german };

/**
 * By whose words a source is read.
 *
 * @param language BCP 47; null if unknown
 * @returns null if no rules may read it
 */
export function languageOf(language: string | null, passages: readonly Passage[]): ReadingLanguage | null {
  const code = rulesLanguage(
    language,
    passages.map(({ text }) => text),
  );
  return code === null ? null : languages[code];
}
