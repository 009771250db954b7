import { compared } from '../../models/words.ts';

/** Words of the reference that are missing from ours though the recogniser alone has them: two or more in a row. */
export function lostWords(said: readonly string[], ours: readonly string[], bare: readonly string[]): number {
  const [heard, alone] = [compared(said, ours).places, compared(said, bare).places];
  let [lost, run, before] = [0, 0, -1];
  for (const [index, place] of [...heard, ours.length].entries()) {
    if (place === undefined) {
      if (alone[index] !== undefined) run += 1;
      continue;
    }
    // Others may stand in their place: then they were misheard.
    const missing = run - (place - before - 1);
    if (missing >= 2) lost += missing;
    [run, before] = [0, place];
  }
  return lost;
}

/** Words that follow themselves at once, two or more together, more often than in the reference. */
export function doubledWords(said: readonly string[], ours: readonly string[]): number {
  return Math.max(0, repeatedWords(ours) - repeatedWords(said));
}

function repeatedWords(words: readonly string[]): number {
  let repeated = 0;
  for (let at = 0; at < words.length; at += 1) {
    for (let length = 8; length >= 2; length -= 1) {
      const [one, other] = [words.slice(at, at + length), words.slice(at + length, at + 2 * length)];
      if (other.length < length || one.join(' ') !== other.join(' ')) continue;
      repeated += length;
      at += length - 1;
      break;
    }
  }
  return repeated;
}

/** The share of the words that were said by a voice and are heard from the speaker that mostly has that voice. */
export function rightSpeakers(
  said: readonly { readonly word: string; readonly who: string }[],
  heard: readonly { readonly word: string; readonly speaker: string | null }[],
): number {
  const { places } = compared(
    said.map(({ word }) => word),
    heard.map(({ word }) => word),
  );
  const votes = new Map<string, Map<string, number>>();
  let found = 0;
  for (const [index, place] of places.entries()) {
    if (place === undefined) continue;
    found += 1;
    const speaker = heard[place]?.speaker ?? null;
    if (speaker === null) continue;
    const who = said[index]?.who ?? '';
    const of = votes.get(speaker) ?? new Map<string, number>();
    votes.set(speaker, of.set(who, (of.get(who) ?? 0) + 1));
  }
  // Each voice belongs to one speaker: a single speaker for both has only half of the words.
  const right = new Map<string, number>();
  for (const of of votes.values()) {
    const [[who, count] = ['', 0]] = [...of].toSorted(([, one], [, other]) => other - one);
    right.set(who, Math.max(right.get(who) ?? 0, count));
  }
  return [...right.values()].reduce((sum, count) => sum + count, 0) / Math.max(1, found);
}
