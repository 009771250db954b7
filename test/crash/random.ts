/** Chance that can be had again: the same seed gives the same choices. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  fraction(): number;
  /** From `least` to `most`, both included. */
  whole(least: number, most: number): number;
  chance(probability: number): boolean;
  /** Throws for an empty list. */
  one<T>(of: readonly T[]): T;
}

/** xorshift32, by George Marsaglia (2003). */
export function randomFrom(seed: number): Random {
  let state = seed | 0 || 1;
  const fraction = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
    whole,
    chance: (probability) => fraction() < probability,
    one<T>(of: readonly T[]): T {
      if (of.length === 0) throw new Error('There is nothing to choose from.');
      // The place is within the list.
      return of[whole(0, of.length - 1)] as T;
    },
  };
}
