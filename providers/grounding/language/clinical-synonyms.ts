import { genericName } from './medicines.ts';
import { remembered } from './remembered.ts';
import { entriesOf } from './word-lists.ts';

/** Whose part of the body it is. */
const whose = "(?:(?:my|his|her|your|their|the(?: patient['’]s)?) )?";

/**
 * Groups of clinical synonyms: the canonical name and a pattern of its synonyms, as `terms/synonyms.txt` lists them.
 */
const groups = entriesOf('synonyms.txt').map(([name, said]) => [name, said.replaceAll('WHOSE', whose)] as const);

const names: ReadonlyMap<string, RegExp> = new Map(
  groups.map(([name, spellings]) => [name, new RegExp(`^(?:${spellings})$`, 'i')]),
);
const anySpelling = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${groups.flatMap(([, spellings]) => spellings).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);
/** Abbreviations as speech recognisers write them: `C T scan`, `H I V`. */
const spelledOut = /(?<![\p{L}\p{N}'’.])\p{Lu}(?:[ .]\p{Lu})+(?![\p{L}\p{N}'’])/gu;

/**
 * Replaces every synonym by its canonical name: `short of breath` and `SOB` become `dyspnea`.
 *
 * @param text any text
 * @returns the text with canonical names, generic names of medicines included
 */
export const normalizeSynonyms = remembered((text) =>
  text
    .replace(spelledOut, (letters) => letters.replace(/[ .]/g, ''))
    .replace(anySpelling, nameOf)
    .replace(/\p{L}+/gu, (word) => genericName(word.toLowerCase()) ?? word),
);

/** A word or a synonym of several words, by its canonical name. */
export interface NamedSpan {
  readonly name: string;
  /** Indexes of its first word and of the word after it. */
  readonly from: number;
  readonly to: number;
}

/** The words of a text that has blanks between them, in lower case, with those of a synonym as one. */
export const namedSpans = remembered((text): readonly NamedSpan[] => {
  const words = text.split(' ');
  const spans: NamedSpan[] = [];
  let [from, offset] = [0, 0];
  const upTo = (end: number) => {
    while (offset < end && from < words.length) {
      const word = words[from] ?? '';
      spans.push({ name: genericName(word) ?? word, from, to: from + 1 });
      offset += word.length + 1;
      from += 1;
    }
  };
  for (const { 0: said, index } of text.matchAll(anySpelling)) {
    upTo(index);
    if (offset > index) continue;
    const to = from + said.split(' ').length;
    spans.push({ name: nameOf(said), from, to });
    [from, offset] = [to, index + said.length + 1];
  }
  upTo(text.length);
  return spans;
});

function nameOf(said: string): string {
  for (const [name, spellings] of names) if (spellings.test(said)) return name;
  return said;
}
