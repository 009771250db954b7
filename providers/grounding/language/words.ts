import { remembered } from './remembered.ts';

/** A word in any script. In scripts without spaces each character counts as one. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)*/gu;

/** English stop words. Forms with an apostrophe are looked up without what follows it. */
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
  `began:begin begun:begin bit:bite bitten:bite blew:blow bled:bleed broke:break broken:break brought:bring bought:buy caught:catch chose:choose came:come
  dealt:deal drank:drink drunk:drink drove:drive driven:drive ate:eat eaten:eat fell:fall fallen:fall fed:feed felt:feel fought:fight found:find
  flew:fly forgot:forget forgotten:forget gave:give given:give grew:grow grown:grow heard:hear held:hold kept:keep knew:know known:know
  lay:lie lying:lie laid:lay led:lead lost:lose meant:mean met:meet paid:pay ran:run rose:rise risen:rise saw:see seen:see sent:send
  shook:shake slept:sleep spoke:speak spoken:speak spent:spend stood:stand stuck:stick stung:sting struck:strike swam:swim swept:sweep swung:swing
  swore:swear taught:teach took:take taken:take told:tell thought:think threw:throw thrown:throw tore:tear torn:tear understood:understand
  woke:wake woken:wake awoke:wake wore:wear worn:wear wrote:write written:write children:child feet:foot teeth:tooth women:woman men:man`
    .split(/\s+/)
    .map((pair): [string, string] => {
      const [past = '', verb = ''] = pair.split(':');
      return [past, verb];
    }),
);

/** Returns the stem of an English word: `cough` for `coughing` and `coughs`. A stem need not be a word. */
export const stem = remembered(stemOf, 20_000);

function stemOf(word: string): string {
  const said = beforeApostrophe(word);
  const base = irregular.get(said) ?? said;
  if (base.length < 4 || /\d/.test(base)) return base;
  const singular = base.replace(/(?<=ss|x|ch|sh)es$|(?<=[^su])s$/, '').replace(/ie$|y$/, 'i');
  const plain = singular.replace(/(?<=[a-z]{3})(?:ing|ed)$/, '').replace(/(?<=[a-z]{3})e$/, '');
  return plain.replace(/([bdgmnprt])\1$/, '$1');
}

function beforeApostrophe(word: string): string {
  const at = word.search(/['’]/);
  return at === -1 ? word : word.slice(0, at);
}
