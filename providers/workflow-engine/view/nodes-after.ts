import type { WorkflowNode } from 'chronoscribe/host';
import { type RunHistory, roundsOf } from './run-history.ts';

interface Origin<History> {
  readonly history: History;
  /** What paths in this run, and in the run that was submitted, begin with. */
  readonly prefix: string;
  readonly fullPrefix: string;
}

/** A node of a run, as what is to be done anew to start again from it. */
export interface NodeInRun<History> {
  /** The node, and all nodes that come after it in the order of the graph. */
  readonly anew: readonly { readonly history: History; readonly path: string; readonly fullPath: string }[];
  /** The ids in openworkflow of the children that it is in. */
  readonly children: readonly string[];
}

/**
 * Finds a node of a run by its path.
 *
 * @param path as names from the outside in
 * @returns undefined if there is no such node
 */
export function nodesAfter<History extends RunHistory>(
  nodes: readonly WorkflowNode[],
  [name, ...inside]: readonly string[],
  origin: Origin<History>,
): NodeInRun<History> | undefined {
  const index = nodes.findIndex((node) => node.name === name);
  const node = nodes[index];
  if (node === undefined) return undefined;
  const inRun = (each: WorkflowNode) => ({
    history: origin.history,
    path: origin.prefix + each.name,
    fullPath: origin.fullPrefix + each.name,
  });
  const later = nodes.slice(index + 1).map(inRun);
  if (inside.length === 0) return { anew: [inRun(node), ...later], children: [] };
  const found = nodesInside(node, inside, origin);
  return found && { anew: [...found.anew, ...later], children: found.children };
}

function nodesInside<History extends RunHistory>(
  node: WorkflowNode,
  inside: readonly string[],
  origin: Origin<History>,
): NodeInRun<History> | undefined {
  const [part = '', ...rest] = inside;
  const within = (...names: readonly string[]): Origin<History> => {
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
      const { prefix, fullPrefix } = within();
      const anew = others.map((name) => ({ path: prefix + name, fullPath: fullPrefix + name }));
      return { ...found, anew: [...found.anew, ...anew.map((each) => ({ ...each, history: origin.history }))] };
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
      const { prefix, fullPrefix } = within();
      const paths = later.map((name) => ({ path: prefix + name, fullPath: fullPrefix + name }));
      const anew = paths.map((each) => ({ ...each, history: origin.history }));
      return { ...found, anew: [...found.anew, ...anew] };
    }
    case 'when':
      return nodesAfter(node.body, inside, within());
    case 'child': {
      // The boundary: the history of a child is of the same kind as that of its run.
      const history = origin.history.children.get(origin.prefix + node.name) as History | undefined;
      if (history === undefined) return undefined;
      const found = nodesAfter(node.workflow.nodes, inside, { ...within(), history, prefix: '' });
      return found && { ...found, children: [...found.children, history.run.id] };
    }
    case 'step':
    case 'sleep':
    case 'wait':
      return undefined;
    default:
      return node satisfies never;
  }
}
