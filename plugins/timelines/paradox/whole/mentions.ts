/** The rows that mention one word, by time and then by order of recording. */
export interface Mentions {
  readonly rows: readonly number[];
  /** For each row, where the word is a key, which value it sets or requires: equal values have equal numbers. */
  readonly values: readonly number[];
  /** For each row, when the last of the events up to it ends. */
  readonly latestEnds: readonly number[];
}

export const noMentions: Mentions = { rows: [], values: [], latestEnds: [] };

/** A part of `rows`: from `from` up to and without `to`. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** The mentions from one instant to another, both included. */
export function mentionsWithin({ rows }: Mentions, times: Float64Array, from: number, to: number): Part {
  return {
    from: countWhile(rows, (row) => (times[row] ?? 0) < from),
    to: countWhile(rows, (row) => (times[row] ?? 0) <= to),
  };
}

/**
 * The mentions at the latest instant up to and including `at` at which there is any but that of row `except`, which may be among
 * them.
 */
export function latestMentions(mentions: Mentions, times: Float64Array, at: number, except: number): Part {
  const last = mentionsWithin(mentions, times, at, at).to - 1;
  const instant = times[mentions.rows[last] ?? -1] ?? Number.NaN;
  const latest = mentionsWithin(mentions, times, instant, instant);
  const isException = latest.to - latest.from === 1 && mentions.rows[latest.from] === except;
  return isException ? latestMentions(mentions, times, instant - 1, -1) : latest;
}

/** How many items come before the first of which something does not hold, where it holds of none after that. */
function countWhile(items: readonly number[], holds: (item: number) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(items[middle] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Mention {
  readonly row: number;
  readonly value: number;
}

/** What a reader must know of its rows in the end. */
export interface RowOrder {
  isShown(row: number): boolean;
  /** By time, then by order of recording. */
  inOrder(one: number, other: number): number;
  /** Milliseconds since 1970. */
  endOf(row: number): number;
}

/** What is mentioned in one role, word by word. */
export class MentionReader {
  readonly #mentions = new Map<string, Mention[]>();

  add(word: string, row: number, value = 0): void {
    const others = this.#mentions.get(word);
    if (others === undefined) this.#mentions.set(word, [{ row, value }]);
    else others.push({ row, value });
  }

  /** What was mentioned by rows that are shown. */
  finish(rows: RowOrder): ReadonlyMap<string, Mentions> {
    const finished = new Map<string, Mentions>();
    for (const [word, mentions] of this.#mentions) {
      const shown = mentions.filter(({ row }) => rows.isShown(row)).sort((one, other) => rows.inOrder(one.row, other.row));
      let latest = Number.NEGATIVE_INFINITY;
      finished.set(word, {
        rows: shown.map(({ row }) => row),
        values: shown.map(({ value }) => value),
        latestEnds: shown.map(({ row }) => {
          latest = Math.max(latest, rows.endOf(row));
          return latest;
        }),
      });
    }
    return finished;
  }
}
