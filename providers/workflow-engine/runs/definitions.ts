import { bodiesOf, definitionsOf, type WorkflowNode } from 'chronoscribe/host';
import type { AnyWorkflow } from 'chronoscribe/types';
import type { Outline } from './messages.ts';

/** Workflows by their names, and those of their `child` nodes. */
export function withChildren(workflows: readonly AnyWorkflow[]): ReadonlyMap<string, AnyWorkflow> {
  const found = new Map(workflows.map((workflow) => [workflow.name, workflow]));
  const addChildren = (nodes: readonly WorkflowNode[]): void => {
    for (const node of nodes) {
      if (node.kind !== 'child') for (const body of bodiesOf(node, '')) addChildren(body.nodes);
      else {
        if (!found.has(node.workflow.name)) found.set(node.workflow.name, node.workflow);
        for (const definition of definitionsOf(node.workflow)) addChildren(definition.nodes);
      }
    }
  };
  for (const { nodes } of workflows.flatMap(definitionsOf)) addChildren(nodes);
  return found;
}

/** The graph without its functions. */
export function outlineOf(graph: AnyWorkflow['nodes']): Outline {
  return graph.map((node) => ({
    kind: node.kind,
    name: node.name,
    ...('clock' in node && { clock: node.clock }),
    ...('concurrency' in node && { concurrency: node.concurrency }),
    ...('most' in node && { most: node.most, everyMs: node.everyMs }),
    ...('body' in node && { body: outlineOf(node.body) }),
    ...('branches' in node && {
      branches: Object.fromEntries(Object.entries(node.branches).map(([name, body]) => [name, outlineOf(body)])),
    }),
  }));
}
