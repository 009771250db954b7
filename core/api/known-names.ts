/** `unknown plugin "webhook"; known: images, pdfs, anchors, webhooks; did you mean "webhooks"?` */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const said = `unknown ${what} ${JSON.stringify(name)}`;
  return known.length === 0 ? `${said}; none is known here` : `${said}; known: ${known.join(', ')}${didYouMean(name, known)}`;
}

/** `; did you mean "webhooks"?`, or nothing where no name is near or the list is so short that it says it itself. */
export function didYouMean(name: string, known: readonly string[]): string {
  const guess = known.length > 3 ? nearest(name, known) : undefined;
  return guess === undefined ? '' : `; did you mean ${JSON.stringify(guess)}?`;
}

/** The one of `known` that `name` is most likely a slip for: at most a third of its letters differ. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const measured = known.map((candidate) => ({ candidate, slips: distance(name.toLowerCase(), candidate.toLowerCase()) }));
  const best = measured.toSorted((one, other) => one.slips - other.slips)[0];
  return best && best.slips <= Math.max(1, Math.floor(best.candidate.length / 3)) ? best.candidate : undefined;
}

/** Levenshtein's distance, in which two letters changed about count as one slip. */
function distance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, count) => count);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length] ?? 0;
}
