import { isContentWord, stem, tokenizeWords } from 'chronoscribe/language';

/** The only words that the writer adds. */
const ownWords =
  /\bthe patient(?:'s)?(?: reports| denies)?\b|^(?:impression:|concern\b|reports\b|denies\b)|\b(?:plan to|will)\b/gi;

/** The name of what a decision is on, which may be said by another name. */
const label = /^[\p{L} -]{1,30}: /u;

/**
 * Tells whether the cited texts contain every content word of a statement in the same order; the words of an answer may
 * stand within those of its question: `The patient has taken Tylenol for the pain.`
 */
export function isSaidIn(statement: string, cited: readonly string[]): boolean {
  const source = cited.flatMap(meaning);
  const told = meaning(statement.replace(label, '').replace(ownWords, ' '));
  if (cited.some((text) => text.includes('?'))) return told.every((word) => source.includes(word));
  let from = 0;
  return told.every((word) => {
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
