import { isClinical, type PluginAuth } from '../api/access.ts';
import { discloseMessage } from '../api/logger.ts';
import { developmentProblem } from '../api/problem.ts';
import type { AnyWorkflow, NodeState, Step, WorkflowNode } from '../api/workflow-graph.ts';

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
  const shown = (thrown: unknown): unknown => {
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
        throw shown(thrown);
      }
    },
  });
  const guardedFunction =
    <T>(evaluate: (state: NodeState) => T) =>
    (state: NodeState): T => {
      try {
        return evaluate(state);
      } catch (thrown) {
        throw shown(thrown);
      }
    };
  const guardedNode = (node: WorkflowNode): WorkflowNode => {
    switch (node.kind) {
      case 'step':
        return guarded(node);
      case 'parallel':
        return { ...node, branches: mapValues(node.branches, (nodes) => nodes.map(guardedNode)) };
      case 'each':
        return { ...node, items: guardedFunction(node.items), body: node.body.map(guardedNode) };
      case 'when':
        return { ...node, condition: guardedFunction(node.condition), body: node.body.map(guardedNode) };
      case 'repeat':
        return { ...node, until: guardedFunction(node.until), body: node.body.map(guardedNode) };
      case 'sleep':
        return typeof node.until === 'number' ? node : { ...node, until: guardedFunction(node.until) };
      case 'wait':
        return node;
      case 'child': {
        const child = withErrorMessages(node.workflow, options);
        return { ...node, workflow: child, input: guardedFunction(node.input) };
      }
      default:
        return node satisfies never;
    }
  };
  return { ...workflow, nodes: workflow.nodes.map(guardedNode) };
}

function mapValues<T>(members: Readonly<Record<string, T>>, map: (value: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(value)]));
}

/**
 * @throws TypeError that names the first member that JSON cannot hold. Members that are undefined are left out of JSON.
 */
function assertJson(result: unknown, what: string): void {
  const ancestors = new Set<object>();
  const visit = (value: unknown, path: string): void => {
    const type = Object.prototype.toString.call(value).slice('[object '.length, -1);
    if (!jsonTypes.includes(type)) {
      const place = path === '' ? '' : ` at "${path}"`;
      throw new TypeError(
        `${what} returned a ${type}${place}, which is not JSON. Return strings, numbers, booleans, null, arrays or ` +
          'objects.',
      );
    }
    if (typeof value !== 'object' || value === null) return;
    if (ancestors.has(value)) throw new TypeError(`${what} returned an object that contains itself, at ${path}.`);
    ancestors.add(value);
    for (const [name, member] of Object.entries(value)) visit(member, path === '' ? name : `${path}.${name}`);
    ancestors.delete(value);
  };
  visit(result, '');
}

const jsonTypes = ['String', 'Number', 'Boolean', 'Null', 'Undefined', 'Array', 'Object'];
