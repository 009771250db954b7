import { isClinical, type PluginAuth } from '../api/access.ts';
import { json } from '../api/definition.ts';
import { jsonFault } from '../api/json.ts';
import { discloseMessage } from '../api/logger.ts';
import { developmentProblem } from '../api/problem.ts';
import type { AnyWorkflow, Step, WorkflowNode } from '../api/workflow-graph.ts';

/**
 * The workflow of a plugin and its children, with steps that refuse results that are not JSON. The messages of
 * unexpected errors reach the run's answer in development, and the log unless the plugin is clinical.
 */
export function withErrorMessages(
  workflow: AnyWorkflow,
  options: { readonly auth: PluginAuth; readonly development: boolean },
): AnyWorkflow {
  const { auth, development } = options;
  const guarded = (step: Step): Step => ({
    ...step,
    async run(state, context) {
      try {
        const result = await step.run(state, context);
        assertJson(result, `The step "${step.name}" of the workflow "${workflow.name}"`);
        return result;
      } catch (thrown) {
        if (!isClinical(auth)) discloseMessage(thrown);
        throw development ? developmentProblem(thrown) : thrown;
      }
    },
  });
  const place = (what: string, name: string) => `${what} of "${name}" of the workflow "${workflow.name}"`;
  const jsonOnly = <T>(given: T, what: string): T => {
    assertJson(given, what);
    return given;
  };
  const guardedNode = (node: WorkflowNode): WorkflowNode => {
    switch (node.kind) {
      case 'step':
        return guarded(node);
      case 'parallel':
        return { ...node, branches: mapValues(node.branches, (nodes) => nodes.map(guardedNode)) };
      case 'each':
        return {
          ...node,
          items: (state) => jsonOnly(node.items(state), place('The list of items', node.name)),
          body: node.body.map(guardedNode),
        };
      case 'when':
        return {
          ...node,
          condition: (state) => jsonOnly(node.condition(state), place('The condition', node.name)),
          body: node.body.map(guardedNode),
        };
      case 'sleep':
        return node;
      case 'wait':
        return { ...node, schema: node.schema.pipe(json) };
      case 'child':
        return {
          ...node,
          input: (state) => jsonOnly(node.input(state), place('The input', node.name)),
          workflow: withErrorMessages(node.workflow, options),
        };
      default:
        return node satisfies never;
    }
  };
  return { ...workflow, nodes: workflow.nodes.map(guardedNode) };
}

function mapValues<T>(members: Readonly<Record<string, T>>, map: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(value)]));
}

/** @throws TypeError that names the first thing that would be lost on its way through JSON */
function assertJson(result: unknown, what: string): void {
  const fault = jsonFault(result);
  if (fault === undefined) return;
  throw new TypeError(
    `${what} returned ${fault}, which is not JSON. Return strings, finite numbers, booleans, null, arrays or objects.`,
  );
}
