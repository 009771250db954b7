/** F1 scores, 0 to 100. */
export interface Rouge {
  readonly one: number;
  readonly two: number;
  readonly lSum: number;
}

/**
 * ROUGE-1, ROUGE-2 and ROUGE-Lsum (Lin, 2004) as the paper on ACI-Bench computes them: by the rules of the Python
 * package `rouge-score` 0.1.2,
 * without stemming. Words are runs of `a-z0-9` in lower case; a line is a sentence for Lsum.
 */
export function rouge(reference: string, candidate: string): Rouge {
  const [expected, written] = [tokens(reference), tokens(candidate)];
  return {
    one: 100 * overlap(expected, written, 1),
    two: 100 * overlap(expected, written, 2),
    lSum: 100 * longestCommon(reference, candidate),
  };
}

/** The mean over documents. */
export function meanRouge(scores: readonly Rouge[]): Rouge {
  const mean = (of: (score: Rouge) => number) =>
    scores.reduce((sum, score) => sum + of(score), 0) / Math.max(1, scores.length);
  return { one: mean(({ one }) => one), two: mean(({ two }) => two), lSum: mean(({ lSum }) => lSum) };
}

function tokens(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function overlap(expected: readonly string[], written: readonly string[], n: number): number {
  const [there, here] = [countsOf(grams(expected, n)), countsOf(grams(written, n))];
  let shared = 0;
  for (const [gram, count] of here) shared += Math.min(count, there.get(gram) ?? 0);
  return f1(shared, written.length - n + 1, expected.length - n + 1);
}

function grams(words: readonly string[], n: number): string[] {
  return words.slice(0, Math.max(0, words.length - n + 1)).map((_, at) => words.slice(at, at + n).join(' '));
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function f1(shared: number, written: number, expected: number): number {
  return shared === 0 ? 0 : (2 * shared) / (Math.max(written, 1) + Math.max(expected, 1));
}

/**
 * Each line of the reference against all lines of the candidate: the union of their longest common subsequences, each
 * word counted once.
 */
function longestCommon(reference: string, candidate: string): number {
  const [expected, written] = [reference, candidate].map((text) => text.split('\n').map(tokens));
  if (expected === undefined || written === undefined) return 0;
  const [leftThere, leftHere] = [countsOf(expected.flat()), countsOf(written.flat())];
  let hits = 0;
  for (const line of expected) {
    const union = new Set(written.flatMap((other) => commonPlaces(line, other)));
    for (const [at, word] of line.entries()) {
      if (!union.has(at)) continue;
      const [there, here] = [leftThere.get(word) ?? 0, leftHere.get(word) ?? 0];
      if (there === 0 || here === 0) continue;
      hits += 1;
      leftThere.set(word, there - 1);
      leftHere.set(word, here - 1);
    }
  }
  return f1(hits, written.flat().length, expected.flat().length);
}

/** Where in `line` a longest common subsequence with `other` lies; of several, the one that `rouge-score` finds. */
function commonPlaces(line: readonly string[], other: readonly string[]): number[] {
  const lengths = [new Uint16Array(other.length + 1)];
  for (const [at, word] of line.entries()) {
    const [above, row] = [lengths[at], new Uint16Array(other.length + 1)];
    for (const [j, candidate] of other.entries()) {
      row[j + 1] = word === candidate ? (above?.[j] ?? 0) + 1 : Math.max(row[j] ?? 0, above?.[j + 1] ?? 0);
    }
    lengths.push(row);
  }
  const places: number[] = [];
  let [i, j] = [line.length, other.length];
  while (i > 0 && j > 0) {
    if (line[i - 1] === other[j - 1]) {
      places.push(i - 1);
      i -= 1;
      j -= 1;
    } else if ((lengths[i]?.[j - 1] ?? 0) > (lengths[i - 1]?.[j] ?? 0)) j -= 1;
    else i -= 1;
  }
  return places;
}
