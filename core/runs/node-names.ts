import type { WaitFor, WorkflowNode } from '../api/workflow-node.ts';
import type { StepState } from '../kinds/workflow-engine.ts';

/** The place of the number of an item in the path of a node. */
const item = Symbol('item');

type PathPart = string | typeof item;

/**
 * The nodes that wait for a signal.
 *
 * @param name the name of a node, or its path in a run (`pages/3/approved`)
 */
export function waitsNamed(nodes: readonly WorkflowNode[], name: string): readonly WaitFor[] {
  const parts = name.split('/');
  return waitsIn(nodes, [])
    .filter(({ wait, path }) => wait.name === name || isPath(parts, path))
    .map(({ wait }) => wait);
}

function isPath(parts: readonly string[], path: readonly PathPart[]): boolean {
  return (
    parts.length === path.length &&
    parts.every((part, index) => (path[index] === item ? /^\d+$/.test(part) : path[index] === part))
  );
}

interface Wait {
  readonly wait: WaitFor;
  readonly path: readonly PathPart[];
}

/** @param path of the list of nodes */
function waitsIn(nodes: readonly WorkflowNode[], path: readonly PathPart[]): readonly Wait[] {
  const waitsOf = (node: WorkflowNode): readonly Wait[] => {
    const inside = [...path, node.name];
    switch (node.kind) {
      case 'step':
      case 'sleep':
        return [];
      case 'wait':
        return [{ wait: node, path: inside }];
      case 'parallel':
        return Object.entries(node.branches).flatMap(([branch, body]) => waitsIn(body, [...inside, branch]));
      case 'each':
        return waitsIn(node.body, [...inside, item]);
      case 'when':
        return waitsIn(node.body, inside);
      case 'child':
        return waitsIn(node.workflow.nodes, inside);
    }
  };
  return nodes.flatMap(waitsOf);
}

/** The states of the nodes of a run that have a name, or one as their path. */
export function stepsNamed(steps: readonly StepState[], name: string): readonly StepState[] {
  const all = allSteps(steps);
  const exact = all.filter(({ id }) => id === name);
  return exact.length > 0 ? exact : all.filter((step) => step.name === name);
}

/** The states of all nodes, each before those inside of it. */
export function allSteps(steps: readonly StepState[]): readonly StepState[] {
  return steps.flatMap((step) => [step, ...allSteps(step.steps ?? [])]);
}
