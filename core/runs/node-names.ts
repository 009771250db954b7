import { Problem } from '../api/problem.ts';
import { unknownName } from '../api/text.ts';
import { bodiesOf } from '../api/workflow-graph.ts';
import type { WaitFor, WorkflowNode } from '../api/workflow-node.ts';
import type { StepState, WorkflowEngine } from '../kinds/workflow-engine.ts';

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

function isPath(parts: readonly string[], path: readonly (string | null)[]): boolean {
  return (
    parts.length === path.length &&
    parts.every((part, index) => (path[index] === null ? /^\d+$/.test(part) : path[index] === part))
  );
}

interface Wait {
  readonly wait: WaitFor;
  /** Null for the number of an item. */
  readonly path: readonly (string | null)[];
}

/** @param path of the list of nodes */
function waitsIn(nodes: readonly WorkflowNode[], path: Wait['path']): readonly Wait[] {
  return nodes.flatMap((node): readonly Wait[] => {
    if (node.kind === 'wait') return [{ wait: node, path: [...path, node.name] }];
    const isEach = node.kind === 'each';
    return bodiesOf(node, node.name).flatMap((body) =>
      waitsIn(body.nodes, [...path, ...body.path.split('/'), ...(isEach ? [null] : [])]),
    );
  });
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

/**
 * The path of the node of a run from which a client wants to retry.
 *
 * @param name its name or its path
 * @throws Problem `invalid-request` if there is no such node, or several; `run-not-retryable` if the engine does not
 *   know the run
 */
export async function nodeToRetryFrom(engine: WorkflowEngine, id: string, name: string): Promise<string> {
  const nodes = await engine.steps(id);
  if (nodes === undefined) {
    const detail = 'The workflow engine cannot continue this run any more. Send its request again.';
    throw new Problem('run-not-retryable', { status: 409, detail });
  }
  const [node, ...others] = stepsNamed(nodes.steps, name);
  if (node !== undefined && others.length === 0) return node.id;
  const detail =
    node === undefined
      ? unknownName(
          'step',
          name,
          nodes.steps.map((step) => step.name),
        )
      : `several steps are named ${JSON.stringify(name)}; give the id of one: ${[node, ...others].map((step) => step.id).join(', ')}`;
  throw new Problem('invalid-request', {
    detail: `from: ${detail}`,
    errors: [{ in: 'body', path: ['from'], detail, type: 'unknown_step' }],
  });
}
