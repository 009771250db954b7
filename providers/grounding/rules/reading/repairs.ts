import type { RepairWords } from './reading-language.ts';

const longestCorrection = 9;
/** How many words may stand between what is corrected and its correction: `das rechte Knie tut weh, nein, links`. */
const reach = 8;

/**
 * Speech in which a side or a level is corrected, as it was meant: `rechts, nein, links am Knie` becomes `links am Knie`.
 * English is read as it was meant before it is divided into words (`asMeant`).
 *
 * @param textOf the text of a word, in lower case
 */
export function repaired<T>(words: readonly T[], textOf: (word: T) => string, by: RepairWords): readonly T[] {
  const { sorts, filler, determiner } = by;
  const text = (at: number) => (at < words.length && at >= 0 ? textOf(words[at] as T) : '');
  const replaced = new Map<number, number>();
  const dropped = new Set<number>();
  for (let second = 1; second < words.length; second += 1) {
    const sort = sorts.find((each) => each.test(text(second)));
    if (sort === undefined) continue;
    let start = second;
    while (determiner.test(text(start - 1))) start -= 1;
    let from = start;
    while (from > 0 && start - from < longestCorrection && filler.test(text(from - 1))) from -= 1;
    const correction = Array.from({ length: start - from }, (_, index) => text(from + index));
    if (!isCorrection(correction, by)) continue;
    const first = lastBefore(text, from, sort);
    if (first === undefined || text(first) === text(second)) continue;
    const isBeside =
      first >= from - 2 && [...Array(from - first - 1).keys()].every((at) => determiner.test(text(first + 1 + at)));
    for (let at = isBeside ? first : from; at < second + (isBeside ? 0 : 1); at += 1) dropped.add(at);
    if (isBeside) continue;
    replaced.set(first, second);
    // `Mein linker Arm. Nein, mein rechter Arm`
    for (let at = 1; text(second + at) === text(first + at) && first + at < from; at += 1) dropped.add(second + at);
  }
  if (dropped.size === 0) return words;
  return words.flatMap((word, at) => (dropped.has(at) ? [] : [words[replaced.get(at) ?? at] ?? word]));
}

function isCorrection(words: readonly string[], { strong, no: says }: RepairWords): boolean {
  if (words.some((word) => strong.test(word))) return true;
  const no = words.findIndex((word) => says.test(word));
  return no !== -1 && /^[,.]$/.test(words[no - 1] ?? '') && words.length <= 4;
}

function lastBefore(text: (at: number) => string, end: number, sort: RegExp): number | undefined {
  for (let at = end - 1; at >= Math.max(0, end - reach); at -= 1) {
    if (/^[?!;]$/.test(text(at))) return undefined;
    if (sort.test(text(at))) return at;
  }
  return undefined;
}
