import type { RulesLanguage } from 'chronoscribe/language';

/**
 * Writes a phrase as its source spells it: `l5` as `L5`, `x ray` as `x-ray`, `mri` as `MRI`. A word that only begins a
 * sentence with a capital stays small.
 *
 * @param text in lower case
 * @param source the texts of the passages
 */
export function asInSource(text: string, source: string, language: RulesLanguage): string {
  return joined(text, source).replace(/[\p{Ll}0-9]+(?:-[\p{Ll}0-9]+)*(?:'[a-z]+)?/gu, (word) => {
    if (!/\p{L}/u.test(word)) return word;
    const said = [...source.matchAll(new RegExp(`(?<![\\p{L}\\d_-])${word}(?![\\p{L}\\d_-])`, 'giu'))];
    // In German a capital tells a noun.
    if (language === 'de' && said[0] !== undefined) return noNoun.test(word) ? word : said[0][0];
    const capital = said.find(({ 0: each, index }) => each !== word && !beginsSentence(each, source.slice(0, index)));
    return said.some(([each]) => each === word) ? word : (capital?.[0] ?? word);
  });
}

const noNoun = /^(?:gegen|nein|verneint|abgesetzt|abgelehnt|fraglich|früher|gefragt|unklar|der|in|bei|und|am|im)$/;

/** `X ray` with the hyphen that the source has. */
function joined(text: string, source: string): string {
  const hyphenated = source.toLowerCase().match(/\b[a-z0-9]+(?:-[a-z0-9]+)+\b/g) ?? [];
  return hyphenated
    .filter((word) => /[a-z]/.test(word))
    .reduce((said, word) => said.replace(new RegExp(`\\b${word.replaceAll('-', ' ')}\\b`, 'g'), word), text);
}

/** `Numbness`, but not `MRI` or `L5`. */
function beginsSentence(word: string, before: string): boolean {
  return /^[A-Z][a-z']*$/.test(word) && /(?:^|[.?!:–]["”]?)\s*$/.test(before);
}
