import type { AnyWorkflow, WorkflowNode } from './workflow-node.ts';

/** A node of a workflow as it is declared. */
export interface GraphNode {
  /** Its path in the declaration: `pages/read`. In a run the items of an `each` have a number: `pages/3/read`. */
  readonly id: string;
  readonly name: string;
  readonly kind: WorkflowNode['kind'];
  /** The id of the node that contains it. */
  readonly of?: string;
}

/** The order of two nodes. The label is the name of a branch, or says when the way is taken. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
}

export interface WorkflowGraph {
  /** A node comes before those that it contains. */
  readonly nodes: readonly GraphNode[];
  /** From each node to the next of its list, and from a node to the first of each list that it contains. */
  readonly edges: readonly GraphEdge[];
}

/** A list of nodes inside of a node. */
interface Body {
  /** The path of the list. */
  readonly path: string;
  readonly label?: string;
  readonly nodes: readonly WorkflowNode[];
}

/**
 * The graph of a workflow's nodes, to be drawn.
 *
 * @param workflow its nodes; those of a `child` are part of the graph
 * @returns nodes and edges; which way a run took is in its steps
 */
export function workflowGraph({ nodes }: Pick<AnyWorkflow, 'nodes'>): WorkflowGraph {
  return listGraph(nodes, '', undefined);
}

/** @param of the id of the node that contains the list */
function listGraph(list: readonly WorkflowNode[], path: string, of: string | undefined): WorkflowGraph {
  const idOf = ({ name }: WorkflowNode): string => (path === '' ? name : `${path}/${name}`);
  const graphs = list.map((node, index): WorkflowGraph => {
    const id = idOf(node);
    const next = list[index + 1];
    const bodies = bodiesOf(node, id);
    const inner = bodies.map((body) => listGraph(body.nodes, body.path, id));
    const into = bodies.flatMap(({ label, path: inside, nodes: [first] }): GraphEdge[] =>
      first === undefined ? [] : [{ from: id, to: `${inside}/${first.name}`, ...(label !== undefined && { label }) }],
    );
    return {
      nodes: [
        { id, name: node.name, kind: node.kind, ...(of !== undefined && { of }) },
        ...inner.flatMap(({ nodes }) => nodes),
      ],
      edges: [
        ...into,
        ...inner.flatMap(({ edges }) => edges),
        ...(next === undefined ? [] : [{ from: id, to: idOf(next) }]),
      ],
    };
  });
  return { nodes: graphs.flatMap(({ nodes }) => nodes), edges: graphs.flatMap(({ edges }) => edges) };
}

/** The lists of nodes inside of a node. @param id the path of the node */
export function bodiesOf(node: WorkflowNode, id: string): readonly Body[] {
  switch (node.kind) {
    case 'step':
    case 'sleep':
    case 'wait':
      return [];
    case 'parallel':
      return Object.entries(node.branches).map(([label, nodes]) => ({ path: `${id}/${label}`, label, nodes }));
    case 'each':
      return [{ path: id, label: 'each item', nodes: node.body }];
    case 'when':
      return [{ path: id, label: 'if true', nodes: node.body }];
    case 'child':
      return [{ path: id, nodes: node.workflow.nodes }];
  }
}
