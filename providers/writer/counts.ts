import { digitsFor } from './number-words.ts';
import { isUnit } from './quantities.ts';
import { contentWords, isContentWord, stem } from './words.ts';

/** A counted thing stands within so many words behind its number: `2 packs`, `3 older brothers`. */
const reach = 2;

/** What is counted by which numbers: `pack` by 2; ranges by both their ends. */
function countsIn(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const tokens = digitsFor(text.toLowerCase()).match(/\d+(?:[.,:/]\d+)*|[\p{L}]+|[.;,?!]/gu) ?? [];
  const counts = new Map<string, Set<string>>();
  tokens.forEach((token, at) => {
    if (!/^\d/.test(token)) return;
    const [thing] = following(tokens, at);
    if (thing !== undefined) counts.set(thing, (counts.get(thing) ?? new Set()).add(token));
  });
  return counts;
}

function following(tokens: readonly string[], at: number): string[] {
  const rest = tokens.slice(at + 1, at + 3 + reach);
  // `2 to 3 packs`: the first is counted as the second is.
  const range = /^(?:to|or|and)$/.test(rest[0] ?? '') && /^\d/.test(rest[1] ?? '') ? 2 : 0;
  const near = rest.slice(range, range + reach);
  const end = near.findIndex((token) => /[.;,?!\d]/.test(token));
  // What is measured is compared as a quantity.
  if (near.some(isUnit)) return [];
  return contentWords((end === -1 ? near : near.slice(0, end)).filter(isContentWord).join(' '));
}

/** Whether a statement counts a thing otherwise than its source, where that counts it too: three packs for two. */
export function wrongCount(source: string, statement: string): boolean {
  const said = countsIn(source);
  return [...countsIn(statement)].some(([thing, numbers]) => {
    const sources = said.get(stem(thing));
    return sources !== undefined && [...numbers].some((number) => !sources.has(number));
  });
}
