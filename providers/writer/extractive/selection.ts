import { likeness, type Vector } from './ranking.ts';

export interface Candidate {
  /** How much it deserves its place; compared with other candidates only. */
  readonly score: number;
  readonly vector: Vector;
  /** How much room it takes, in words. */
  readonly length: number;
}

/** Weight of a candidate's score against its likeness to what is chosen already. */
const relevance = 0.7;

/**
 * Chooses candidates until `room` words are filled, each time the one that adds most: high in score, unlike those chosen before
 * (maximal marginal relevance; Carbonell and Goldstein, 1998). Returns indices, in the order of the candidates.
 *
 * @param pause waited for after each choice, which looks at every candidate: a long source would else hold everything up
 */
export async function select(
  candidates: readonly Candidate[],
  room: number,
  pause: () => Promise<void>,
): Promise<readonly number[]> {
  const chosen: number[] = [];
  const left = new Set(candidates.keys());
  const repeated = candidates.map(() => 0);
  let used = 0;
  while (left.size > 0 && used < room) {
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (const index of left) {
      const worth = relevance * (candidates[index]?.score ?? 0) - (1 - relevance) * (repeated[index] ?? 0);
      if (worth > most) [best, most] = [index, worth];
    }
    const taken = candidates[best];
    if (taken === undefined) break;
    left.delete(best);
    chosen.push(best);
    used += taken.length;
    for (const index of left) {
      const candidate = candidates[index];
      if (candidate !== undefined) repeated[index] = Math.max(repeated[index] ?? 0, likeness(candidate.vector, taken.vector));
    }
    await pause();
  }
  return chosen.toSorted((a, b) => a - b);
}
