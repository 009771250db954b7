import type { WorkflowNode } from 'chronoscribe/host';
import { type RunHistory, roundsOf } from './run-history.ts';

interface Origin {
  /** Of the run that the nodes are in. */
  readonly history: RunHistory;
  /** What paths in this run, and in the run that was submitted, begin with. */
  readonly prefix: string;
  readonly fullPrefix: string;
}

/**
 * Finds a node of a run by its path.
 *
 * @param path as names from the outside in
 * @returns the paths, in the run that was submitted, of what is to be done anew to start again from it: its own, and
 *   those of all nodes that come after it in the order of the graph; undefined if there is no such node
 */
export function nodesAfter(
  nodes: readonly WorkflowNode[],
  [name, ...inside]: readonly string[],
  origin: Origin,
): readonly string[] | undefined {
  const index = nodes.findIndex((node) => node.name === name);
  const node = nodes[index];
  if (node === undefined) return undefined;
  const [own = '', ...later] = nodes.slice(index).map((each) => origin.fullPrefix + each.name);
  if (inside.length === 0) return [own, ...later];
  const found = nodesInside(node, inside, origin);
  return found && [...found, ...later];
}

function nodesInside(node: WorkflowNode, inside: readonly string[], origin: Origin): readonly string[] | undefined {
  const [part = '', ...rest] = inside;
  const within = (...names: readonly string[]): Origin => {
    const added = `${[node.name, ...names].join('/')}/`;
    return { ...origin, prefix: origin.prefix + added, fullPrefix: origin.fullPrefix + added };
  };
  switch (node.kind) {
    case 'parallel':
      return nodesAfter(node.branches[part] ?? [], rest, within(part));
    case 'race': {
      const found = nodesAfter(node.branches[part] ?? [], rest, within(part));
      if (found === undefined) return undefined;
      // Who has won, and the other branches: the race is run again.
      const others = ['', ...Object.keys(node.branches)].filter((name) => name !== part);
      return [...found, ...others.map((name) => within().fullPrefix + name)];
    }
    case 'each': {
      const { prefix } = within(part);
      const isItem = [...origin.history.latest.keys()].some((name) => name.startsWith(prefix));
      return isItem ? nodesAfter(node.body, rest, within(part)) : undefined;
    }
    case 'repeat': {
      const found = nodesAfter(node.body, rest, within(part));
      const round = Number(part);
      const rounds = roundsOf(origin.history, origin.prefix + node.name);
      if (found === undefined || !(round < rounds)) return undefined;
      // What was decided after the round, and all later rounds.
      const later = [`${round}/`, ...Array.from({ length: rounds - round - 1 }, (_, at) => String(round + 1 + at))];
      return [...found, ...later.map((name) => within().fullPrefix + name)];
    }
    case 'when':
      return nodesAfter(node.body, inside, within());
    case 'child': {
      const history = origin.history.children.get(origin.prefix + node.name);
      return history && nodesAfter(node.workflow.nodes, inside, { ...within(), history, prefix: '' });
    }
    case 'step':
    case 'sleep':
    case 'wait':
      return undefined;
    default:
      return node satisfies never;
  }
}
