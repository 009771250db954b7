/** A word of any script; in scripts that put no space between words, each character counts as one. */
const wordPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)*/gu;

/** English words that say nothing about a subject. Forms with an apostrophe are found by what stands before it. */
const stopWords: ReadonlySet<string> = new Set(
  `a about actually after again ain anything anyone all alright also am an and any are aren as at away back be because been before being bit but by can
  cannot could couldn did didn do does doesn doing don done down each either else else everything even ever every few for from get gets getting go goes
  going gon gonna good got gotten great had hadn has hasn have haven having he hello her here hers herself hey hi him himself his hm hmm how i
  if in into is isn it its itself just kind know let like little ll look looking lot m made make maybe me mean mhm might mm mm-hmm more most
  much must mustn my myself n na no nor not nothing now of off oh ok okay on once one only or other our ours out over own probably quite re really
  right s said say says see shall she should shouldn so some something sort still such sure t tell than thank thanks that the their them
  themselves then there these they thing things think this those though to too um uh up us ve very wan wanna want was wasn way we well went were
  weren what when where whether which while who whom why will with without won would wouldn yeah yep yes yet you your yours yourself`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** The words of a text in lower case, numbers included. */
export function tokenizeWords(text: string): string[] {
  return text.toLowerCase().match(wordPattern) ?? [];
}

/** Whether a word, in lower case, names a thing, a quality or an act. */
export function isContentWord(word: string): boolean {
  return !stopWords.has(beforeApostrophe(word));
}

/** The words that carry the subject of a text, each as its stem, in order. */
export function contentWords(text: string): string[] {
  return tokenizeWords(text).filter(isContentWord).map(stem);
}

/** How much of a text consists of English function words, 0 to 1. */
export function englishFunctionWordShare(text: string): number {
  const all = tokenizeWords(text);
  return all.length === 0 ? 0 : all.filter((word) => !isContentWord(word)).length / all.length;
}

/** One form for the inflections of an English word: `coughing` and `coughs` are `cough`. Not always a word itself. */
export function stem(word: string): string {
  const base = beforeApostrophe(word);
  if (base.length < 4 || /\d/.test(base)) return base;
  const singular = base.replace(/(?<=ss|x|ch|sh)es$|(?<=[^su])s$/, '').replace(/ie$|y$/, 'i');
  const plain = singular.replace(/(?<=[a-z]{3})(?:ing|ed)$/, '').replace(/(?<=[a-z]{3})e$/, '');
  return plain.replace(/([bdgmnprt])\1$/, '$1');
}

function beforeApostrophe(word: string): string {
  return word.split(/['’]/, 1)[0] ?? word;
}
