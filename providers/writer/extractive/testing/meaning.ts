import { genericName, isContentWord, stem, tokenizeWords } from 'chronoscribe/language';

/** The only words that the writer adds. */
const ownWords =
  /\bthe patient(?:'s)?(?: reports| denies)?\b|^(?:impression:|concern\b|reports\b|denies\b)|\b(?:plan to|will)\b/gi;

/** The name of what a decision is on: `Tamsulosin: the patient should take it at night.` */
const label = /^([\p{L} -]{1,30}): /u;

/**
 * Tells whether the cited texts contain every content word of a statement in the same order. The words of an answer may
 * stand within those of its question, each of the two in its order: `The patient has taken Tylenol for the pain.` A label
 * is what somebody named, perhaps by the name of the trade.
 */
export function isSaidIn(statement: string, cited: readonly string[]): boolean {
  const [name = ''] = label.exec(statement)?.slice(1) ?? [];
  const named = new Set(
    cited.flatMap((text) => tokenizeWords(text.toLowerCase()).flatMap((word) => genericName(word) ?? [])),
  );
  const isNamed = named.has(name.toLowerCase()) || meaning(name).every((word) => cited.flatMap(meaning).includes(word));
  const told = meaning((isNamed ? statement.replace(label, '') : statement).replace(ownWords, ' '));
  const asks = cited.findIndex((text) => text.includes('?'));
  const [question, rest] = [cited.slice(0, asks + 1), cited.slice(asks + 1)].map((texts) => texts.flatMap(meaning));
  return isWoven(told, question ?? [], rest ?? []);
}

/** Whether words are those of two sources, each in its order. */
function isWoven(words: readonly string[], one: readonly string[], other: readonly string[]): boolean {
  let reached = new Set(['0 0']);
  for (const word of words) {
    const next = [...reached].flatMap((places) => {
      const [first = 0, second = 0] = places.split(' ').map(Number);
      const [inOne, inOther] = [one.indexOf(word, first), other.indexOf(word, second)];
      return [
        ...(inOne === -1 ? [] : [`${inOne + 1} ${second}`]),
        ...(inOther === -1 ? [] : [`${first} ${inOther + 1}`]),
      ];
    });
    reached = new Set(next);
  }
  return reached.size > 0;
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
