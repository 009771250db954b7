import { isContentWord, stem, tokenizeWords } from 'chronoscribe/language';

/** The only words that the writer adds. */
const ownWords =
  /\bthe patient(?:'s)?(?: reports| denies)?\b|^(?:impression:|concern\b|reports\b|denies\b)|\b(?:plan to|will)\b/gi;

/** Tells whether the cited texts contain every content word of a statement in the same order. */
export function isSaidIn(statement: string, cited: readonly string[]): boolean {
  const source = cited.flatMap(meaning);
  let from = 0;
  return meaning(statement.replace(ownWords, ' ')).every((word) => {
    const at = source.indexOf(word, from);
    from = at + 1;
    return at !== -1;
  });
}

/** The content words in one form for all persons. */
function meaning(text: string): string[] {
  return tokenizeWords(text.replace(/ (?=n't|'(?:s|m|re|ve|ll|d)\b)/gi, ''))
    .filter(isContentWord)
    .map(inOneForm)
    .filter(isContentWord)
    .map(stem);
}

/** `Have you ever …? – No.` is told as `never`. */
function inOneForm(word: string): string {
  if (word === 'never') return 'ever';
  return word.replace(/ies$/, 'y').replace(/(?<=sh|ch|x|ss|o)es$|(?<=[^s])s$/, '');
}
