import { changesBehind, definitionBegun, definitionsOf, fingerprintOf, type WorkflowNode } from 'chronoscribe/host';
import type { AnyWorkflow } from 'chronoscribe/types';
import type { NodeExecution } from './interpreter.ts';
import { workflowChanged } from './problems.ts';

/** What the names of what is saved about changes of the definition begin with; no path of a node does. */
export const changeNoticed = '//changed';

/**
 * The definition by which a run goes on. One that has changed in what the run has been through fails it; a retry saves
 * that the failure is over, and from then on the run is one of the workflow as it was then.
 */
export async function ownDefinition(
  workflow: AnyWorkflow,
  definition: readonly string[] | undefined,
  /** The names of what the run has been through. */
  through: readonly string[],
  nodes: Pick<NodeExecution, 'decide' | 'decided'>,
): Promise<AnyWorkflow> {
  let begun = definition;
  for (let at = 0; ; at += 1) {
    const since = { path: `//since${at}` };
    if (nodes.decided(since) === undefined) {
      const own = definitionBegun(workflow, begun);
      if (own !== undefined || begun === undefined) return own ?? workflow;
      const changes = changesBehind(begun, workflow, through);
      if (changes === undefined) return workflow;
      await nodes.decide({ path: changeNoticed + at }, () => {
        throw workflowChanged(workflow.name, changes);
      });
    }
    begun = await nodes.decide(since, () => fingerprintOf(workflow));
  }
}

/** Workflows by their names, and those of their `child` nodes. */
export function withChildren(workflows: readonly AnyWorkflow[]): ReadonlyMap<string, AnyWorkflow> {
  const found = new Map(workflows.map((workflow) => [workflow.name, workflow]));
  const addAll = (all: readonly AnyWorkflow[]): void => {
    for (const { nodes } of all.flatMap(definitionsOf)) addChildren(nodes);
  };
  const addChildren = (nodes: readonly WorkflowNode[]): void => {
    for (const node of nodes) {
      if ('branches' in node) for (const body of Object.values(node.branches)) addChildren(body);
      if ('body' in node) addChildren(node.body);
      if (node.kind !== 'child') continue;
      if (!found.has(node.workflow.name)) found.set(node.workflow.name, node.workflow);
      addAll([node.workflow]);
    }
  };
  addAll(workflows);
  return found;
}
