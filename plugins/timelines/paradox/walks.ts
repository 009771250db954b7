/** A step from one node of a graph to the next. A node is whatever tells events apart. */
export interface Step<Node> {
  readonly from: Node;
  readonly to: Node;
}

/** Loads all steps that lead away from some nodes, so that a walk goes through a graph that is not held, a layer at a time. */
export type StepsFrom<Node> = (layer: readonly Node[]) => Promise<readonly Step<Node>[]>;

/** A shortest way, of one step at least, from `start` to an end: `[start, …, end]`. Undefined where there is none. */
export async function shortestWay<Node>(
  start: Node,
  isEnd: (node: Node) => boolean,
  stepsFrom: StepsFrom<Node>,
): Promise<readonly Node[] | undefined> {
  const before = new Map<Node, Node>();
  let layer: readonly Node[] = [start];
  while (layer.length > 0) {
    const next: Node[] = [];
    for (const { from, to } of await stepsFrom(layer)) {
      if (isEnd(to)) return [...wayTo(from, start, before), to];
      if (to === start || before.has(to)) continue;
      before.set(to, from);
      next.push(to);
    }
    layer = next;
  }
  return undefined;
}

function wayTo<Node>(end: Node, start: Node, before: ReadonlyMap<Node, Node>): readonly Node[] {
  const way = [end];
  let node = end === start ? undefined : before.get(end);
  while (node !== undefined) {
    way.push(node);
    node = node === start ? undefined : before.get(node);
  }
  return way.reverse();
}

/** All nodes to which a way of one step at least leads from one of these. */
export async function reachedFrom<Node>(starts: readonly Node[], stepsFrom: StepsFrom<Node>): Promise<ReadonlySet<Node>> {
  const reached = new Set<Node>();
  let layer = starts;
  while (layer.length > 0) {
    const met = new Set<Node>();
    for (const { to } of await stepsFrom(layer)) if (!reached.has(to)) met.add(to);
    for (const node of met) reached.add(node);
    layer = [...met];
  }
  return reached;
}
