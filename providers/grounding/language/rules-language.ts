import { isEnglish } from './is-english.ts';
import { englishFunctionWordShare, tokenizeWords } from './words.ts';

/** A language with rules. */
export type RulesLanguage = 'en' | 'de';

/**
 * The one place where it is decided by which rules a source is read.
 *
 * @param language BCP 47; null if unknown
 * @returns null if no rules may read it: another language, or several
 */
export function rulesLanguage(language: string | null, texts: readonly string[]): RulesLanguage | null {
  const isStated = language !== null && /^de\b/i.test(language);
  // A short text without English words may pass for English: German is tried first.
  if ((isStated || language === null) && isGerman(texts, isStated)) return 'de';
  return isEnglish(language, texts) ? 'en' : null;
}

const functionWords: ReadonlySet<string> = new Set(
  'der die das den dem des ein eine einen einem einer kein keine keinen und oder aber nicht mit von vom zu zum zur bei beim nach vor seit auf an am im aus für wegen ohne ich sie er wir es mir mich ihr ihre ihren ihnen mein meine meinen ist sind war hat habe haben hatte nehme nehmen wird werden wurde kann auch noch nur jetzt dann wenn falls dass weil wie täglich morgens abends rechts links beidseits zustand verdacht ausschluss bedarf nein ja heute gestern komma punkt absatz doppelpunkt'.split(
    ' ',
  ),
);
/** Words of both languages. */
const shared: ReadonlySet<string> = new Set('was her die so am in an will hat man war also on arm'.split(' '));
const leastShare = 0.12;
const leastEnglish = 0.2;
/** In words. Shorter parts are names, numbers and rows of tables. */
const leastPart = 5;
const mostForeign = 0.05;

/**
 * Whether texts are German as a whole, so that rules for German may read them: by their function words, of which a
 * dictation that is stated to be German may have few, and without a part in another language.
 *
 * @example
 * isGerman(['Ich habe seit drei Tagen Husten.', 'Kein Fieber.']); // true
 * isGerman(['Ich habe Husten.', 'I have had it for three days, and no fever.']); // false
 */
function isGerman(texts: readonly string[], isStated = false): boolean {
  let [own, all, foreign] = [0, 0, 0];
  for (const text of texts.flatMap((each) => each.split(/(?<=[.?!])\s/))) {
    const words = tokenizeWords(text);
    const german = words.filter((word) => functionWords.has(word)).length;
    all += words.length;
    own += german;
    if (words.length >= leastPart && englishShare(words) > Math.max(german / words.length, leastEnglish))
      foreign += words.length;
  }
  return own >= (isStated ? 0 : leastShare) * all && foreign <= mostForeign * all && (own > 0 || isStated);
}

function englishShare(words: readonly string[]): number {
  return englishFunctionWordShare(words.filter((word) => !shared.has(word)).join(' '));
}
