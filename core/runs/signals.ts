import { Problem } from '../api/problem.ts';
import { parseFields } from '../api/validation.ts';
import type { AnyWorkflow, WaitFor } from '../api/workflow-node.ts';
import type { Store } from '../kinds/store.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { stepsNamed, waitsNamed } from './node-names.ts';
import { runs, type StoredRun } from './stored-run.ts';

/**
 * A function that delivers a signal to a run, see `Runs.signal`.
 *
 * @param workflows by name
 */
export function createSignalDelivery(
  { store, engine }: { readonly store: Store; readonly engine: WorkflowEngine },
  workflows: ReadonlyMap<string, AnyWorkflow>,
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
    const waits = waitsNamed(workflows.get(run.workflow)?.nodes ?? [], name);
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
