import { Problem } from '../api/problem.ts';
import { unknownName } from '../api/text.ts';
import { parseFields } from '../api/validation.ts';
import { type AnyWorkflow, bodiesOf, type WaitFor, type WorkflowNode } from '../api/workflow-graph.ts';
import type { StepState, WorkflowEngine } from '../kinds/workflow-engine.ts';
import type { StoredRun } from './stored-run.ts';

/**
 * A function that delivers a signal to a run, see `Runs.signal`.
 *
 * @param workflowOf the workflow of a run, as it was when the run was begun
 */
export function createSignalDelivery(engine: WorkflowEngine, workflowOf: (run: StoredRun) => AnyWorkflow | undefined) {
  const notWaiting = async ({ id }: StoredRun, name: string): Promise<Problem> => {
    const awaited = (await engine.steps(id))?.waitingFor.map(({ signal }) => signal) ?? [];
    const instead = awaited.length === 0 ? 'It waits for no signal.' : `It waits for ${awaited.join(', ')}.`;
    return new Problem('not-waiting', {
      status: 409,
      detail: `The run does not wait for the signal ${JSON.stringify(name)}. ${instead}`,
    });
  };

  return async (run: StoredRun, name: string, payload: unknown, operationId: string | undefined): Promise<void> => {
    const waits = waitsNamed(workflowOf(run)?.nodes ?? [], name);
    const [wait] = waits;
    if (wait === undefined) throw await notWaiting(run, name);
    if (waits.length > 1) throw ambiguous(name);
    if (!(await engine.signal(run.id, name, parsePayload(wait, payload), operationId)))
      throw await notWaiting(run, name);
  };
}

function ambiguous(name: string): Problem {
  return new Problem('not-waiting', {
    status: 409,
    detail: `Several parts of this workflow wait for a signal ${JSON.stringify(name)}. Use the path of one, as "waitingFor" of the run spells it.`,
  });
}

/** @throws Problem that names every wrong field */
function parsePayload({ schema }: WaitFor, payload: unknown): unknown {
  return parseFields(schema, { fields: payload, placeOf: () => 'body', errors: [], otherNames: [] });
}

/**
 * The nodes that wait for a signal.
 *
 * @param name the name of a node, or its path in a run (`pages/3/approved`)
 */
export function waitsNamed(nodes: readonly WorkflowNode[], name: string): readonly WaitFor[] {
  const parts = name.split('/');
  const isNamed = ({ wait, path }: Wait): boolean => {
    const own = path.split('/');
    const isPart = (part: string, at: number) => (part === '*' ? /^\d+$/.test(parts[at] ?? '') : part === parts[at]);
    return wait.name === name || (own.length === parts.length && own.every(isPart));
  };
  return waitsIn(nodes, '')
    .filter(isNamed)
    .map(({ wait }) => wait);
}

interface Wait {
  readonly wait: WaitFor;
  /** With `*` for the number of an item, or of a round. */
  readonly path: string;
}

/** @param prefix of the paths of the nodes */
function waitsIn(nodes: readonly WorkflowNode[], prefix: string): readonly Wait[] {
  return nodes.flatMap((node): readonly Wait[] => {
    const path = prefix + node.name;
    if (node.kind === 'wait') return [{ wait: node, path }];
    const part = node.kind === 'each' || node.kind === 'repeat' ? '*/' : '';
    return bodiesOf(node, path).flatMap((body) => waitsIn(body.nodes, `${body.path}/${part}`));
  });
}

/** The states of the nodes of a run that have a name, or one as their path. */
export function stepsNamed(steps: readonly StepState[], name: string): readonly StepState[] {
  const all = allSteps(steps);
  const exact = all.filter(({ id }) => id === name);
  return exact.length > 0 ? exact : all.filter((step) => step.name === name);
}

/** The states of all nodes, each before those inside of it. */
function allSteps(steps: readonly StepState[]): readonly StepState[] {
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
