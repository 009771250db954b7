import { englishFunctionWordShare } from './words.ts';

/** About half of the words in English speech are stop words. In other languages, shared words stay below this share. */
const minEnglishShare = 0.25;
/** Characters of a source that suffice to tell. */
const sampleLength = 20_000;

/**
 * Whether texts are English, so that rules for English may read them. Without a stated language, the share of English
 * stop words decides.
 *
 * @param language BCP 47; null if unknown
 * @example
 * isEnglish(null, ['I have had a cough for two weeks.']); // true
 */
export function isEnglish(language: string | null, texts: readonly string[]): boolean {
  if (language !== null) return /^en\b/i.test(language);
  let sample = '';
  for (const text of texts) {
    if (sample.length >= sampleLength) break;
    sample += ` ${text.slice(0, sampleLength)}`;
  }
  return englishFunctionWordShare(sample) >= minEnglishShare;
}
