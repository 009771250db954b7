import { z } from 'zod';
import { mayCall } from '../api/access.ts';
import { Problem, undefinedIfNotFound } from '../api/problem.ts';
import type { Answer, AnyWorkflow } from '../api/workflow-graph.ts';
import type { BulkOutcome, RunQuery, RunReader, RunView } from '../kinds/runs.ts';
import type { Page, Query, Store } from '../kinds/store.ts';
import type { RunState, RunStatus, WorkflowEngine } from '../kinds/workflow-engine.ts';
import { runs, type StoredRun } from './stored-run.ts';

/** Runs as clients see them, from the store and the engine. */
export function createRunViews(
  engine: WorkflowEngine,
  workflowOf: (run: StoredRun) => AnyWorkflow | undefined,
  responses: ReadonlyMap<string, z.ZodType>,
) {
  /** The stored end of a settled run, else the engine's state. A run that the engine does not know yet is queued. */
  const stateOf = async (run: StoredRun): Promise<Omit<RunState, 'isWaiting'>> =>
    (run.status === 'open' ? undefined : run.end) ??
    (await engine.state(run.id)) ?? { status: 'queued', step: null, output: undefined, problem: null };

  const view = async (run: StoredRun): Promise<RunView> => {
    const { id, workflow, name, createdAt, repeats } = run;
    const { status, step, problem } = await stateOf(run);
    const seen = { id, workflow, name, status, step, createdAt, result: null, problem };
    return repeats === null ? seen : { ...seen, repeats };
  };

  const answerOf = async (run: StoredRun, output: unknown): Promise<Answer<unknown>> => {
    const definition = workflowOf(run);
    // No endpoint shapes the answer of a run that was launched.
    const response = run.endpoint === '' ? z.unknown() : responses.get(run.endpoint);
    if (definition === undefined || response === undefined) {
      throw new Problem('not-found', {
        detail: `The plugin that started this run (${run.endpoint || run.workflow}) is not installed any more.`,
      });
    }
    const { body, location } = await definition.answer(output, { account: run.account, runId: run.id });
    return { body: response.parse(body), location };
  };

  return {
    /** Without `result`. */
    view,

    async details(run: StoredRun) {
      const [seen, nodes] = await Promise.all([
        view(run),
        run.steps === null ? engine.steps(run.id) : { steps: run.steps, waitingFor: [] },
      ]);
      const answered = seen.status === 'done' ? answerOf(run, (await stateOf(run)).output) : undefined;
      // Null if the record that the run made has been deleted.
      const result = (answered && (await undefinedIfNotFound(answered)))?.body ?? null;
      return { ...seen, result, ...(nodes ?? { steps: [], waitingFor: [] }) };
    },

    /** The answer of a run that is done. @throws Problem of the run, if it is not done */
    async answer(run: StoredRun) {
      const state = await stateOf(run);
      switch (state.status) {
        case 'done':
          return answerOf(run, state.output);
        case 'failed':
          throw state.problem === null
            ? new Problem('internal', { detail: 'The run failed.' })
            : Problem.from(state.problem);
        case 'cancelled':
          throw new Problem('run-cancelled', { status: 409, detail: 'The run was cancelled.' });
        case 'queued':
        case 'running':
          throw new Problem('stopping', {
            detail: `The server is stopping; the work goes on after its next start, under run ${run.id}.`,
            retryAfter: 30,
          });
      }
    },
  };
}

/**
 * A function that gives a page of the runs that a reader may see, see `Runs.list`.
 *
 * @param view what is shown of a run
 */
export function createRunList(store: Store, view: (run: StoredRun) => Promise<RunView>) {
  return async function list(reader: RunReader, query: RunQuery): Promise<Page<RunView>> {
    const page = await store.find(runs, storedQuery(reader.account, query));
    const visible = page.items.filter(({ internal, auth }) => !internal && mayCall(reader.scopes, auth));
    const seen = await Promise.all(visible.map(view));
    const items = seen.filter(({ status }) => query.status === undefined || isIn(status, query.status));
    if (items.length > 0 || page.next === null) return { items, next: page.next };
    // An empty page would be taken for the last one.
    return list(reader, { ...query, cursor: page.next });
  };
}

function storedQuery(account: string, { workflow, status, from, to, limit = 50, cursor }: RunQuery): Query<StoredRun> {
  const stored = status && storedStatus(status);
  return {
    equals: { account, ...(workflow !== undefined && { workflow }), ...(stored !== undefined && { status: stored }) },
    orderBy: 'createdAt',
    range: { ...(from !== undefined && { from }), ...(to !== undefined && { below: to }) },
    direction: 'descending',
    limit,
    ...(cursor !== undefined && { cursor }),
  };
}

const isIn = (status: RunStatus, wanted: RunStatus | 'open'): boolean =>
  status === wanted || (wanted === 'open' && storedStatus(status) === 'open');

/** What the store knows of a status. Whether an open run is queued or running is known to the engine alone. */
function storedStatus(status: RunStatus | 'open'): StoredRun['status'] {
  return status === 'queued' || status === 'running' ? 'open' : status;
}

/**
 * Does the same to each run of one page of a list, at the same time.
 *
 * @param act throws a Problem that says why a run is skipped
 * @throws what else `act` throws
 */
export async function doToAll(
  { items, next }: Page<RunView>,
  act: (id: string) => Promise<unknown>,
): Promise<BulkOutcome> {
  const skipOf = (id: string, thrown: unknown) => {
    if (!(thrown instanceof Problem)) throw thrown;
    return [{ id, problem: thrown.toJSON() }];
  };
  const outcomes = items.map(({ id }) =>
    act(id).then(
      () => [],
      (thrown) => skipOf(id, thrown),
    ),
  );
  const skipped = (await Promise.all(outcomes)).flat();
  return { done: items.length - skipped.length, skipped, next };
}
