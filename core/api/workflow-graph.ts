import { z } from 'zod';
import type { AnyWorkflow, WorkflowNode } from './workflow-node.ts';

/** The nodes of a workflow as it is declared, and their order. */
export const WorkflowGraph = z.object({
  nodes: z
    .array(
      z.object({
        id: z
          .string()
          .describe('Its path: `pages/read`. In a run, the items of an `each` add a number: `pages/3/read`'),
        name: z.string().describe('Unique among its neighbours and those around it'),
        kind: z.enum(['step', 'parallel', 'each', 'when', 'sleep', 'wait', 'child']).describe('What it does'),
        of: z.string().exactOptional().describe('The id of the node that contains it'),
      }),
    )
    .readonly()
    .describe('A node comes before those that it contains'),
  edges: z
    .array(
      z.object({
        from: z.string().describe('The id of a node'),
        to: z.string().describe('The id of a node'),
        label: z.string().exactOptional().describe('The name of a branch, or when this way is taken'),
      }),
    )
    .readonly()
    .describe('From each node to the next, and from a node to the first of each list that it contains'),
});

export type WorkflowGraph = Readonly<z.output<typeof WorkflowGraph>>;
export type GraphNode = Readonly<WorkflowGraph['nodes'][number]>;
export type GraphEdge = Readonly<WorkflowGraph['edges'][number]>;

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
