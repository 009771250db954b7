import type { AnyWorkflow } from 'chronoscribe';
import type { EngineListener } from 'chronoscribe/host';
import { defineWorkflow, type RetryPolicy, type Workflow } from 'openworkflow';
import type { Execution, Executions } from './executions.ts';
import { deepFreeze, interpret } from './interpreter.ts';
import { ExecutionOver } from './long-runs.ts';
import { causeOf, createNodeExecution, type NodeExecutionParts } from './node-execution.ts';
import { ownDefinition } from './own-definition.ts';
import { unknownWorkflow } from './problems.ts';
import { RunInput } from './run-input.ts';
import { unsettledWorkflows } from './run-table.ts';
import { parseSavedFailure, StepFailure } from './saved/saved-problem.ts';

export interface WorkflowParts
  extends Pick<
    NodeExecutionParts,
    'database' | 'log' | 'armSleep' | 'abandon' | 'disarm' | 'parked' | 'emit' | 'waiting'
  > {
  readonly executions: Executions;
  /** A run starts that somebody watched when it was submitted. */
  watched(runId: string): void;
  adopt: EngineListener['adopt'];
  /** Cancels a child whose parent is settled. */
  cancelOrphan(execution: Execution): Promise<void>;
  /** The run fails: stops its children. */
  failing(execution: Execution): Promise<void>;
}

/** How a run continues that was stopped, or whose state could not be saved. Failures of steps are final. */
const resume: RetryPolicy = {
  initialInterval: '10ms',
  backoffCoefficient: 2,
  maximumInterval: '1s',
  maximumAttempts: 0,
};

/** A workflow of ours as openworkflow runs it: what is saved of each node is a step of the library. */
function libraryWorkflow(workflow: AnyWorkflow, parts: WorkflowParts): Workflow<unknown, unknown, unknown> {
  const { database, executions, log } = parts;
  return defineWorkflow({ name: workflow.name, retryPolicy: resume }, async ({ input: saved, step: library, run }) => {
    const {
      runId = run.id,
      account,
      input,
      watched,
      definition,
      parent,
      traceparent,
      patienceMs,
    } = RunInput.parse(database.decode(saved));
    const execution = await executions.enter(run.id, { runId, root: parent?.run ?? runId });
    if (watched) parts.watched(runId);
    const nodes = createNodeExecution({
      ...{ ...parts, library, execution, account, workflow: workflow.name, parent, traceparent, patienceMs },
    });
    try {
      if (parent !== undefined) {
        await parts.cancelOrphan(execution);
        await parts.adopt({ id: runId, run: parent.run });
      }
      const scope = { prefix: '', state: deepFreeze({ input }), signal: execution.signal, position: parent?.position };
      const own = await ownDefinition(workflow, definition, { execution, nodes });
      const last = await interpret(own.nodes, scope, nodes);
      await database.writable();
      return database.encode(last);
    } catch (thrown) {
      if (nodes.isPark(thrown)) {
        await parts.parked(execution);
        throw nodes.latestPark();
      }
      const cause = causeOf(thrown);
      if (cause instanceof ExecutionOver) execution.goOn();
      // The bare cause is subject to the policy of the workflow, which lets the run continue.
      if (!nodes.isFailure(thrown)) throw cause;
      await parts.failing(execution);
      const isSaved = cause instanceof StepFailure || (cause instanceof Error && parseSavedFailure(cause.message));
      if (!isSaved)
        log.error({ run: runId, workflow: workflow.name, err: cause }, 'the result of a step could not be saved');
      throw thrown;
    } finally {
      execution.leave();
    }
  });
}

/** A workflow that this host does not have. Its runs fail once they were claimed `claims` times by hosts without it. */
function missingWorkflow(name: string, claims: number, parts: WorkflowParts): Workflow<unknown, unknown, unknown> {
  const retryPolicy = {
    initialInterval: '1s',
    backoffCoefficient: 2,
    maximumInterval: '1m',
    maximumAttempts: claims,
  } as const;
  return defineWorkflow({ name, retryPolicy }, async ({ input, run }) => {
    const { runId = run.id, parent } = RunInput.parse(parts.database.decode(input));
    const execution = await parts.executions.enter(run.id, { runId, root: parent?.run ?? runId });
    execution.leave();
    throw new StepFailure(unknownWorkflow(name));
  });
}

/**
 * The workflows of this host, and a stand-in for each one that a run in the database needs and this host does not have.
 *
 * @param claims how often hosts may claim a run whose workflow they do not have before it fails
 */
export async function libraryWorkflows(
  workflows: ReadonlyMap<string, AnyWorkflow>,
  claims: number,
  parts: WorkflowParts,
) {
  const missing = (await unsettledWorkflows(parts.database)).filter((name) => !workflows.has(name));
  return [
    ...[...workflows.values()].map((workflow) => libraryWorkflow(workflow, parts)),
    ...missing.map((name) => missingWorkflow(name, claims, parts)),
  ];
}
