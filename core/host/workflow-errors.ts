import { isClinical, type PluginAuth } from '../api/access.ts';
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
  const guardedNode = (node: WorkflowNode): WorkflowNode => {
    switch (node.kind) {
      case 'step':
        return guarded(node);
      case 'parallel':
        return { ...node, branches: mapValues(node.branches, (nodes) => nodes.map(guardedNode)) };
      case 'each':
      case 'when':
        return { ...node, body: node.body.map(guardedNode) };
      case 'sleep':
      case 'wait':
        return node;
      case 'child':
        return { ...node, workflow: withErrorMessages(node.workflow, options) };
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
