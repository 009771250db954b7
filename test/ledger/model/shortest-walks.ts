/** A weighted edge of a graph. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly length: number;
}

/**
 * The length of the shortest walk of at least one edge between any two nodes, also from a node to itself; infinite if
 * there is none (R. Floyd, "Algorithm 97: Shortest Path", 1962). With a negative cycle, some node has a negative walk
 * to itself, and the lengths have no other meaning.
 */
export function shortestWalks(edges: readonly Edge[]): (from: string, to: string) => number {
  const nodes = [...new Set(edges.flatMap(({ from, to }) => [from, to]))];
  const lengths = new Map<string, Map<string, number>>(nodes.map((node) => [node, new Map()]));
  const length = (from: string, to: string) => lengths.get(from)?.get(to) ?? Number.POSITIVE_INFINITY;
  const shorten = (from: string, to: string, by: number) => {
    if (by < length(from, to)) lengths.get(from)?.set(to, by);
  };
  for (const edge of edges) shorten(edge.from, edge.to, edge.length);
  for (const middle of nodes) {
    for (const from of nodes) {
      for (const to of nodes) shorten(from, to, length(from, middle) + length(middle, to));
    }
  }
  return length;
}
