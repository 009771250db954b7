import type { AssertionTable, Rules } from './table.ts';

/** A word, or phrases, one of which stands in a place of a cue. */
interface Element {
  readonly words: ReadonlySet<string>;
  readonly phrases: readonly Pattern[];
  readonly isOptional: boolean;
  readonly hasMark: boolean;
  /** Only its words match it. */
  readonly isPlain: boolean;
}
type Pattern = readonly Element[];

/** A cue that can be looked for. */
export interface Cue {
  readonly rules: Rules;
  readonly head: Pattern;
  /** What follows the place of the term; null if the cue has no such place. */
  readonly tail: Pattern | null;
  readonly over: ReadonlySet<string> | null;
  readonly needs: ReadonlySet<string> | null;
}

/** Whether the token at an index is the start of another term. */
export type IsTerm = (at: number) => boolean;

/** Cues by their first words, so that a token is compared with the few that can begin there. */
export type CueIndex = ReadonlyMap<string, readonly Cue[]>;

export const termMark = '<term>';
const yearMark = '<year>';
const numberMark = '<number>';

export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/[\s|]+/).filter((word) => word !== ''));
}

export function indexCues({ rules, words }: AssertionTable): CueIndex {
  const index = new Map<string, Cue[]>();
  for (const group of rules) {
    const over = group.over === undefined ? null : wordSet(named(group.over, words));
    const needs = group.needs === undefined ? null : wordSet(named(group.needs, words));
    for (const line of group.cues.split('\n').map((each) => each.trim())) {
      if (line === '') continue;
      const [head = '', tail] = named(line, words).split(' .. ');
      const cue = { rules: group, head: parse(head), tail: tail === undefined ? null : parse(tail), over, needs };
      for (const word of firstWords(cue.head)) {
        const own = index.get(word);
        if (own === undefined) index.set(word, [cue]);
        else own.push(cue);
      }
    }
  }
  return index;
}

function named(text: string, words: AssertionTable['words']): string {
  return text.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const list = words[name];
    if (list === undefined) throw new Error(`The table of cues has no words called ${name}: "${text}".`);
    return `(${named(list, words)
      .trim()
      .replaceAll(/\s*\|\s*/g, '|')})`;
  });
}

/** Splits at what stands outside of brackets. */
function splitOutside(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === separator && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${letter}`);
  }
  return parts.filter((part) => part !== '');
}

function parse(text: string): Pattern {
  return splitOutside(text, ' ').map((part) => {
    const isOptional = part.endsWith('?');
    const bare = isOptional ? part.slice(0, -1) : part;
    const alternatives = bare.startsWith('(') ? flat(bare) : [];
    const words = new Set(bare.startsWith('(') ? alternatives.filter((each) => !/[ ()?]/.test(each)) : [bare]);
    const phrases = alternatives.filter((each) => !words.has(each)).map(parse);
    const hasMark = [termMark, yearMark, numberMark].some((mark) => words.has(mark));
    return { words, phrases, isOptional, hasMark, isPlain: !isOptional && !hasMark && phrases.length === 0 };
  });
}

/** The alternatives of a bracket, with those of brackets inside of it that are alternatives themselves. */
function flat(bracket: string): string[] {
  return splitOutside(bracket.slice(1, -1), '|').flatMap((each) =>
    each.startsWith('(') && each.endsWith(')') && splitOutside(each, ' ').length === 1 ? flat(each) : [each],
  );
}

function firstWords(pattern: Pattern): ReadonlySet<string> {
  const [first, ...rest] = pattern;
  if (first === undefined) return new Set();
  const own = [...first.words, ...first.phrases.flatMap((phrase) => [...firstWords(phrase)])];
  return new Set(first.isOptional ? [...own, ...firstWords(rest)] : own);
}

/** The index after the longest match of a pattern, from one of its elements on; -1 without one. */
export function matchEnd(pattern: Pattern, tokens: readonly string[], at: number, isTerm: IsTerm, next = 0): number {
  const element = pattern[next];
  if (element === undefined) return at;
  let longest = element.isOptional ? matchEnd(pattern, tokens, at, isTerm, next + 1) : -1;
  const word = tokens[at];
  if (word === undefined) return longest;
  const isMarked = element.hasMark && ((element.words.has(termMark) && isTerm(at)) || isNumber(element, word));
  if (isMarked || element.words.has(word))
    longest = Math.max(longest, matchEnd(pattern, tokens, at + 1, isTerm, next + 1));
  for (const phrase of element.phrases) {
    const end = phrase[0]?.words.has(word) === false && phrase[0].isPlain ? -1 : matchEnd(phrase, tokens, at, isTerm);
    if (end !== -1) longest = Math.max(longest, matchEnd(pattern, tokens, end, isTerm, next + 1));
  }
  return longest;
}

function isNumber({ words }: Element, word: string): boolean {
  return (words.has(yearMark) && /^(?:19|20)\d\d$/.test(word)) || (words.has(numberMark) && /^\d/.test(word));
}
