/**
 * Writes a phrase as its source spells it: `l5` as `L5`, `x ray` as `x-ray`, `mri` as `MRI`. A word that only begins a
 * sentence with a capital stays small.
 *
 * @param text in lower case
 * @param source the texts of the passages
 */
export function asInSource(text: string, source: string): string {
  return joined(text, source).replace(/[a-z0-9]+(?:-[a-z0-9]+)*(?:'[a-z]+)?/g, (word) => {
    if (!/[a-z]/.test(word)) return word;
    const said = [...source.matchAll(new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'gi'))];
    const capital = said.find(({ 0: each, index }) => each !== word && !beginsSentence(each, source.slice(0, index)));
    return said.some(([each]) => each === word) ? word : (capital?.[0] ?? word);
  });
}

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
