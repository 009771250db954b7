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
    if (waits.length > 1) {
      const detail = `Several parts of this workflow wait for a signal ${JSON.stringify(name)}. Use the path of one, as "waitingFor" of the run spells it.`;
      throw new Problem('not-waiting', { status: 409, detail });
    }
    const fields = parseFields(wait.schema, { fields: payload, placeOf: () => 'body', errors: [], otherNames: [] });
    if (!(await engine.signal(run.id, name, fields, operationId))) throw await notWaiting(run, name);
  };
}

/**
 * The nodes that wait for a signal.
 *
 * @param name the name of a node, or its path in a run (`pages/3/approved`)
 * @param prefix of the paths of the nodes, with `*` for the number of an item, or of a round
 */
export function waitsNamed(nodes: readonly WorkflowNode[], name: string, prefix = ''): readonly WaitFor[] {
  const parts = name.split('/');
  const isPart = (part: string, at: number) => (part === '*' ? /^\d+$/.test(parts[at] ?? '') : part === parts[at]);
  return nodes.flatMap((node): readonly WaitFor[] => {
    const path = prefix + node.name;
    const own = path.split('/');
    if (node.kind === 'wait')
      return node.name === name || (own.length === parts.length && own.every(isPart)) ? [node] : [];
    const part = node.kind === 'each' || node.kind === 'repeat' ? '*/' : '';
    return bodiesOf(node, path).flatMap((body) => waitsNamed(body.nodes, name, `${body.path}/${part}`));
  });
}

/** The states of the nodes of a run that have a name, or one as their path. */
export function stepsNamed(steps: readonly StepState[], name: string): readonly StepState[] {
  const withInner = (step: StepState): readonly StepState[] => [step, ...(step.steps ?? []).flatMap(withInner)];
  const all = steps.flatMap(withInner);
  const exact = all.filter(({ id }) => id === name);
  return exact.length > 0 ? exact : all.filter((step) => step.name === name);
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
