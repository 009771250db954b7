import { Problem } from '../api/problem.ts';
import { unknownName } from '../api/text.ts';
import { parseFields } from '../api/validation.ts';
import { type AnyWorkflow, bodiesOf, type WaitFor, type WorkflowNode } from '../api/workflow-graph.ts';
import type { Store } from '../kinds/store.ts';
import type { StepState, WorkflowEngine } from '../kinds/workflow-engine.ts';
import { runs, type StoredRun } from './stored-run.ts';

/**
 * A function that delivers a signal to a run, see `Runs.signal`.
 *
 * @param workflowOf the workflow of a run, as it was when the run was begun
 */
export function createSignalDelivery(
  { store, engine }: { readonly store: Store; readonly engine: WorkflowEngine },
  workflowOf: (run: StoredRun) => AnyWorkflow | undefined,
) {
  /** Marks the run with the operation. @returns whether it was marked with it before */
  const mark = (id: string, operationId: string): Promise<boolean> =>
    store.transaction(async (documents) => {
      const run = await documents.get(runs, id);
      if (run === undefined || run.signalledBy === operationId) return run !== undefined;
      await documents.put(runs, { ...run, signalledBy: operationId });
      return false;
    });

  const hasArrived = async (id: string, name: string): Promise<boolean> => {
    const nodes = await engine.steps(id);
    return stepsNamed(nodes?.steps ?? [], name).some(({ kind, status }) => kind === 'wait' && status === 'done');
  };

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
    const parsed = parsePayload(wait, payload);
    // Marked first: a repeated call then knows that an earlier one may have delivered the signal.
    const mayHaveArrived = operationId !== undefined && (await mark(run.id, operationId));
    if (await engine.signal(run.id, name, parsed)) return;
    if (!mayHaveArrived || !(await hasArrived(run.id, name))) throw await notWaiting(run, name);
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
  /** Null for the number of an item, or of a round. */
  readonly path: readonly (string | null)[];
}

/** @param path of the list of nodes */
function waitsIn(nodes: readonly WorkflowNode[], path: Wait['path']): readonly Wait[] {
  return nodes.flatMap((node): readonly Wait[] => {
    if (node.kind === 'wait') return [{ wait: node, path: [...path, node.name] }];
    const isNumbered = node.kind === 'each' || node.kind === 'repeat';
    return bodiesOf(node, node.name).flatMap((body) =>
      waitsIn(body.nodes, [...path, ...body.path.split('/'), ...(isNumbered ? [null] : [])]),
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
