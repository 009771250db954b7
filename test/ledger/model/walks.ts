/** A way from one node of a graph to another. */
export interface Arc {
  readonly from: string;
  readonly to: string;
  readonly length: number;
}

/**
 * The length of the shortest walk of one arc or more between any two nodes, also from a node back to itself; infinite
 * where there is none. Floyd, "Algorithm 97: Shortest Path" (1962). Where a circle has a negative length, some node has
 * a negative way back to itself; the lengths then mean nothing more.
 */
export function shortestWalks(arcs: readonly Arc[]): (from: string, to: string) => number {
  const nodes = [...new Set(arcs.flatMap(({ from, to }) => [from, to]))];
  const lengths = new Map<string, Map<string, number>>(nodes.map((node) => [node, new Map()]));
  const length = (from: string, to: string) => lengths.get(from)?.get(to) ?? Number.POSITIVE_INFINITY;
  const shorten = (from: string, to: string, by: number) => {
    if (by < length(from, to)) lengths.get(from)?.set(to, by);
  };
  for (const arc of arcs) shorten(arc.from, arc.to, arc.length);
  for (const middle of nodes) {
    for (const from of nodes) {
      for (const to of nodes) shorten(from, to, length(from, middle) + length(middle, to));
    }
  }
  return length;
}
