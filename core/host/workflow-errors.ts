import { isClinical, type PluginAuth } from '../api/access.ts';
import { json } from '../api/definition.ts';
import { jsonFault } from '../api/json.ts';
import { discloseMessage } from '../api/logger.ts';
import { developmentProblem } from '../api/problem.ts';
import type { AnyWorkflow, Step, WorkflowNode } from '../api/workflow-graph.ts';

/**
 * The workflow of a plugin and its children, with steps that refuse results that are not JSON. The messages of
 * unexpected errors, of steps and of what other nodes evaluate, reach the run's answer in development, and the log
 * unless the plugin is clinical.
 */
export function withErrorMessages(
  workflow: AnyWorkflow,
  options: { readonly auth: PluginAuth; readonly development: boolean },
): AnyWorkflow {
  const { auth, development } = options;
  const told = (thrown: unknown): unknown => {
    if (!isClinical(auth)) discloseMessage(thrown);
    return development ? developmentProblem(thrown) : thrown;
  };
  const guarded = (step: Step): Step => ({
    ...step,
    async run(state, context) {
      try {
        const result = await step.run(state, context);
        assertJson(result, `The step "${step.name}" of the workflow "${workflow.name}"`);
        return result;
      } catch (thrown) {
        throw told(thrown);
      }
    },
  });
  /** What a function beside the steps returns, which is saved as well. */
  const evaluated = <T>(what: string, name: string, work: () => T): T => {
    try {
      const result = work();
      assertJson(result, `The ${what} of "${name}" of the workflow "${workflow.name}"`);
      return result;
    } catch (thrown) {
      throw told(thrown);
    }
  };
  const guardedNode = (node: WorkflowNode): WorkflowNode => {
    switch (node.kind) {
      case 'step':
        return guarded(node);
      case 'parallel':
      case 'race':
        return { ...node, branches: mapValues(node.branches, (nodes) => nodes.map(guardedNode)) };
      case 'each':
        return {
          ...node,
          items: (state) => evaluated('list of items', node.name, () => node.items(state)),
          body: node.body.map(guardedNode),
        };
      case 'when':
        return {
          ...node,
          condition: (state) => evaluated('condition', node.name, () => node.condition(state)),
          body: node.body.map(guardedNode),
        };
      case 'repeat': {
        const { until, name, body } = node;
        return {
          ...node,
          until: (state) => evaluated('end', name, () => until(state)),
          body: body.map(guardedNode),
        };
      }
      case 'sleep': {
        const { until, name } = node;
        return typeof until === 'number'
          ? node
          : { ...node, until: (state) => evaluated('end', name, () => until(state)) };
      }
      case 'wait':
        return { ...node, schema: node.schema.pipe(json) };
      case 'child':
        return {
          ...node,
          input: (state) => evaluated('input', node.name, () => node.input(state)),
          workflow: withErrorMessages(node.workflow, options),
        };
      default:
        return node satisfies never;
    }
  };
  const { nodes, versions } = workflow;
  return {
    ...workflow,
    nodes: nodes.map(guardedNode),
    ...(versions !== undefined && { versions: versions.map((each) => withErrorMessages(each, options)) }),
  };
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
