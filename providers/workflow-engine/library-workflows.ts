import type { AnyWorkflow, WorkflowNode } from 'chronoscribe';
import { libraryWorkflow, missingWorkflow, type WorkflowParts } from './library-workflow.ts';
import { unsettledWorkflows } from './run-table.ts';

/**
 * The workflows of this host, and a stand-in for each one that a run in the database needs and this host does not have.
 *
 * @param claims how often hosts may claim a run whose workflow they do not have before it fails
 */
export async function libraryWorkflows(
  workflows: ReadonlyMap<string, AnyWorkflow>,
  claims: number,
  parts: WorkflowParts,
) {
  const missing = (await unsettledWorkflows(parts.database)).filter((name) => !workflows.has(name));
  return [
    ...[...workflows.values()].map((workflow) => libraryWorkflow(workflow, parts)),
    ...missing.map((name) => missingWorkflow(name, claims, parts)),
  ];
}

/** Workflows by their names, and those of their `child` nodes. */
export function withChildren(workflows: readonly AnyWorkflow[]): ReadonlyMap<string, AnyWorkflow> {
  const found = new Map(workflows.map((workflow) => [workflow.name, workflow]));
  const addChildren = (nodes: readonly WorkflowNode[]): void => {
    for (const node of nodes) {
      if (node.kind === 'parallel') for (const body of Object.values(node.branches)) addChildren(body);
      if (node.kind === 'each' || node.kind === 'when') addChildren(node.body);
      if (node.kind !== 'child') continue;
      if (!found.has(node.workflow.name)) found.set(node.workflow.name, node.workflow);
      addChildren(node.workflow.nodes);
    }
  };
  for (const { nodes } of workflows) addChildren(nodes);
  return found;
}
