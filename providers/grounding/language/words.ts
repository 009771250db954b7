import { remembered } from './remembered.ts';
import { everydayWords } from './word-lists.ts';

/** A word in any script. In scripts without spaces each character counts as one. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)*/gu;

/** English stop words. Forms with an apostrophe are looked up without what follows it. */
const stopWords: ReadonlySet<string> = new Set(everydayWords('stop'));

/** Splits a text into words in lower case, numbers included. */
export function tokenizeWords(text: string): string[] {
  return text.toLowerCase().match(wordPattern) ?? [];
}

/** Tells whether a word in lower case is a content word: not an English stop word. */
export function isContentWord(word: string): boolean {
  return !stopWords.has(beforeApostrophe(word));
}

/** Stems of the content words of a text, in order. */
export const contentWords = remembered((text): readonly string[] =>
  tokenizeWords(text).filter(isContentWord).map(stem),
);

/** Share of English stop words among the words of a text, 0 to 1. */
export function englishFunctionWordShare(text: string): number {
  const all = tokenizeWords(text);
  return all.length === 0 ? 0 : all.filter((word) => !isContentWord(word)).length / all.length;
}

/** Verbs whose past has another stem. */
const irregular: ReadonlyMap<string, string> = new Map(
  everydayWords('irregular').map((pair): [string, string] => {
    const [past = '', verb = ''] = pair.split('=');
    return [past, verb];
  }),
);

/** Returns the stem of an English word: `cough` for `coughing` and `coughs`, `numb` for `numbness`. A stem need not be a word. */
export const stem = remembered(stemOf, 20_000);

function stemOf(word: string): string {
  const said = beforeApostrophe(word);
  const base = irregular.get(said) ?? said;
  if (base.length < 4 || /\d/.test(base)) return base.replace(/ie$/, 'i');
  const singular = base
    .replace(/(?<=[a-z]{3})ness$/, '')
    .replace(/(?<=ss|x|ch|sh)es$|(?<=[^su])s$/, '')
    .replace(/ie$|y$/, 'i');
  const plain = singular.replace(/(?<=[a-z]{3})(?:ing|ed)$/, '').replace(/(?<=[a-z]{3})e$/, '');
  return plain.replace(/([bdgmnprt])\1$/, '$1');
}

function beforeApostrophe(word: string): string {
  const at = word.search(/['’]/);
  return at === -1 ? word : word.slice(0, at);
}
