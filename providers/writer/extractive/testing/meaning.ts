import { isContentWord, stem, tokenizeWords } from '../../grounding/words.ts';

/** The only words that the writer adds: it tells of the patient, who reports or denies. */
const ownWords = /\bthe patient(?:'s)?(?: reports| denies)?\b/gi;

/** Whether every word of a statement that carries meaning stands in the texts that it cites, in the same order. */
export function isSaidIn(statement: string, cited: readonly string[]): boolean {
  const source = cited.flatMap(meaning);
  let from = 0;
  return meaning(statement.replace(ownWords, ' ')).every((word) => {
    const at = source.indexOf(word, from);
    from = at + 1;
    return at !== -1;
  });
}

/** The words that carry what is said, in one form for all persons: `think` and `thinks` carry nothing. */
function meaning(text: string): string[] {
  return tokenizeWords(text.replace(/ (?=n't|'(?:s|m|re|ve|ll|d)\b)/gi, ''))
    .filter(isContentWord)
    .map(inOneForm)
    .filter(isContentWord)
    .map(stem);
}

function inOneForm(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(?<=sh|ch|x|ss|o)es$|(?<=[^s])s$/, '');
}
