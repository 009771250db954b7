import type { FactDraft } from './fact-draft.ts';

/**
 * Tells the drafts of one name apart by their places: pain in the left knee and pain in the right shoulder are two facts.
 * A place that only says more (`knee`, `left knee`) is the same, and a draft without a place belongs to the one before it.
 *
 * @returns for each draft the place of its fact
 */
export function placesApart(
  drafts: readonly FactDraft[],
  nameOf: (draft: FactDraft) => string,
): ReadonlyMap<FactDraft, string> {
  const found = new Map<FactDraft, string>();
  for (const group of Map.groupBy(drafts, nameOf).values()) {
    const places: { key: string; words: ReadonlySet<string> }[] = [];
    for (const draft of group) {
      const words = new Set((draft.place ?? '').split(' ').filter((word) => word !== ''));
      const same =
        words.size === 0
          ? places.at(-1)
          : places.find((other) => includes(words, other.words) || includes(other.words, words));
      if (same === undefined) places.push({ key: [...words].join(' '), words });
      else if (includes(words, same.words)) same.words = words;
      found.set(draft, same?.key ?? [...words].join(' '));
    }
  }
  return found;
}

function includes(all: ReadonlySet<string>, some: ReadonlySet<string>): boolean {
  return [...some].every((word) => all.has(word));
}
