import { isSameSort, type Value, valueAt } from './correctable-values.ts';
import { isCommand } from './markers.ts';
import { begun, isWord, type Said, spaced, type Told, toldFrom } from './said.ts';

/** Words between a marker and what is meant: `it was`, `in the`. */
const leading =
  /^(?:it's|it|is|was|that's|that|should|be|i|meant|mean|make|the|a|an|my|your|his|her|their|on|in|at|of|to|for|about|around|from)$/;
const copula = /^(?:is|was|be|it's|that's)$/;
/** What follows is said of the value itself, which then is no correction: `the right was injected`. */
const predicate =
  /^(?:is|are|was|were|has|have|had|does|did|do|will|would|can|should|hurts?|keeps?|feels?|looks?|i|he|she|they|we|you|it|there|too|also|as|more|or)$/;
const determiner = /^(?:the|a|an|my|your|his|her|their|in|on|at|of|to|for|from|with)$/;
const preposition =
  /^(?:in|on|at|of|to|for|from|with|by|after|before|and|or|is|was|are|were|has|had|takes?|took|goes|went)$/;
/** `Make it 20 mg after a week` */
const laterOn = /^(?:after|in|from|once|if|when|by|until|next|then)$/;
const addition = /^(?:too|also|plus|another|well|together|one)$/;

/** In words. */
const reach = 10;
const longestLead = 5;
const longestObject = 4;
/** In characters. */
const shortestName = 4;
const longestRest = 14;

/** `10 mg, no, 20 mg`; `my right knee hurts, sorry, left`. */
export function byValue(said: Said, again: Said, mark: string, isSure: boolean): Told | undefined {
  let first = 0;
  while (first <= longestLead && leading.test(again.words[first] ?? '')) first += 1;
  const own = valueAt(again.words, first);
  if (own === undefined) return undefined;
  const taken = lastOf(said, own, again.words.slice(first, own.to).join(' '));
  if (taken === undefined) return undefined;
  const rest = again.words.slice(own.to);
  const between = said.words.slice(taken.to);
  // `4 ounces every 3 hours, no wait, 3 ounces every 4 hours`: which of two is meant by which is not known.
  if (/^number/.test(own.sort) && numbersIn(rest) > 0 && numbersIn(said.words) > 1 && !isWithin(rest, between))
    return undefined;
  const hasCopula = again.words.slice(0, first).some((word) => copula.test(word));
  if (!hasCopula && predicate.test(rest[0] ?? '')) return undefined;
  if (rest.some((word) => addition.test(word) && word !== 'one')) return undefined;
  if (/make/i.test(mark) && !isCommand.test(mark) && laterOn.test(rest[0] ?? '')) return undefined;
  // Without a word of correction only a value alone, or with what was said with the one before it.
  const repeats = isWithin(rest, between);
  // `The left ankle, no, the right ankle, no bruising`
  const pause = rest.indexOf(',');
  const goesOn = pause > 0 && isWithin(rest.slice(0, pause), between) ? pause : 0;
  const isBeside = !between.some(isWord);
  if (!isSure && !repeats && goesOn === 0 && !(isBeside && /^number ./.test(own.sort))) return undefined;
  if (/actually|i mean\b/i.test(mark) && !/make|,/.test(mark) && !repeats) return undefined;
  const value = again.parts.slice(first, own.to).join('');
  const spared = said.words.slice(0, taken.from);
  const kept = said.parts.slice(0, taken.from).join('');
  const tail = said.parts
    .slice(taken.to)
    .join('')
    .replace(/(?:[\s,.;]|\b(?:or|and)\b)+$/iu, '');
  const unit = unitOf(said, taken, own);
  const opened = spared.length === 0 ? begun(said, value) : spaced(value);
  // `The left hip is fine it's the – sorry, the right hip is fine it's the left that hurts`
  const repeated = restated(rest, between) || goesOn;
  if (repeated > 0) {
    const others = again.parts.slice(own.to + repeated).join('');
    return {
      kept,
      taken: again.parts.slice(own.to, own.to + repeated).join(''),
      meant: `${opened}${unit}${tail}${others}`,
    };
  }
  if (repeats) return { kept, taken: again.parts.slice(own.to).join(''), meant: `${opened}${unit}${tail}` };
  if (isBeside || /^(?:,|one$|and$|with$)/.test(rest[0] ?? '')) {
    const others = again.parts.slice(own.to + (rest[0] === 'one' ? 1 : 0)).join('');
    return { kept, taken: '', meant: `${opened}${unit}${tail}${others}` };
  }
  return undefined;
}

function numbersIn(words: readonly string[]): number {
  return words.filter((_, at) => valueAt(words, at)?.sort.startsWith('number') === true).length;
}

function unitOf({ parts }: Said, taken: Taken, own: Value): string {
  if (own.sort !== 'number' || taken.sort === 'number') return '';
  return parts.slice(taken.number, taken.to).join('');
}

interface Taken extends Value {
  readonly from: number;
  /** The index after the number itself, before its unit. */
  readonly number: number;
}

/** The last value of a sort, if another may have been meant. */
function lastOf({ words }: Said, { sort }: Value, meant: string): Taken | undefined {
  let last: Taken | undefined;
  for (let from = Math.max(0, words.length - reach - 4); from < words.length; from += 1) {
    const found = valueAt(words, from);
    if (found === undefined) continue;
    if (isSameSort(sort, found.sort))
      last = { ...found, from, number: found.sort === 'number' ? found.to : found.to - 1 };
    from = found.to - 1;
  }
  if (last === undefined || words.slice(last.from, last.to).join(' ') === meant) return undefined;
  // `Two puffs of 30`: what is bare is no part of another amount.
  const isApart = sort.startsWith('number ') && last.sort === 'number' && words.slice(last.to).some(isWord);
  return isApart || words.length - last.to > reach ? undefined : last;
}

/** How many words repeat all that followed a value, before others; 0 if they do not, or it is one. */
function restated(rest: readonly string[], between: readonly string[]): number {
  const before = between.filter(isWord);
  const isSame = before.length > 1 && before.every((word, at) => rest[at] === word);
  return isSame && rest.length > before.length ? before.length : 0;
}

/** Whether the last value of its sort is this one. */
export function isLastValue(words: readonly string[], word: string): boolean {
  const own = valueAt([word], 0);
  const last = own === undefined ? undefined : lastOf({ parts: words, words }, own, '');
  return last !== undefined && words[last.from] === word;
}

const changes =
  /^(?:leave|keep|stop|start|continue|hold|pause|increase|decrease|reduce|double|halve|raise|lower|restart|resume|switch)$/;

/** `Increase the tiotropium, no, leave it as it is`. */
export function byVerb(said: Said, again: Said): Told | undefined {
  const verb = again.words[0] === "let's" ? 1 : 0;
  const from = said.words.findLastIndex((word) => changes.test(word));
  const object = said.words.slice(from + 1).filter(isWord);
  if (from === -1 || object.length > longestObject || !changes.test(again.words[verb] ?? '')) return undefined;
  const own = again.words.slice(verb + 1);
  if (/^(?:it|that|them)$/.test(own[0] ?? '') && object.length > 0) {
    const named = said.parts.slice(from + 1, from + 1 + object.length).join('');
    const parts = [...again.parts.slice(verb, verb + 1), named, ...again.parts.slice(verb + 2)];
    return toldFrom(said, from, { ...again, parts });
  }
  const isSame = object.length === 0 || own.some((word) => word.length >= shortestName && object.includes(word));
  return isSame ? toldFrom(said, from, { ...again, parts: again.parts.slice(verb) }) : undefined;
}

/** Whether words repeat some of others, in their order. */
function isWithin(words: readonly string[], others: readonly string[]): boolean {
  let at = 0;
  return words.filter(isWord).every((word) => {
    const next = others.indexOf(word, at);
    at = next + 1;
    return next !== -1;
  });
}

/** `He will go back, delete that, he will go forward`. */
export function begunAgain(said: Said, again: Said, mark: string): Told | undefined {
  const [one = '', other = ''] = again.words;
  // `I mean` explains a sentence more often than it takes it back.
  if (!isWord(one) || !isWord(other) || (/i mean\b/i.test(mark) && /[.;]/.test(mark))) return undefined;
  const last = said.words.length - 1;
  for (let from = last - 1; from >= Math.max(0, last - longestRest); from -= 1) {
    if (!isAlike(said.words[from], one) || said.words[from + 1] !== other) continue;
    const length = said.words.slice(from).filter(isWord).length;
    const isLong = length > again.words.filter(isWord).length + 3;
    if (again.words.join(' ') === said.words.slice(from).join(' ')) return undefined;
    if (isLong && !(isCommand.test(mark) && from === 0)) return undefined;
    return toldFrom(said, from, again);
  }
  return undefined;
}

const isAlike = (one: string | undefined, other: string) =>
  one === other || (/^(?:s?he|they)$/.test(one ?? '') && /^(?:s?he|they)$/.test(other));

/** `A fracture of the tibia, sorry, the fibula`. */
export function byArticle(said: Said, again: Said, mark: string, isSure: boolean): Told | undefined {
  const [article = ''] = again.words;
  const pause = again.words.indexOf(',');
  const name = again.words.slice(1, pause === -1 ? undefined : pause);
  if (!determiner.test(article) || name.length === 0 || name.length > 3) return undefined;
  if (!isSure && !(/^(?:my|his|her|your)$/.test(article) && pause === -1)) return undefined;
  if (/i mean\b|actually/i.test(mark) && !isKin(name.join(' '))) return undefined;
  if (name.some((word) => preposition.test(word) || addition.test(word) || predicate.test(word))) return undefined;
  const words = said.words.filter((word, at) => isWord(word) || said.words.slice(at).some(isWord));
  const from = words.lastIndexOf(article);
  const taken = words.slice(from + 1);
  if (from === -1 || taken.length === 0 || Math.abs(taken.length - name.length) > 1) return undefined;
  if (taken.some((word) => !isWord(word) || preposition.test(word)) || taken.join(' ') === name.join(' '))
    return undefined;
  return toldFrom(said, from, again);
}

const isKin = (name: string) =>
  /^(?:mother|father|m[ou]m|dad|sister|brother|son|daughter|aunt|uncle|cousin|wife|husband|grand\w+)$/.test(name);
