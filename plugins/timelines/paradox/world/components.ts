/** Edges in compressed sparse row form: those of `node` lead to `nodes[first[node]]` up to `nodes[first[node + 1] - 1]`. */
export interface Edges {
  readonly first: Int32Array;
  readonly nodes: Int32Array;
}

/**
 * Finds the strongly connected components that some nodes reach (R. Tarjan, “Depth-First Search and Linear Graph
 * Algorithms”, 1972), each after those to which it leads. Iterative, because a path may be longer than the call stack.
 *
 * @param follows whether an edge counts
 * @param found is given the nodes of each component, in the order in which they were reached
 */
export function findComponents(
  { first, nodes }: Edges,
  starts: Iterable<number>,
  follows: (from: number, to: number) => boolean,
  found: (members: readonly number[]) => void,
): void {
  const size = first.length - 1;
  /** The order in which each node was visited, from 1; 0 if it was not. */
  const index = new Int32Array(size);
  /** The lowest index that each node reaches. */
  const low = new Int32Array(size);
  const isOpen = new Uint8Array(size);
  const next = first.slice();
  const open: number[] = [];
  const path: number[] = [];
  let count = 0;

  const enter = (node: number) => {
    count += 1;
    index[node] = count;
    low[node] = count;
    isOpen[node] = 1;
    open.push(node);
    path.push(node);
  };
  const lower = (node: number, to: number | undefined) => {
    low[node] = Math.min(low[node] ?? 0, to ?? 0);
  };
  const leave = (node: number) => {
    path.pop();
    const before = path.at(-1);
    if (before !== undefined) lower(before, low[node]);
    if (low[node] !== index[node]) return;
    const members = open.splice(open.lastIndexOf(node));
    for (const member of members) isOpen[member] = 0;
    found(members);
  };

  for (const start of starts) {
    if (index[start] === 0) enter(start);
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const at = next[node] ?? 0;
      if (at >= (first[node + 1] ?? 0)) {
        leave(node);
        continue;
      }
      next[node] = at + 1;
      const other = nodes[at] ?? 0;
      if (!follows(node, other)) continue;
      if (index[other] === 0) enter(other);
      else if (isOpen[other] === 1) lower(node, index[other]);
    }
  }
}
