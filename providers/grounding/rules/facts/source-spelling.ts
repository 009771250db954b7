import type { RulesLanguage } from 'chronoscribe/language';
import { remembered } from '../../language/remembered.ts';

/**
 * Writes a phrase as its source spells it: `l5` as `L5`, `x ray` as `x-ray`, `mri` as `MRI`. A word that only begins a
 * sentence with a capital stays small.
 *
 * @param text in lower case
 * @param source the texts of the passages
 */
export function asInSource(text: string, source: string, language: RulesLanguage): string {
  return joined(text, source).replace(
    /[\p{Ll}0-9]+(?:-[\p{Ll}0-9]+)*(?:'[a-z]+)?/gu,
    (word, at: number, all: string) => {
      if (word === '1' && !spellingsIn(source).has(word) && countsNothing(all.slice(0, at), all.slice(at + 1)))
        return 'one';
      if (!/\p{L}/u.test(word)) return word;
      const said = spellingsIn(source).get(word) ?? [];
      // In German a capital tells a noun.
      if (language === 'de' && said[0] !== undefined) {
        const isInner = !/(?:^|[.?!:–] )$/.test(all.slice(0, at)) && said.some((each) => each.word === word);
        return isInner || noNoun.test(word) ? word : said[0].word;
      }
      if (said.some((each) => each.word === word)) return word;
      return said.find((each) => !beginsSentence(each.word, source.slice(0, each.index)))?.word ?? word;
    },
  );
}

/** How a source spells each of its words, by the word in lower case; `patient's` is `patient` too. */
const spellingsIn = remembered((source) => {
  const said = [...source.matchAll(/[\p{L}\d_-]+(?:'[a-z]+)?/giu)].flatMap(({ 0: word, index }) => {
    const [stem = word] = word.split("'");
    return stem === word
      ? { word, index }
      : [
          { word, index },
          { word: stem, index },
        ];
  });
  return Map.groupBy(said, ({ word }) => word.toLowerCase());
});

/** `That's the one`, `one of them`, `one day`, against `1 mg`. */
function countsNothing(before: string, after: string): boolean {
  const isPronoun =
    /\b(?:the|that|this|no|which|any|each|every|another|last|first|little|older|younger|other|right|left|bad|good|new|old|same|only|about|that's|it's) $/i.test(
      before,
    );
  return isPronoun
    ? !/^[./]?\d|^ (?:mg|mcg|ml|g|unit|tablet|pill|percent)/.test(after)
    : /^ (?:of|day|time|thing|who|more time)\b/.test(after);
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
